import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@ceiba/domain/actors/actor';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

export type RunState = 'reading' | 'checked' | 'applying' | 'done' | 'refused' | 'failed' | 'canceled';

/** Work on many rows, with its progress and its outcome. */
export interface Run {
  id: string;
  kind: string;
  state: RunState;
  /** Numbers of rows: all, applied, and refused. */
  total: number;
  done: number;
  failed: number;
  options: Readonly<Record<string, unknown>>;
  result: Readonly<Record<string, unknown>>;
  fileName: string;
  fileHash: string | null;
  /** The rows that are still stored: all rows, the rows with an error, or none. */
  rowsKept: 'all' | 'wrong' | 'none';
  actor: Actor;
  createdAt: Date;
  updatedAt: Date;
}

type RunRow = Omit<Run, 'actor'> & { actorKind: Actor['kind']; actorId: string | null };

const columns = `id, kind, state, total, done, failed, options, result, file_name as "fileName", file_hash as "fileHash",
  rows_kept as "rowsKept", actor_kind as "actorKind", actor_id as "actorId", created_at as "createdAt", updated_at as "updatedAt"`;

const toRun = ({ actorKind, actorId, ...run }: RunRow): Run => ({ ...run, actor: { kind: actorKind, id: actorId } });

// Uses the database's clock, as movements of stock do.
const insertRun = statement(
  'runs.begin',
  `insert into runs (id, kind, state, options, file_name, file_hash, actor_kind, actor_id, created_at, updated_at)
   values ($1, $2, 'reading', $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp()) returning ${columns}`,
  {
    options: column<Readonly<Record<string, unknown>>>(),
    result: column<Readonly<Record<string, unknown>>>(),
    actorKind: column<Actor['kind']>(),
  },
);

export interface NewRun extends Pick<Run, 'kind' | 'options' | 'fileName' | 'fileHash' | 'actor'> {}

/** Starts a run. Its file is read afterwards. */
export async function beginRun(tx: Tx, { kind, options, fileName, fileHash, actor }: NewRun): Promise<Run> {
  const actorValues = [actor.kind, actor.id] as const;
  const [row] = await insertRun(tx, [
    randomUUIDv7(),
    kind,
    JSON.stringify(options),
    fileName,
    fileHash,
    ...actorValues,
  ]);
  if (row === undefined) throw new Error('an inserted run was not answered');
  return toRun(row);
}

const updateRun = statement(
  'runs.change',
  `update runs set state = coalesce($2, state), total = coalesce($3, total), done = coalesce($4, done),
     failed = coalesce($5, failed), result = result || $6::jsonb, options = options || $7::jsonb,
     updated_at = clock_timestamp()
   where id = $1 returning ${columns}`,
  {
    options: column<Readonly<Record<string, unknown>>>(),
    result: column<Readonly<Record<string, unknown>>>(),
    actorKind: column<Actor['kind']>(),
  },
);

/** Changes the named fields. Merges `result` and `options` into the stored values. */
export async function changeRun(
  tx: Tx,
  id: string,
  changes: Partial<Pick<Run, 'state' | 'total' | 'done' | 'failed' | 'result' | 'options'>>,
): Promise<Run> {
  const { state, total, done, failed, result = {}, options = {} } = changes;
  const numbers = [total ?? null, done ?? null, failed ?? null] as const;
  const [row] = await updateRun(tx, [id, state ?? null, ...numbers, JSON.stringify(result), JSON.stringify(options)]);
  if (row === undefined) throw new Error(`there is no run ${id}`);
  return toRun(row);
}

const selectRun = statement('runs.by-id', `select ${columns} from runs where id = $1`, {
  options: column<Readonly<Record<string, unknown>>>(),
  result: column<Readonly<Record<string, unknown>>>(),
  actorKind: column<Actor['kind']>(),
});

export const findRun = async (tx: Tx, id: string): Promise<Run | undefined> =>
  (await selectRun(tx, [id])).map(toRun)[0];

const lockRunRow = statement('runs.lock', `select ${columns} from runs where id = $1 for no key update skip locked`, {
  options: column<Readonly<Record<string, unknown>>>(),
  result: column<Readonly<Record<string, unknown>>>(),
  actorKind: column<Actor['kind']>(),
});

/** Locks the run for this transaction. Undefined if it does not exist, or another transaction has locked it. */
export const lockRun = async (tx: Tx, id: string): Promise<Run | undefined> =>
  (await lockRunRow(tx, [id])).map(toRun)[0];

// Waits for other transactions. Locks the runs in one order, and skips runs that are no longer `checked`.
const lockChecked = statement(
  'runs.lock-checked',
  `select id from runs where kind = $1 and file_hash = $2 and state = 'checked' order by id for no key update`,
);

/** Locks the checked runs of the same bytes for this transaction, so that only one is applied at a time. */
export const lockRunsOfFile = async (tx: Tx, kind: string, fileHash: string): Promise<void> => {
  await lockChecked(tx, [kind, fileHash]);
};

const selectLatest = statement(
  'runs.latest',
  `select ${columns} from runs order by created_at desc, id desc limit $1`,
  {
    options: column<Readonly<Record<string, unknown>>>(),
    result: column<Readonly<Record<string, unknown>>>(),
    actorKind: column<Actor['kind']>(),
  },
);

/** Lists runs, the latest first. */
export const listRuns = async (tx: Tx, most: number): Promise<Run[]> => (await selectLatest(tx, [most])).map(toRun);

const selectOfFile = statement(
  'runs.of-file',
  `select ${columns} from runs where kind = $1 and file_hash = $2 and state = any ($3)
     and updated_at > clock_timestamp() - interval '24 hours' order by created_at desc, id desc limit 1`,
  {
    options: column<Readonly<Record<string, unknown>>>(),
    result: column<Readonly<Record<string, unknown>>>(),
    actorKind: column<Actor['kind']>(),
  },
);

/** Finds the last run of the same bytes that reached one of the states within 24 hours (BULK-08). */
export const findRunOfFile = async (
  tx: Tx,
  kind: string,
  fileHash: string,
  states: readonly RunState[],
): Promise<Run | undefined> => (await selectOfFile(tx, [kind, fileHash, states])).map(toRun)[0];

const deleteOld = statement(
  'runs.forget',
  `delete from runs where id in (
     select id from runs where created_at < clock_timestamp() - interval '400 days' and state <> 'applying' order by created_at limit $1)
   returning id`,
);

/** Deletes at most `most` runs that are older than 400 days. Returns how many. */
export const forgetRuns = async (tx: Tx, most: number): Promise<number> => (await deleteOld(tx, [most])).length;
