import { randomUUID } from 'node:crypto';
import { type Database, statement, type Tx } from '../platform/db/database.ts';
import type { Measure } from '../platform/operations/metrics.ts';

/** `backup-elsewhere`: to a place that the settings do not name. It stands for no nightly copy. */
export type RunKind = 'backup' | 'backup-elsewhere' | 'restore' | 'drill';

const insertRun = statement<object, [id: string, kind: RunKind, copy: string, place: string | null, startedAt: Date]>(
  'backups.begin',
  'insert into backup_runs (id, kind, copy, place, started_at) values ($1, $2, $3, $4, $5)',
);

const endRun = statement<object, [id: string, endedAt: Date, bytes: number | null, error: string | null]>(
  'backups.end',
  'update backup_runs set ended_at = $2, bytes = $3, error = $4 where id = $1',
);

/** Writes down that `work` began, and how it ended; `place`: where it puts a copy. @throws what it throws */
export async function recordRun<T extends { bytes: number }>(
  tx: Tx,
  run: { kind: RunKind; copy: string; place?: string; now: () => Date },
  work: () => Promise<T>,
): Promise<T> {
  const id = randomUUID();
  await insertRun(tx, [id, run.kind, run.copy, run.place ?? null, run.now()]);
  try {
    const done = await work();
    await endRun(tx, [id, run.now(), done.bytes, null]);
    return done;
  } catch (error) {
    await endRun(tx, [id, run.now(), null, error instanceof Error ? error.message : String(error)]);
    throw error;
  }
}

/** The address of a database, for PostgreSQL's own programs. */
export const urlOf = ({ pool }: Database): string => {
  const { connectionString } = pool.options;
  if (connectionString === undefined) throw new Error('a pool without an address');
  return connectionString;
};

/** Held by the process that copies the shop; gone with its connection. */
const copyingLock = 4232_003;

/** Runs `work` unless another process of the shop is at it. @throws then */
export async function aloneInDatabase<T>({ pool }: Database, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${copyingLock}) as "isOurs"`);
    if (rows[0]?.isOurs !== true) throw new Error('Another process is copying the shop.');
    return await work();
  } finally {
    // Let go of before it is answered, as the server hears of a closed connection later; it goes with one that was lost meanwhile.
    await client.query(`select pg_advisory_unlock(${copyingLock})`).catch(() => {});
    client.release(true);
  }
}

const selectLeftovers = statement<{ name: string }>(
  'backups.drill-leftovers',
  `select datname as name from pg_database
   where starts_with(datname, 'ceiba_drill_' || (select oid from pg_database where datname = current_database()) || '_')
     and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)
   order by datname`,
);

/** Databases of drills of this shop's database that were interrupted: nobody is at them. Each is a whole copy of its customers. */
export const findDrillLeftovers = async (tx: Tx): Promise<string[]> =>
  (await selectLeftovers(tx, [])).map(({ name }) => name);

const selectOid = statement<{ oid: number }>(
  'backups.database-oid',
  'select oid::int8::float8 as oid from pg_database where datname = current_database()',
);

/** A name for the database of a drill, which tells whose it is: another shop of the same server keeps its own. */
export const nameForDrill = async (tx: Tx): Promise<string> =>
  `ceiba_drill_${(await selectOid(tx, []))[0]?.oid}_${randomUUID().slice(0, 8)}`;

const selectLast = statement<{ kind: RunKind; ended_at: Date }>(
  'backups.last',
  `select kind, max(ended_at) as ended_at from backup_runs where ended_at is not null and error is null group by kind`,
);

/** When a run of each kind last went well. */
export async function findLastRuns(tx: Tx): Promise<Partial<Record<RunKind, Date>>> {
  return Object.fromEntries((await selectLast(tx, [])).map(({ kind, ended_at: endedAt }) => [kind, endedAt]));
}

const selectPlaces = statement<{ place: string }, [since: Date]>(
  'backups.places',
  'select distinct place from backup_runs where place is not null and error is null and ended_at >= $1 order by place',
);

/** Folders and buckets that copies were put into since that moment. */
export const listPlaces = async (tx: Tx, since: Date): Promise<string[]> =>
  (await selectPlaces(tx, [since])).map(({ place }) => place);

const selectServerVersion = statement<{ version: number }>(
  'backups.server-version',
  `select current_setting('server_version_num')::int as version`,
);

/** As `server_version_num` says it: 150018. */
export const findServerVersion = async (tx: Tx): Promise<number> =>
  (await selectServerVersion(tx, []))[0]?.version ?? 0;

/** Log that waits to be archived; absent where the server archives none. */
interface Archiving {
  isFailing: boolean;
  /** When a segment last reached the archive; null: never. */
  archivedAt: Date | null;
  /** The segment that was last refused. */
  failed: string | null;
}

// A standby, which may not be asked where it writes, archives none. Names of segments are in their order as bytes.
const selectArchiving = statement<Archiving>(
  'backups.archiving',
  `select last_archived_time as "archivedAt", last_failed_wal as failed,
     coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
     or coalesce(last_archived_time, pg_postmaster_start_time()) < clock_timestamp() - interval '10 minutes'
       and coalesce(last_archived_wal, '') < pg_walfile_name(
         pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))) collate "C" as "isFailing"
   from pg_stat_archiver where case when current_setting('archive_mode') = 'off' then false else not pg_is_in_recovery() end`,
);

/** Whether the server's log reaches its archive: the last segment did, and none that is whole has waited for ten minutes. */
export const findArchiving = async (tx: Tx): Promise<Archiving | undefined> => (await selectArchiving(tx, []))[0];

const selectIsEmpty = statement<{ isEmpty: boolean }>(
  'backups.is-empty',
  `select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as "isEmpty"`,
);

/** Whether a database has no table yet. */
export const isEmptyDatabase = async (tx: Tx): Promise<boolean> => (await selectIsEmpty(tx, []))[0]?.isEmpty === true;

/** How far each number goes on behind the highest known one. What was given out since the copy is less than that. */
const numbersLeftOut = 10_000;
/** A till's number stands in its receipts (R-02-000017), and few tills are ever made. */
const tillNumbersLeftOut = 100;

/** SQL: every number that is given out in turn, by its name: the sequences, and the receipts of each till. */
const givenNumbers = `select sequencename::text as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null
  union all select 'receipts of till ' || number, receipts from tills`;

const selectNumbers = statement<{ name: string; value: number }>('backups.numbers', givenNumbers);

/** The highest number that was given out of each kind, by its name. */
export const findNumbers = async (tx: Tx): Promise<Record<string, number>> =>
  Object.fromEntries((await selectNumbers(tx, [])).map(({ name, value }) => [name, value]));

const moveNumbers = statement<object, [known: string, leftOut: number, leftOutOfTills: number]>(
  'backups.move-numbers',
  `with sequences as (
     select setval(format('%I.%I', schemaname, sequencename)::regclass, least(max_value,
       greatest(coalesce(last_value, start_value - 1), coalesce(($1::jsonb ->> sequencename::text)::bigint, 0))
       + case sequencename::text when 'till_numbers' then $3::bigint else $2::bigint end)) as last
     from pg_sequences where schemaname = 'public'),
   receipts as (
     update tills set receipts = greatest(receipts, coalesce(($1::jsonb ->> ('receipts of till ' || number))::integer, 0)) + $2::integer returning id),
   lanes as (update event_lanes set last_sequence = last_sequence + $2::integer returning entity)
   select (select count(*) from sequences), (select count(*) from receipts), (select count(*) from lanes)`,
);

/**
 * Moves every number of a restored database behind the highest known one, so that none is given out twice: the numbers of orders, returns,
 * complaints, manifests, tills and their receipts, and the ids of rows. `known`: what later copies say of them.
 */
export const moveNumbersOn = async (tx: Tx, known: Readonly<Record<string, number>>): Promise<void> => {
  await moveNumbers(tx, [JSON.stringify(known), numbersLeftOut, tillNumbersLeftOut]);
};

const endSessions = statement('backups.end-sessions', 'truncate staff_sessions, staff_challenges, staff_invitations');

/** Sessions, half of a sign-in and invitations of the staff that have ended since a copy was taken do not hold again when it is brought back. */
export const endStaffAccess = async (tx: Tx): Promise<void> => {
  await endSessions(tx, []);
};

/**
 * Adds to /metrics when the shop was last copied and a copy last tried. Absent where it never was, and while the database is away. Rules
 * of alarms: more than 26 hours, more than 35 days (OPS-05, OPS-07).
 */
export const backupMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_backup_done_timestamp_seconds',
    help: 'When a copy of the shop was last made (backup; backup-elsewhere: not to BACKUP_TO), brought back (restore) or tried (drill)',
    labels: ['kind'],
    read: async () =>
      Object.entries(await findLastRuns(db.write)).map(([kind, at]) => ({
        labels: { kind },
        value: at.getTime() / 1000,
      })),
  },
  {
    name: 'ceiba_archive_failing',
    help: '1: the log of the database does not reach its archive. Absent where it has none',
    read: async () => {
      const archiving = await findArchiving(db.write);
      return archiving === undefined ? [] : [{ value: archiving.isFailing ? 1 : 0 }];
    },
  },
];
