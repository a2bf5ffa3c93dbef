import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { type Author, type Change, changedFields } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Tx } from '../platform/db/database.ts';
import { openInvitation } from './credentials.store.ts';
import {
  countOtherOwners,
  findPermissions,
  insertMember,
  insertRole,
  lockMember,
  type StaffMember,
  type StaffRole,
  saveMember,
} from './members.store.ts';
import { invitationMail } from './staff-mails.ts';
import { endStaffSessions } from './staff-sessions.store.ts';

/** The person who changes desk users. `holds` is null for an operator's command, which has every permission. */
export interface StaffEditor {
  author: Author;
  holds: ReadonlySet<Permission> | null;
  /** Returns whether they may give access to these stores (null: all), and change users limited to them. */
  maySeeMember: (stores: readonly string[] | null) => boolean;
}

export type StaffRefusal =
  | { code: 'NOT_FOUND' | 'EMAIL_TAKEN' | 'LAST_OWNER' }
  /** A person can only grant permissions that they hold (OFF-09). */
  | { code: 'FORBIDDEN'; metadata: { permission: string } }
  | { code: 'VERSION_CONFLICT'; metadata: Record<string, unknown> };

export type StaffChanged = Result<{ member: StaffMember; change: Change }, StaffRefusal>;

async function refuseGrant(tx: Tx, role: string, { holds }: StaffEditor): Promise<StaffRefusal | undefined> {
  const granted = await findPermissions(tx, role);
  if (granted === undefined) return { code: 'NOT_FOUND' };
  const missing = holds === null ? undefined : granted.find((permission) => !holds.has(permission));
  return missing && { code: 'FORBIDDEN', metadata: { permission: missing } };
}

async function sendInvitation(tx: Tx, { id, email }: StaffMember, shop: MailingShop, now: Date): Promise<void> {
  const token = await openInvitation(tx, id, now);
  await writeMail(tx, `staff-invitation:${randomUUID()}`, invitationMail({ email, token }, shop), now);
}

/** Invites a person by mail. The link is valid for a day (OFF-09). */
export async function inviteMember(
  tx: Tx,
  asked: Pick<StaffMember, 'email' | 'name' | 'role' | 'stores'>,
  editor: StaffEditor,
  shop: MailingShop,
): Promise<StaffChanged> {
  const refused = await refuseGrant(tx, asked.role, editor);
  if (refused !== undefined) return refuse(refused);
  if (!editor.maySeeMember(asked.stores)) return refuse({ code: 'FORBIDDEN', metadata: { permission: 'staff.edit' } });
  const { author } = editor;
  const member = await insertMember(tx, { ...asked, id: randomUUIDv7() }, author.now);
  if (member === undefined) return refuse({ code: 'EMAIL_TAKEN' });
  await sendInvitation(tx, member, shop, author.now);
  const after = { email: member.email, name: member.name, role: member.role, stores: member.stores };
  return ok({ member, change: { entity: 'staff', entityId: member.id, after } });
}

/** Sends a new link for setting password and second factor again. Also for a person who lost the second factor. */
export async function inviteAgain(
  tx: Tx,
  { id, version }: { id: string; version: number | null },
  editor: StaffEditor,
  shop: MailingShop,
): Promise<StaffChanged> {
  const found = await lockForChange(tx, { id, version }, editor);
  if (!found.ok) return found;
  const refused = await refuseGrant(tx, found.value.role, editor);
  if (refused !== undefined) return refuse(refused);
  await sendInvitation(tx, found.value, shop, editor.author.now);
  return ok({ member: found.value, change: { entity: 'staff', entityId: id } });
}

async function lockForChange(
  tx: Tx,
  { id, version, changes }: { id: string; version: number | null; changes?: StaffChanges },
  editor: StaffEditor,
): Promise<Result<StaffMember, StaffRefusal>> {
  const member = await lockMember(tx, id);
  if (member === undefined || !editor.maySeeMember(member.stores)) return refuse({ code: 'NOT_FOUND' });
  if (version !== null && member.version !== version)
    return refuse(
      await versionConflict(tx, {
        entity: 'staff',
        entityId: id,
        current: toAnswered(member),
        conflicts: changes === undefined || changes.isDisabled !== undefined ? ['state'] : { asked: changes },
      }),
    );
  return ok(member);
}

/** Returns a person in the form of the desk's responses. */
export const toAnswered = ({ lastSeenAt, ...member }: StaffMember) => ({
  ...member,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

export interface StaffChanges {
  name?: string | undefined;
  role?: string | undefined;
  stores?: string[] | null | undefined;
  isDisabled?: boolean | undefined;
}

/**
 * Changes name, role or stores, disables or enables. The last owner cannot lose the role (OFF-09). A disabled person is signed
 * out immediately.
 */
export async function changeMember(
  tx: Tx,
  { id, version, changes }: { id: string; version: number | null; changes: StaffChanges },
  editor: StaffEditor,
): Promise<StaffChanged> {
  const found = await lockForChange(tx, { id, version, changes }, editor);
  if (!found.ok) return found;
  const before = found.value;
  const role = changes.role ?? before.role;
  // Enabling a person, or changing their stores, grants their permissions again. An editor with fewer permissions cannot do that.
  const refused = (await refuseGrant(tx, before.role, editor)) ?? (await refuseGrant(tx, role, editor));
  if (refused !== undefined) return refuse(refused);
  const stores = changes.stores === undefined ? before.stores : changes.stores;
  if (!editor.maySeeMember(stores)) return refuse({ code: 'FORBIDDEN', metadata: { permission: 'staff.edit' } });
  const isDisabled = changes.isDisabled ?? before.state === 'disabled';
  const losesOwner = before.role === 'owner' && (role !== 'owner' || isDisabled);
  if (losesOwner && (await countOtherOwners(tx, id)) === 0) return refuse({ code: 'LAST_OWNER' });
  const wanted = {
    ...before,
    role,
    name: changes.name ?? before.name,
    stores,
  };
  const member = await saveMember(tx, wanted, isDisabled ? editor.author.now : null);
  if (isDisabled) await endStaffSessions(tx, id);
  const fields = ({ name, role, stores, state }: StaffMember) => ({ name, role, stores, state });
  const change = { entity: 'staff', entityId: id, ...changedFields(fields(before), fields(member)) };
  return ok({ member, change });
}

/** Adds a role of the shop, with at most the permissions of its author. */
export async function addRole(
  tx: Tx,
  { label, permissions }: Pick<StaffRole, 'label' | 'permissions'>,
  { holds }: StaffEditor,
): Promise<Result<{ role: StaffRole; change: Change }, StaffRefusal>> {
  const missing = holds === null ? undefined : permissions.find((permission) => !holds.has(permission));
  if (missing !== undefined) return refuse({ code: 'FORBIDDEN', metadata: { permission: missing } });
  const role = { id: `own-${randomUUID().slice(0, 8)}`, label, permissions: [...new Set(permissions)] };
  await insertRole(tx, role);
  const change = { entity: 'roles', entityId: role.id, after: { label, permissions } };
  return ok({ role: { ...role, isBuiltIn: false, members: 0 }, change });
}
