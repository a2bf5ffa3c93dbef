import { returnList } from '@ceiba/contract/desk/lists/returns';
import { useState } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { NewReturnDialog } from './new-return-dialog.tsx';
import { returnPills } from './return-pills.ts';

type ReturnRow = DeskAnswer<'listDeskReturns'>['data'][number];

const views = [
  { label: 'Abiertas', query: { open: 'true' } },
  { label: 'Solicitadas', query: { state: 'requested' } },
  { label: 'Esperando producto', query: { state: 'approved' } },
  { label: 'Sin resultado', query: { state: 'received' } },
  { label: 'Por regresar', query: { state: 'toSendBack' } },
  { label: 'Resueltas', query: { state: 'resolved' } },
  { label: 'Todas', query: {} },
];

/** "Devoluciones" (WORK-20). */
export function Component() {
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ListPage
        list={returnList}
        read={(query, options) => call('listDeskReturns', { query }, options)}
        hrefOf={({ number }: ReturnRow) => `/devoluciones/${number}`}
        pills={{ state: returnPills }}
        views={views}
        actions={
          may('returns.approve') && (
            <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
              Nueva devolución
            </Button>
          )
        }
      />
      {isAsking && <NewReturnDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}
