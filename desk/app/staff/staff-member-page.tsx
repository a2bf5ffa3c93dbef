import { staffList } from '@ceiba/contract/desk/lists/staff';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { roleLabel } from '@ceiba/domain/staff/permissions';
import { typedField } from '@ceiba/ui/typed-field';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { AdvisorCard } from '../advisors/advisor-card.tsx';
import { Card, DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { type DetailField, useDetailForm } from '../detail/use-detail-form.ts';
import { TextField } from '../platform/field.tsx';
import { longMomentText } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { listKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { RoleSelect } from './role-select.tsx';
import { statePills } from './staff-state.ts';
import { readStores, StoresChoice, storesText } from './stores-choice.tsx';

type Member = DeskAnswer<'getStaffMember'>['data'];

interface MemberValues {
  name: string;
  role: string;
  stores: string;
}

const fields: readonly DetailField<MemberValues>[] = [
  { name: 'name', label: 'Nombre' },
  { name: 'role', label: 'Rol', show: ({ role }) => roleLabel(role) },
  { name: 'stores', label: 'Tiendas', show: ({ stores }) => stores || 'Todas' },
];

const valuesOf = ({ name, role, stores }: Member): MemberValues => ({ name, role, stores: storesText(stores) });

/** The page of a staff member. */
export function Component() {
  const { id = '' } = useParams();
  const member = useDeskQuery('getStaffMember', { params: { id } });
  return <Loaded query={member}>{({ data }) => <MemberPage key={data.id} member={data} />}</Loaded>;
}

function MemberPage({ member }: { member: Member }) {
  const queries = useQueryClient();
  const { id } = member;
  const keep = (data: Member): void => {
    queries.setQueryData(queryKeyOf('getStaffMember', { params: { id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: listKey('staff') });
  };
  const detail = useDetailForm<MemberValues, Member>({
    entity: member,
    fields,
    valuesOf,
    save: ({ stores, ...changes }, version, options) =>
      call(
        'changeStaff',
        { params: { id }, body: { version, ...changes, ...(stores !== undefined && { stores: readStores(stores) }) } },
        options,
      ),
    read: () => call('getStaffMember', { params: { id } }),
    onSaved: keep,
  });
  const { form } = detail;
  return (
    <>
      <PageHead
        title={member.name}
        path={[{ label: 'Personal', to: '/personal' }]}
        beside={
          <Pill {...(statePills[member.state] ?? { look: 'stone', icon: 'circle' })}>
            {staffList.columns.state.values[member.state]}
          </Pill>
        }
        actions={<ActionButtons actions={actionsOf(member, keep)} allowed={member.actions} />}
      />
      <DetailFrame
        aside={
          <>
            <Account member={member} />
            <HistoryCard entity="staff" entityId={id} version={member.version} />
          </>
        }
      >
        <Card title="Datos">
          <TextField
            {...typedField(form, 'name', {
              label: 'Nombre',
              required: true,
              maxLength: nameMaxLength,
              kind: 'line',
              validate: (text) => nameMessage(text, 'Falta este dato.'),
            })}
          />
          <RoleSelect current={member.role} {...typedField(form, 'role', { label: 'Rol', required: true })} />
          <StoresChoice
            value={form.watch('stores')}
            onChange={(stores) => form.setValue('stores', stores, { shouldDirty: true })}
          />
        </Card>
        <AdvisorCard email={member.email} />
      </DetailFrame>
      <SaveBar detail={detail} />
    </>
  );
}

function Account({ member: { email, lastSeenAt } }: { member: Member }) {
  return (
    <Card title="Cuenta">
      <Facts
        facts={[
          ['Correo electrónico', email],
          ['Última visita', lastSeenAt && longMomentText(lastSeenAt)],
        ]}
      />
    </Card>
  );
}

const actionsOf = ({ id, name, email, version }: Member, keep: (member: Member) => void): DeskAction[] => {
  const input = { params: { id }, body: { version } };
  return [
    {
      verb: 'invite',
      label: 'Enviar otra invitación',
      icon: 'mail',
      permission: 'staff.edit',
      confirm: {
        title: `¿Enviar otra invitación a ${name}?`,
        text: `Le llega un correo a ${email}. Su contraseña y su segundo factor de ahora dejan de servir.`,
        button: 'Enviar invitación',
      },
      done: 'Invitación enviada',
      run: async (options) => {
        const sent = await call('inviteStaffAgain', input, options);
        if (sent.ok) keep(sent.value.data);
        return sent;
      },
    },
    {
      verb: 'disable',
      label: 'Desactivar',
      icon: 'ban',
      isDanger: true,
      permission: 'staff.edit',
      confirm: {
        title: `¿Desactivar a ${name}?`,
        text: 'Sus sesiones terminan ahora mismo y no podrá ingresar.',
        button: 'Desactivar',
      },
      done: 'Persona desactivada',
      run: async (options) => {
        const disabled = await call('disableStaff', input, options);
        if (disabled.ok) keep(disabled.value.data);
        return disabled;
      },
    },
    {
      verb: 'enable',
      label: 'Activar',
      icon: 'circle-check',
      permission: 'staff.edit',
      done: 'Persona activada',
      run: async (options) => {
        const enabled = await call('enableStaff', input, options);
        if (enabled.ok) keep(enabled.value.data);
        return enabled;
      },
    },
  ];
};
