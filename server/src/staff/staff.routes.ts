import { staffList } from '@ceiba/contract/desk/lists/staff';
import {
  changeStaff,
  createRole,
  disableStaff,
  enableStaff,
  exportStaff,
  getStaffMember,
  inviteStaff,
  inviteStaffAgain,
  listRoles,
  listStaff,
} from '@ceiba/contract/desk/staff';
import { ok, refuse } from '@ceiba/domain/result';
import { isPermission } from '@ceiba/domain/staff/permissions';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { mayTouch } from '../platform/http/places.ts';
import { type RequestContext, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import {
  addRole,
  changeMember,
  inviteAgain,
  inviteMember,
  type StaffChanged,
  type StaffEditor,
  toAnswered,
} from './change-staff.ts';
import { findMember, type StaffMember, listRoles as selectRoles } from './members.store.ts';
import { type StaffRoutesDeps, sessionRoutes } from './staff-session.routes.ts';

const staffSource: ListSource<typeof staffList> = {
  list: staffList,
  from: 'from staff_members m left join staff_roles r on r.id = m.role',
  key: { sql: 'm.id', type: 'uuid' },
  columns: {
    name: 'm.name',
    email: 'm.email',
    role: 'coalesce(r.label, m.role)',
    state: `case when m.disabled_at is not null then 'disabled' when m.password_hash is null then 'invited' else 'active' end`,
    stores: `coalesce(array_to_string(m.stores, ', '), '')`,
    lastSeenAt: `coalesce(m.last_seen_at, '-infinity')`,
  },
  filters: {
    state: `case when m.disabled_at is not null then 'disabled' when m.password_hash is null then 'invited' else 'active' end`,
    role: 'm.role',
  },
  search: (words) => (p) => `(m.name || ' ' || m.email) ilike '%' || ${p(words)} || '%'`,
  store: `'*'`,
};

/** Returns the actions that this person may take on the other person now (§0.2). */
const actionsOf = ({ state }: StaffMember): string[] => (state === 'disabled' ? ['enable'] : ['invite', 'disable']);

const detail = (member: StaffMember, status = 200) => ({
  status,
  data: { ...toAnswered(member), actions: actionsOf(member) },
});

const answered = (done: StaffChanged, status = 200) =>
  done.ok ? ok({ answer: detail(done.value.member, status), change: done.value.change }) : done;

/** A person must be limited at least as much as their editor. A limited editor has no access to people without limits (null). */
const maySeeMember = (staff: StaffCaller, stores: readonly string[] | null): boolean =>
  mayTouch(staff, 'every', stores ?? [null]);

const editorOf = ({ author, staff }: { author: StaffEditor['author']; staff: StaffCaller }): StaffEditor => ({
  author,
  holds: staff.permissions,
  maySeeMember: (stores) => maySeeMember(staff, stores),
});

export const staffRoutes = (deps: StaffRoutesDeps): Route[] => {
  const { db, publicUrl } = deps;
  const shopOf = ({ policy }: RequestContext): MailingShop => ({ publicUrl, policy });
  return [
    ...sessionRoutes(deps),
    ...listRoutes({
      db,
      source: staffSource,
      page: listStaff,
      csv: exportStaff,
      more: { id: 'm.id', codes: 'm.stores', roleId: 'm.role', seen: 'm.last_seen_at' },
      toRow: ({ id, name, email, role, state, codes, seen }) => ({
        ...{ id, name, email, role, state },
        stores: codes,
        lastSeenAt: seen,
      }),
    }),
    route(getStaffMember, async ({ params: { id } }, { staff }) => {
      const member = await findMember(db.write, id);
      return member === undefined || !maySeeMember(staff, member.stores)
        ? refuse({ code: 'NOT_FOUND' })
        : ok(detail(member));
    }),
    changeRoute(inviteStaff, db, async ({ tx, body, context, ...call }) => {
      const { email, name, role, stores = null } = body;
      return answered(await inviteMember(tx, { email, name, role, stores }, editorOf(call), shopOf(context)), 201);
    }),
    changeRoute(changeStaff, db, async ({ tx, params: { id }, body: { version, ...changes }, ...call }) => {
      return answered(await changeMember(tx, { id, version, changes }, editorOf(call)));
    }),
    ...[disableStaff, enableStaff].map((spec) =>
      changeRoute(spec, db, async ({ tx, params: { id }, body: { version }, ...call }) => {
        const asked = { id, version, changes: { isDisabled: spec === disableStaff } };
        return answered(await changeMember(tx, asked, editorOf(call)));
      }),
    ),
    changeRoute(inviteStaffAgain, db, async ({ tx, params: { id }, body: { version }, context, ...call }) => {
      return answered(await inviteAgain(tx, { id, version }, editorOf(call), shopOf(context)));
    }),
    route(listRoles, async () => ok({ status: 200, data: await selectRoles(db.write) })),
    changeRoute(createRole, db, async ({ tx, body: { label, permissions }, ...call }) => {
      const done = await addRole(tx, { label, permissions: permissions.filter(isPermission) }, editorOf(call));
      return done.ok ? ok({ answer: { status: 201, data: done.value.role }, change: done.value.change }) : done;
    }),
  ];
};
