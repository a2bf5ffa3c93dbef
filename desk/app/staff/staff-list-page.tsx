import { staffList } from '@ceiba/contract/desk/lists/staff';
import { useState } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { PlaceNames } from '../list/place-names.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { statePills } from './staff-state.ts';

type StaffRow = DeskAnswer<'listStaff'>['data'][number];

const cells = {
  stores: ({ stores }: StaffRow) => (stores === null ? 'Todas' : <PlaceNames codes={stores} />),
};
const pills = { state: statePills };
const hrefOf = ({ id }: StaffRow): string => `/personal/${id}`;

/** The list of staff. */
export function Component() {
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <ListPage
        list={staffList}
        read={(query, options) => call('listStaff', { query }, options)}
        hrefOf={hrefOf}
        cells={cells}
        pills={pills}
        actions={
          <>
            <ButtonLink to="/personal/roles">Roles</ButtonLink>
            <Button look="primary" icon="user-plus" aria-haspopup="dialog" onClick={() => setIsInviting(true)}>
              Invitar
            </Button>
          </>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}
