import { randomBytes, randomUUID } from 'node:crypto';
import { builtInRoles, isBuiltInRole, isPermission } from '@ceiba/domain/staff/permissions';
import { staffRules } from '@ceiba/domain/staff/sign-in';
import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';
import { hashOfToken } from '../platform/http/caller.ts';
import type { FindStaffSession, StaffCaller } from '../platform/http/route.ts';

type SessionRow = RowOf<typeof selectSession>;

const callerOf = (row: SessionRow): StaffCaller => ({
  id: row.staffId,
  sessionId: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  permissions: new Set(
    isBuiltInRole(row.role) ? builtInRoles[row.role].permissions : (row.ownPermissions ?? []).filter(isPermission),
  ),
  stores: row.stores,
  sessionExpiresAt: row.expiresAt,
  confirmedAt: row.confirmedAt,
});

const selectSession = statement(
  'staff.session',
  `select s.id, s.staff_id, m.name, m.email, m.role, m.stores, r.permissions as own_permissions, s.expires_at, s.confirmed_at, s.used_at
   from staff_sessions s join staff_members m on m.id = s.staff_id left join staff_roles r on r.id = m.role
   where s.token_hash = $1 and s.expires_at > $2 and s.used_at > $3 and m.disabled_at is null`,
);

const touch = statement(
  'staff.touch-session',
  `with used as (update staff_sessions set used_at = $2 where id = $1 and used_at < $2 returning staff_id)
   update staff_members set last_seen_at = $2 from used where id = used.staff_id`,
);

/** Each call extends the idle limit. It is enough to write that once a minute. */
const touchedAfterMs = 60_000;

/** SQLSTATE of a write in a read-only database, such as a standby before its promotion. */
const readOnlyDatabase = '25006';

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === readOnlyDatabase;

/**
 * Finds the session of a cookie (OFF-05) in the primary, so that a revoked session is invalid on all nodes. While the database is
 * read-only, as during a failover, the desk can be read, but the last use is not stored.
 */
export const findStaffSession =
  (tx: Tx): FindStaffSession =>
  async (token, now, isPolled = false) => {
    const [row] = await selectSession(tx, [hashOfToken(token), now, new Date(now.getTime() - staffRules.idleMs)]);
    if (row === undefined) return undefined;
    if (!isPolled && now.getTime() - row.usedAt.getTime() >= touchedAfterMs)
      await touch(tx, [row.id, now]).catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
      });
    return callerOf(row);
  };

const insertSession = statement(
  'staff.open-session',
  `insert into staff_sessions (id, token_hash, staff_id, device, created_at, used_at, expires_at, confirmed_at)
   values ($1, $2, $3, $4, $5, $5, $6, $5)`,
);
const markSeen = statement('staff.seen', 'update staff_members set last_seen_at = $2 where id = $1');

/** Opens a session of twelve hours. Returns the cookie's token. Only the hash of the token is stored. */
export async function openStaffSession(tx: Tx, staffId: string, device: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + staffRules.sessionMs);
  await insertSession(tx, [randomUUID(), hashOfToken(token), staffId, device.slice(0, 200), now, expires]);
  await markSeen(tx, [staffId, now]);
  return token;
}

export interface OwnSessionRow {
  id: string;
  device: string;
  createdAt: Date;
  usedAt: Date;
}

const selectOwn = statement(
  'staff.own-sessions',
  `select id, device, created_at, used_at from staff_sessions
   where staff_id = $1 and expires_at > $2 and used_at > $3 order by used_at desc, id`,
);
export const listStaffSessions = (tx: Tx, staffId: string, now: Date): Promise<OwnSessionRow[]> =>
  selectOwn(tx, [staffId, now, new Date(now.getTime() - staffRules.idleMs)]);

const deleteOne = statement(
  'staff.end-session',
  'delete from staff_sessions where staff_id = $1 and id = $2 returning 1',
);
/** Returns false if the person has no such session. */
export const endStaffSession = async (tx: Tx, staffId: string, id: string): Promise<boolean> =>
  (await deleteOne(tx, [staffId, id])).length > 0;

const deleteAll = statement('staff.end-sessions', 'delete from staff_sessions where staff_id = $1 returning 1');
/** Returns the number of sessions that were ended. */
export const endStaffSessions = async (tx: Tx, staffId: string): Promise<number> =>
  (await deleteAll(tx, [staffId])).length;

const selectOpen = statement('staff.session-is-open', 'select 1 as found from staff_sessions where id = $1');
/** Returns false if the session was ended after its call arrived. */
export const isSessionOpen = async (tx: Tx, sessionId: string): Promise<boolean> =>
  (await selectOpen(tx, [sessionId])).length > 0;

const confirm = statement('staff.confirm-session', 'update staff_sessions set confirmed_at = $2 where id = $1');
export const confirmSession = async (tx: Tx, sessionId: string, now: Date): Promise<void> => {
  await confirm(tx, [sessionId, now]);
};

/** Deletes at most `most` sessions and as many challenges that expired before that moment. Returns their number. */
export const deleteOldStaffSessions = deleteOlder('staff.delete-old-sessions', 'staff_sessions', 'expires_at');
export const deleteOldChallenges = deleteOlder('staff.delete-old-challenges', 'staff_challenges', 'expires_at');
