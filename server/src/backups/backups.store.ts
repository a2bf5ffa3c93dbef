import { randomUUID } from 'node:crypto';
import { builtStatement, type Database, type Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

/** `backup-elsewhere`: a backup to a place that is not configured. It does not count as a nightly copy. */
export type RunKind = 'backup' | 'backup-elsewhere' | 'restore' | 'drill';

const insertRun = statement(
  'backups.begin',
  'insert into backup_runs (id, kind, copy, place, started_at) values ($1, $2, $3, $4, $5)',
);

const endRun = statement('backups.end', 'update backup_runs set ended_at = $2, bytes = $3, error = $4 where id = $1');

/** Records the start and the end of `work`. `place`: the place of the copy. @throws the error of `work` */
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

/** Held by the process that copies the shop, and released with its connection. */
const copyingLock = 4232_003;

/** Runs `work`. @throws if another process of the shop is doing so */
export async function withDatabaseLock<T>({ pool }: Database, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${copyingLock}) as "isOurs"`);
    if (rows[0]?.isOurs !== true) throw new Error('Another process is copying the shop.');
    return await work();
  } finally {
    // Released before the answer, because the server notices a closed connection later. A lost connection has released the lock
    // already.
    await client.query(`select pg_advisory_unlock(${copyingLock})`).catch(() => {});
    client.release(true);
  }
}

const selectLeftovers = statement(
  'backups.drill-leftovers',
  `select datname as name from pg_database
   where starts_with(datname, 'ceiba_drill_' || (select oid from pg_database where datname = current_database()) || '_')
     and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)
   order by datname`,
  { name: neverNull() },
);

/** Finds databases of interrupted drills of this shop that are not in use. Each contains all customer data. */
export const findDrillLeftovers = async (tx: Tx): Promise<string[]> =>
  (await selectLeftovers(tx, [])).map(({ name }) => name);

const selectOid = statement(
  'backups.database-oid',
  'select oid::int8::float8 as oid from pg_database where datname = current_database()',
  { oid: neverNull() },
);

/** Returns a name for the database of a drill. The name identifies the shop, because another shop on the server may have drills, too. */
export const nameForDrill = async (tx: Tx): Promise<string> =>
  `ceiba_drill_${(await selectOid(tx, []))[0]?.oid}_${randomUUID().slice(0, 8)}`;

const selectLast = statement(
  'backups.last',
  `select kind, max(ended_at) as ended_at from backup_runs where ended_at is not null and error is null group by kind`,
  { endedAt: neverNull() },
);

/** Finds the last success of each kind of run. */
export async function findLastRuns(tx: Tx): Promise<Partial<Record<RunKind, Date>>> {
  return Object.fromEntries((await selectLast(tx, [])).map(({ kind, endedAt }) => [kind, endedAt]));
}

const selectPlaces = statement(
  'backups.places',
  'select distinct place from backup_runs where place is not null and error is null and ended_at >= $1 order by place',
  { place: neverNull() },
);

/** Lists folders and buckets that received backups since that time. */
export const listPlaces = async (tx: Tx, since: Date): Promise<string[]> =>
  (await selectPlaces(tx, [since])).map(({ place }) => place);

const selectServerVersion = statement(
  'backups.server-version',
  `select current_setting('server_version_num')::int as version`,
  { version: neverNull() },
);

/** The format of `server_version_num`: 150018. */
export const findServerVersion = async (tx: Tx): Promise<number> =>
  (await selectServerVersion(tx, []))[0]?.version ?? 0;

/** The state of archiving the server's log. Absent if the server archives no log. */
interface Archiving {
  isFailing: boolean;
  /** The time at which a segment last reached the archive. Null if no segment ever did. */
  archivedAt: Date | null;
  /** The segment that last failed. */
  failed: string | null;
}

// A standby archives nothing, and refuses the query for its write position. Names of segments sort as bytes.
const selectArchiving = statement(
  'backups.archiving',
  `select last_archived_time as "archivedAt", last_failed_wal as failed,
     coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
     or coalesce(last_archived_time, pg_postmaster_start_time()) < clock_timestamp() - interval '10 minutes'
       and coalesce(last_archived_wal, '') < pg_walfile_name(
         pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))) collate "C" as "isFailing"
   from pg_stat_archiver where case when current_setting('archive_mode') = 'off' then false else not pg_is_in_recovery() end`,
  { isFailing: neverNull() },
);

/** Reads whether the server's log reaches its archive. It does if the last segment arrived and no complete segment has waited for ten minutes. */
export const findArchiving = async (tx: Tx): Promise<Archiving | undefined> => (await selectArchiving(tx, []))[0];

const selectIsEmpty = statement(
  'backups.is-empty',
  `select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as "isEmpty"`,
);

/** Returns whether a database has no table yet. */
export const isEmptyDatabase = async (tx: Tx): Promise<boolean> => (await selectIsEmpty(tx, []))[0]?.isEmpty === true;

/** How far each number skips beyond the highest known number. Fewer numbers were assigned since the backup. */
const numbersLeftOut = 10_000;
/** A till's number is part of its receipts (R-02-000017), and tills are rarely added. */
const tillNumbersLeftOut = 100;

/** SQL for every number that is assigned in sequence, by name: the sequences, and the receipts of each till. */
const givenNumbers = `select sequencename::text as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null
  union all select 'receipts of till ' || number, receipts from tills`;

const selectNumbers = statement('backups.numbers', givenNumbers, { name: neverNull(), value: neverNull() });

/** Finds the highest assigned number of each kind, by name. */
export const findNumbers = async (tx: Tx): Promise<Record<string, number>> =>
  Object.fromEntries((await selectNumbers(tx, [])).map(({ name, value }) => [name, value]));

const moveNumbers = statement(
  'backups.move-numbers',
  `with sequences as (
     select setval(format('%I.%I', schemaname, sequencename)::regclass, least(max_value,
       greatest(coalesce(last_value, start_value - 1), coalesce(($1::jsonb ->> sequencename::text)::bigint, 0))
       + case sequencename::text when 'till_numbers' then $3::bigint else $2::bigint end)) as last
     from pg_sequences where schemaname = 'public'),
   receipts as (
     update tills set receipts = greatest(receipts, coalesce(($1::jsonb ->> ('receipts of till ' || number))::integer, 0)) + $2::integer returning id),
   lanes as (update event_lanes set last_sequence = last_sequence + $2::integer returning entity)
   select (select count(*) from sequences) as sequences, (select count(*) from receipts) as receipts, (select count(*) from lanes) as lanes`,
);

/**
 * Moves every number of a restored database beyond the highest known number, so that none is assigned twice: numbers of
 * orders, returns, complaints, manifests, tills and receipts, and row IDs. `known`: the numbers in later backups.
 */
export const advanceSequences = async (tx: Tx, known: Readonly<Record<string, number>>): Promise<void> => {
  await moveNumbers(tx, [JSON.stringify(known), numbersLeftOut, tillNumbersLeftOut]);
};

// PostgreSQL prepares no truncate, so it cannot describe the statement.
const endSessions = builtStatement(
  'backups.end-sessions',
  'truncate staff_sessions, staff_challenges, staff_invitations, staff_passkey_challenges',
);

/** Ends all staff sessions, half-finished sign-ins and invitations after a restore, because some may have ended since the copy. */
export const endStaffAccess = async (tx: Tx): Promise<void> => {
  await endSessions(tx, []);
};

/**
 * Adds the times of the last successful copy and the last successful drill to /metrics. Absent without success, and
 * while the database is away. Alarms: more than 26 hours, more than 35 days (OPS-05, OPS-07).
 */
export const backupMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_backup_done_timestamp_seconds',
    help: 'Time at which a backup of the shop was last made (backup; backup-elsewhere: not to BACKUP_TO), restored (restore) or tested (drill)',
    labels: ['kind'],
    read: async () =>
      Object.entries(await findLastRuns(db.write)).map(([kind, at]) => ({
        labels: { kind },
        value: at.getTime() / 1000,
      })),
  },
  {
    name: 'ceiba_archive_failing',
    help: '1 if the log of the database does not reach its archive. Absent if the database archives no log',
    read: async () => {
      const archiving = await findArchiving(db.write);
      return archiving === undefined ? [] : [{ value: archiving.isFailing ? 1 : 0 }];
    },
  },
];
