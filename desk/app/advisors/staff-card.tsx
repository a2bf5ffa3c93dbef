import { staffList } from '@ceiba/contract/desk/lists/staff';
import { roleLabel } from '@ceiba/domain/staff/permissions';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import type { EntityCards } from '../entity/entity-place.ts';
import { PlaceNames } from '../list/place-names.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { longMomentText } from '../platform/formats.ts';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

/** The desk account of an advisor who is also a member of the staff (SALE-01). */
export const StaffCard: EntityCards = ({ row }) => {
  const may = useMay();
  const email = row['staff'];
  if (typeof email !== 'string') return null;
  if (may('staff.edit')) return <Account email={email} />;
  return (
    <Card title="En el escritorio">
      <Facts
        facts={[
          ['Nombre', String(row['staffName'] ?? '')],
          ['Correo electrónico', email],
        ]}
      />
    </Card>
  );
};

function Account({ email }: { email: string }) {
  const found = useDeskQuery('listStaff', { query: { q: email } });
  return (
    <Loaded query={found}>
      {({ data }) => {
        const member = data.find((each) => each.email.toLowerCase() === email.toLowerCase());
        if (member === undefined) return null;
        return (
          <Card
            title="En el escritorio"
            actions={
              <ButtonLink size="small" to={`/personal/${member.id}`}>
                Editar a {member.name}
              </ButtonLink>
            }
          >
            <Facts
              facts={[
                ['Nombre', member.name],
                ['Correo electrónico', member.email],
                ['Rol', roleLabel(member.role)],
                ['Estado', staffList.columns.state.values[member.state]],
                ['Tiendas', member.stores === null ? 'Todas' : <PlaceNames key="stores" codes={member.stores} />],
                ['Última visita', member.lastSeenAt && longMomentText(member.lastSeenAt)],
              ]}
            />
          </Card>
        );
      }}
    </Loaded>
  );
}
