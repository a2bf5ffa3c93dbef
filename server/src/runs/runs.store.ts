import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@ceiba/domain/actors/actor';
import { statement, type Tx } from '../platform/db/database.ts';

export type RunState = 'reading' | 'checked' | 'applying' | 'done' | 'refused' | 'failed';

/** Work on many rows: how far it has come, and what became of it. */
export interface Run {
  id: string;
  kind: string;
  state: RunState;
  /** Rows in all, taken over, and refused. */
  total: number;
  done: number;
  failed: number;
  options: Readonly<Record<string, unknown>>;
  result: Readonly<Record<string, unknown>>;
  fileName: string;
  fileHash: string | null;
  /** Of its rows: all, those with an error, or none any more. */
  rowsKept: 'all' | 'wrong' | 'none';
  actor: Actor;
  createdAt: Date;
  updatedAt: Date;
}

type RunRow = Omit<Run, 'actor'> & { actorKind: Actor['kind']; actorId: string | null };

const columns = `id, kind, state, total, done, failed, options, result, file_name as "fileName", file_hash as "fileHash",
  rows_kept as "rowsKept", actor_kind as "actorKind", actor_id as "actorId", created_at as "createdAt", updated_at as "updatedAt"`;

const toRun = ({ actorKind, actorId, ...run }: RunRow): Run => ({ ...run, actor: { kind: actorKind, id: actorId } });

// By the database's clock, with which movements of stock are written, too.
const insertRun = statement<
  RunRow,
  [
    id: string,
    kind: string,
    options: string,
    fileName: string,
    hash: string | null,
    actorKind: string,
    actorId: string | null,
  ]
>(
  'runs.begin',
  `insert into runs (id, kind, state, options, file_name, file_hash, actor_kind, actor_id, created_at, updated_at)
   values ($1, $2, 'reading', $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp()) returning ${columns}`,
);

export interface NewRun extends Pick<Run, 'kind' | 'options' | 'fileName' | 'fileHash' | 'actor'> {}

/** A run whose file is read from now on. */
export async function beginRun(tx: Tx, { kind, options, fileName, fileHash, actor }: NewRun): Promise<Run> {
  const whose = [actor.kind, actor.id] as const;
  const [row] = await insertRun(tx, [randomUUIDv7(), kind, JSON.stringify(options), fileName, fileHash, ...whose]);
  if (row === undefined) throw new Error('an inserted run was not answered');
  return toRun(row);
}

const updateRun = statement<
  RunRow,
  [
    id: string,
    state: string | null,
    total: number | null,
    done: number | null,
    failed: number | null,
    result: string,
    options: string,
  ]
>(
  'runs.change',
  `update runs set state = coalesce($2, state), total = coalesce($3, total), done = coalesce($4, done),
     failed = coalesce($5, failed), result = result || $6::jsonb, options = options || $7::jsonb,
     updated_at = clock_timestamp()
   where id = $1 returning ${columns}`,
);

/** Changes what is named; `result` and `options` are added to what stands there. */
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

const selectRun = statement<RunRow, [id: string]>('runs.by-id', `select ${columns} from runs where id = $1`);

export const findRun = async (tx: Tx, id: string): Promise<Run | undefined> =>
  (await selectRun(tx, [id])).map(toRun)[0];

const lockRunRow = statement<RunRow, [id: string]>(
  'runs.lock',
  `select ${columns} from runs where id = $1 for no key update skip locked`,
);

/** Keeps the run to this transaction; undefined where there is none, or another one has it. */
export const lockRun = async (tx: Tx, id: string): Promise<Run | undefined> =>
  (await lockRunRow(tx, [id])).map(toRun)[0];

// Waits for who has one of them. Each of them is locked in the same order; what is not checked any more by then is passed over.
const lockChecked = statement<{ id: string }, [kind: string, hash: string]>(
  'runs.lock-checked',
  `select id from runs where kind = $1 and file_hash = $2 and state = 'checked' order by id for no key update`,
);

/** Keeps the runs of these bytes that are checked to this transaction: of all who would apply them one does at a time. */
export const lockRunsOfFile = async (tx: Tx, kind: string, fileHash: string): Promise<void> => {
  await lockChecked(tx, [kind, fileHash]);
};

const selectLatest = statement<RunRow, [most: number]>(
  'runs.latest',
  `select ${columns} from runs order by created_at desc, id desc limit $1`,
);

/** The latest first. */
export const listRuns = async (tx: Tx, most: number): Promise<Run[]> => (await selectLatest(tx, [most])).map(toRun);

const selectOfFile = statement<RunRow, [kind: string, hash: string, states: readonly string[]]>(
  'runs.of-file',
  `select ${columns} from runs where kind = $1 and file_hash = $2 and state = any ($3)
     and updated_at > clock_timestamp() - interval '24 hours' order by created_at desc, id desc limit 1`,
);

/** The last run of these bytes that came to one of the states within 24 hours (BULK-08). */
export const findRunOfFile = async (
  tx: Tx,
  kind: string,
  fileHash: string,
  states: readonly RunState[],
): Promise<Run | undefined> => (await selectOfFile(tx, [kind, fileHash, states])).map(toRun)[0];

const deleteOld = statement<{ id: string }, [most: number]>(
  'runs.forget',
  `delete from runs where id in (
     select id from runs where created_at < clock_timestamp() - interval '400 days' and state <> 'applying' order by created_at limit $1)
   returning id`,
);

/** Forgets runs of over 400 days, at most so many; answers how many. */
export const forgetRuns = async (tx: Tx, most: number): Promise<number> => (await deleteOld(tx, [most])).length;
