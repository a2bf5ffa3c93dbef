import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** Number of days for which notices are stored. */
export const noticeDays = 30;

export interface StoredNotice {
  id: string;
  kind: string;
  entityId: string;
  detail: Readonly<Record<string, unknown>>;
  at: string;
  isRead: boolean;
}

/** The facts about a reader. A notice is for people with one of its permissions, and for limited people only if it concerns their stores. */
export interface NoticeReader {
  id: string;
  permissions: readonly string[];
  stores: readonly string[] | null;
}

// Leaves out notices from before the person joined.
const own = `n.created_at > (select m.created_at from staff_members m where m.id = $1)
  and (n.staff_id = $1 or n.staff_id is null and n.permission = any ($2::text[]) and ($3::text[] is null or n.places && $3::text[]))`;

const unreadOf = `not exists (select from desk_notice_reads r where r.staff_id = $1 and r.notice_id = n.id)`;

const noticesWhere = (isListed: string): string =>
  `select pg_current_snapshot()::text as next,
     (select count(*)::int from (select from desk_notices n where ${own} and ${unreadOf} limit $4::int) u) as unread,
     (select coalesce(json_agg(json_build_object('id', l.id::text, 'kind', l.kind, 'entityId', l.entity_id, 'detail', l.detail,
          'at', l.created_at, 'isRead', not l.is_unread) order by l.id desc), '[]')
      from (select n.*, ${unreadOf} as is_unread from desk_notices n where ${own} and ${isListed}
        order by ${unreadOf} desc, n.id desc limit $4::int) l) as notices`;

const columns = { next: neverNull(), unread: neverNull(), notices: column<StoredNotice[]>() };

const select = statement('notices.list', noticesWhere('true'), columns);

// A notice is new to a reader if its transaction is not visible in the snapshot of the previous read. A number or a time would skip a
// notice that got its number before that read and committed after it. An index finds the few notices that the snapshot could not see.
const selectSince = statement(
  'notices.since',
  noticesWhere(`n.written_by >= pg_snapshot_xmin($5::text::pg_snapshot)
          and not pg_visible_in_snapshot(n.written_by, $5::text::pg_snapshot)`),
  columns,
);

/** Reads a person's notices in one statement, unread notices first. Returns all, or only notices written since a snapshot. */
export async function readNotices(
  tx: Tx,
  { id, permissions, stores }: NoticeReader,
  { after, most }: { after: string | null; most: number },
): Promise<{ next: string; unread: number; notices: StoredNotice[] }> {
  const [row] = await (after === null
    ? select(tx, [id, permissions, stores, most])
    : selectSince(tx, [id, permissions, stores, most, after]));
  if (row === undefined) throw new Error('notices were not answered');
  return { ...row, notices: row.notices ?? [] };
}

// If a notice is marked again, by a second click or in a second tab, nothing is written.
const insertReads = statement(
  'notices.mark-read',
  `insert into desk_notice_reads (staff_id, notice_id)
   select $1, n.id from desk_notices n where ${own} and ($4::bigint[] is null or n.id = any ($4::bigint[])) on conflict do nothing`,
);

/** Marks notices of this person as read. Null marks all notices. */
export const markRead = async (tx: Tx, { id, permissions, stores }: NoticeReader, ids: readonly string[] | null) => {
  await insertReads(tx, [id, permissions, stores, ids === null ? null : ids.map(Number)]);
};

const forget = statement(
  'notices.forget',
  `with old as (select id from desk_notices where created_at < $1 order by created_at limit $2), gone as (
     delete from desk_notices where id in (select id from old) returning 1)
   select count(*)::int as count from gone`,
  { count: neverNull() },
);

export const forgetNotices = async (tx: Tx, before: Date, most: number): Promise<number> =>
  (await forget(tx, [before, most]))[0]?.count ?? 0;

// The key identifies the failure. If a job fails again after a retry, there is a new notice.
const insertDeadJobs = statement(
  'notices.dead-jobs',
  `insert into desk_notices (kind, entity_id, detail, permission, key)
   select 'deadJob', j.id::text, jsonb_build_object('task', j.task_identifier), 'ops.read', 'deadJob ' || j.id || ' ' || extract(epoch from j.updated_at)
   from graphile_worker.jobs j where j.attempts >= j.max_attempts and j.locked_at is null and j.last_error is not null
   on conflict (key) do nothing`,
);

/** Writes a notice for each job that has failed all its tries and has no notice yet. */
export const noteDeadJobs = async (tx: Tx): Promise<void> => {
  await insertDeadJobs(tx, []);
};
