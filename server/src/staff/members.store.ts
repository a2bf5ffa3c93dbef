import {
  type BuiltInRole,
  builtInRoles,
  isBuiltInRole,
  isPermission,
  type Permission,
} from '@ceiba/domain/staff/permissions';
import type { Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';

/** A person of the desk, without credentials. */
export interface StaffMember {
  id: string;
  email: string;
  name: string;
  role: string;
  /** Codes of the stores that they are limited to. Null for all. */
  stores: string[] | null;
  state: 'invited' | 'active' | 'disabled';
  lastSeenAt: Date | null;
  version: number;
}

type MemberRow = RowOf<typeof selectMember>;

const columns = `id, email, name, role, stores, password_hash is not null as has_password, disabled_at, last_seen_at, version`;

const toMember = (row: MemberRow): StaffMember => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  stores: row.stores,
  state: row.disabledAt !== null ? 'disabled' : row.hasPassword ? 'active' : 'invited',
  lastSeenAt: row.lastSeenAt,
  version: row.version,
});

const selectMember = statement('staff.member', `select ${columns} from staff_members where id::text = $1`);
// Also locks every owner, in one order. Two owners who disable each other wait, and neither counts the other too early.
const lockMemberRow = statement(
  'staff.lock-member',
  `select ${columns} from staff_members where id::text = $1 or role = 'owner' order by id for update`,
);

export const findMember = async (tx: Tx, id: string): Promise<StaffMember | undefined> =>
  (await selectMember(tx, [id])).map(toMember)[0];

/** Locks the person and all owners until the transaction ends. */
export const lockMember = async (tx: Tx, id: string): Promise<StaffMember | undefined> =>
  (await lockMemberRow(tx, [id])).map(toMember).find((member) => member.id === id);

const selectByEmail = statement('staff.by-email', `select ${columns} from staff_members where email = lower($1)`);
export const findMemberByEmail = async (tx: Tx, email: string): Promise<StaffMember | undefined> =>
  (await selectByEmail(tx, [email])).map(toMember)[0];

const selectAll = statement('staff.all', `select ${columns} from staff_members order by name collate spanish, id`);
export const listMembers = async (tx: Tx): Promise<StaffMember[]> => (await selectAll(tx, [])).map(toMember);

const insert = statement(
  'staff.insert',
  `insert into staff_members (id, email, name, role, stores, created_at) values ($1, lower($2), $3, $4, $5, $6)
   on conflict (email) do nothing returning ${columns}`,
);

/** Adds a desk user. Undefined if another person has the e-mail. */
export const insertMember = async (
  tx: Tx,
  { id, email, name, role, stores }: Pick<StaffMember, 'id' | 'email' | 'name' | 'role' | 'stores'>,
  now: Date,
): Promise<StaffMember | undefined> => (await insert(tx, [id, email, name, role, stores, now])).map(toMember)[0];

const update = statement(
  'staff.update',
  `update staff_members set name = $2, role = $3, stores = $4, disabled_at = $5, version = version + 1 where id = $1 returning ${columns}`,
);

/** Writes all fields of the person. `disabledAt` is null if they may sign in. */
export async function saveMember(tx: Tx, member: StaffMember, disabledAt: Date | null): Promise<StaffMember> {
  const [row] = await update(tx, [member.id, member.name, member.role, member.stores, disabledAt]);
  if (row === undefined) throw new Error(`staff ${member.id} vanished under its lock`);
  return toMember(row);
}

const countOwners = statement(
  'staff.other-owners',
  `select count(*)::int as owners from staff_members
   where role = 'owner' and disabled_at is null and password_hash is not null and id::text <> $1`,
);
/** Counts other owners who can sign in. If `lockMember` was called before, the number holds until the transaction ends. */
export const countOtherOwners = async (tx: Tx, besides: string): Promise<number> =>
  (await countOwners(tx, [besides]))[0]?.owners ?? 0;

export interface StaffRole {
  id: string;
  label: string;
  permissions: Permission[];
  isBuiltIn: boolean;
  members: number;
}

const selectRoles = statement(
  'staff.roles',
  'select id, label, permissions from staff_roles order by label collate spanish, id',
);
const selectCounts = statement(
  'staff.role-members',
  'select role, count(*)::int as members from staff_members where disabled_at is null group by role',
);

/** Lists the built-in roles, then the shop's own roles. */
export async function listRoles(tx: Tx): Promise<StaffRole[]> {
  const counts = new Map((await selectCounts(tx, [])).map(({ role, members }) => [role, members]));
  const own = (await selectRoles(tx, [])).map((row) => ({ ...row, isBuiltIn: false }));
  const builtIn = (Object.keys(builtInRoles) as BuiltInRole[]).map((id) => ({
    id,
    ...builtInRoles[id],
    isBuiltIn: true,
  }));
  return [...builtIn, ...own].map(({ permissions, ...role }) => ({
    ...role,
    permissions: permissions.filter(isPermission),
    members: counts.get(role.id) ?? 0,
  }));
}

const selectRole = statement('staff.role', 'select permissions from staff_roles where id = $1');

/** Returns the permissions of a role. Undefined if the role does not exist. */
export async function findPermissions(tx: Tx, role: string): Promise<readonly Permission[] | undefined> {
  if (isBuiltInRole(role)) return builtInRoles[role].permissions;
  return (await selectRole(tx, [role]))[0]?.permissions.filter(isPermission);
}

const selectActive = statement(
  'staff.active',
  `select m.id, m.email, m.role, m.stores, r.permissions as own from staff_members m left join staff_roles r on r.id = m.role
   where m.disabled_at is null and m.password_hash is not null order by m.id`,
);

/** Lists everybody who can sign in, with their present permissions. */
export const listActiveStaff = async (
  tx: Tx,
): Promise<{ id: string; email: string; stores: string[] | null; permissions: readonly Permission[] }[]> =>
  (await selectActive(tx, [])).map(({ id, email, role, stores, own }) => ({
    id,
    email,
    stores,
    permissions: isBuiltInRole(role) ? builtInRoles[role].permissions : (own ?? []).filter(isPermission),
  }));

const insertRoleRow = statement(
  'staff.insert-role',
  'insert into staff_roles (id, label, permissions) values ($1, $2, $3)',
);
export const insertRole = async (tx: Tx, role: Pick<StaffRole, 'id' | 'label' | 'permissions'>): Promise<void> => {
  await insertRoleRow(tx, [role.id, role.label, role.permissions]);
};

const selectRights = statement(
  'staff.rights',
  `select m.role, m.stores, r.permissions as own from staff_members m left join staff_roles r on r.id = m.role
   where m.id = $1 and m.disabled_at is null`,
);

/** Returns the present permissions of a person. Undefined if the person no longer works here. */
export async function findRights(
  tx: Tx,
  id: string,
): Promise<{ stores: readonly string[] | null; permissions: ReadonlySet<Permission> } | undefined> {
  const [row] = await selectRights(tx, [id]);
  if (row === undefined) return undefined;
  const { role, stores, own } = row;
  const held = isBuiltInRole(role) ? builtInRoles[role].permissions : (own ?? []).filter(isPermission);
  return { stores, permissions: new Set(held) };
}
