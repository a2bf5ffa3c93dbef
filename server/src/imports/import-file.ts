import { basename } from 'node:path';
import type { Actor } from '@ceiba/domain/actors/actor';
import { maxRowsOfCommand } from '@ceiba/domain/imports/file-limits';
import type { CellFormat } from '@ceiba/domain/imports/read-cell';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { enqueue } from '../jobs/job-queue.ts';
import { type Database, databaseWithin, type Tx } from '../platform/db/database.ts';
import { beginRun, changeRun, findRun, findRunOfFile, lockRun, type Run } from '../runs/runs.store.ts';
import { endFailedRun, RunInUse } from './failed-run.ts';
import type { Column, Conflict, Kind, Portion, PriceListStart } from './import-kind.ts';
import { refusalOfActor } from './import-rights.ts';
import {
  analyzeTables,
  type Counts,
  checkRows,
  countRows,
  type Difference,
  findConflicts,
  lockTargets,
  markConflicts,
  nextPortion,
  type ReadRow,
  sampleRows,
  stageRows,
} from './import-rows.store.ts';
import { findKind } from './kinds.ts';
import type { Notice } from './notices.ts';
import { type FileRefusal, type OpenRows, openRows } from './open-rows.ts';
import { type FileFormat, hashFile, UnreadableFile } from './read-file.ts';
import { type HeadingOptions, noHeadingOptions, type ShownHeading } from './read-headings.ts';
import { findTwins } from './twin-keys.store.ts';

/** Maximum number of rows, and of characters in their cells, that one statement compares. */
const stagedAtOnce = 500;
const stagedCharacters = 1_000_000;
/**
 * Maximum number of rows that one statement writes. For stock this takes some tenths of a second, so no order waits
 * longer than a second.
 */
const writtenAtOnce = 1_000;
/** Files of stock and prices with more rows than this are applied in portions (BULK-07). */
const maxAtOnce = 5_000;
/** No row has a higher number. */
const lastRow = 2 ** 31 - 1;
/** Milliseconds until the job checks whether the process that applies a run has ended. If so, the job continues the run. */
const jobDelayMs = 30_000;

/** Import jobs run one at a time. They leave the other places of a worker to jobs for which shoppers wait. */
export const importQueue = 'imports';

export const runKindOf = (kind: Kind): string => `import ${kind.name}`;

/** The kind of a run's file. Undefined if the kind no longer exists. */
export const kindOf = (run: Run | undefined): Kind | undefined => findKind(run?.kind.replace(/^import /, '') ?? '');

export interface ImportRequest {
  kind: Kind;
  path: string;
  format: CellFormat & FileFormat;
  wishes?: HeadingOptions;
  actor: Actor;
  now: Date;
  /** Applies the file even if the same bytes were applied within 24 hours. */
  isAgain?: boolean;
}

export type ImportRefusal = FileRefusal | { code: 'IMPORT_ALREADY_APPLIED'; run: Run };

/** A file that was read and compared. Nothing in the shop has changed. */
export interface CheckedImport {
  run: Run;
  counts: Counts;
  /** The first 100 differences (BULK-03). */
  sample: readonly Difference[];
  /** Notices of the check besides errors (record 0120). */
  notices: readonly Notice[];
  /** True if an interrupted run of the same bytes is continued. The file was then not read again. */
  isResumed: boolean;
}

/** Adds rows to a run in batches. */
export const stageAll = async (
  db: Database,
  kind: Kind,
  runId: string,
  rows: AsyncIterable<ReadRow> | Iterable<ReadRow>,
): Promise<number> => {
  let batch: ReadRow[] = [];
  let characters = 0;
  let total = 0;
  const write = async (): Promise<void> => {
    if (batch.length > 0) await db.transaction((tx) => stageByIndex(tx, kind, runId, batch));
    total += batch.length;
    batch = [];
    characters = 0;
  };
  for await (const row of rows) {
    batch.push(row);
    characters += Object.values(row.cells).reduce<number>((sum, cell) => sum + String(cell).length, 0);
    if (batch.length === stagedAtOnce || characters > stagedCharacters) await write();
  }
  await write();
  return total;
};

/** Each row looks up its own target, because the planner has no statistics of freshly filled tables. */
const lookUpByIndex = (tx: Tx): Promise<unknown> => tx.run({ text: 'set local enable_seqscan = off', values: [] });

const stageByIndex = async (tx: Tx, kind: Kind, runId: string, rows: readonly ReadRow[]): Promise<void> => {
  await lookUpByIndex(tx);
  await stageRows(tx, kind, runId, rows);
};

/** Checks the complete rows of a run for errors, and marks the run as ready to be applied. */
export const finishReading = async (
  db: Database,
  kind: Kind,
  runId: string,
  { total, notices: given = [] }: { total: number; notices?: readonly Notice[] },
): Promise<CheckedImport> => {
  const found = await db.transaction(async (tx) => {
    if (total >= stagedAtOnce) await analyzeTables(tx, ['import_rows']);
    await lookUpByIndex(tx);
    await checkRows(tx, kind, runId);
    return [...(await findTwins(tx, kind, runId)), ...((await kind.notices?.(tx, runId)) ?? [])];
  });
  const notices = [...given, ...found];
  const counts = await countRows(db.write, runId);
  const run = await changeRun(db.write, runId, {
    state: 'checked',
    total,
    failed: counts.wrong,
    result: { ...counts },
    options: { notices },
  });
  return { run, counts, sample: await sampleRows(db.write, runId, 100), notices, isResumed: false };
};

/** Finds a run of the same bytes. A recent run refuses the file, an interrupted run is continued. */
export const findEarlier = async (
  db: Database,
  kind: Kind,
  fileHash: string,
  isAgain: boolean,
): Promise<Result<CheckedImport | undefined, ImportRefusal>> => {
  const name = runKindOf(kind);
  const open = await findRunOfFile(db.write, name, fileHash, ['applying']);
  if (open !== undefined)
    return ok({ run: open, counts: await countRows(db.write, open.id), sample: [], notices: [], isResumed: true });
  const applied = isAgain ? undefined : await findRunOfFile(db.write, name, fileHash, ['done']);
  return applied === undefined ? ok(undefined) : refuse({ code: 'IMPORT_ALREADY_APPLIED', run: applied });
};

/**
 * Reads a file as a stream into a run, compares each row with the shop's data, and finds all errors (BULK-03 to 05).
 * Changes nothing in the shop. `applyImport` does.
 */
export async function checkFile(
  db: Database,
  { kind, path, format, wishes = noHeadingOptions, actor, now, isAgain = false }: ImportRequest,
): Promise<Result<CheckedImport, ImportRefusal>> {
  const opened = await openRows(db.read, { kind, path, format, wishes, now, most: maxRowsOfCommand });
  if (!opened.ok) return opened;
  const fileHash = await hashFile(path);
  const earlier = await findEarlier(db, kind, fileHash, isAgain);
  if (!earlier.ok) return earlier;
  if (earlier.value !== undefined) return ok(earlier.value);
  const run = await beginRun(db.write, {
    kind: runKindOf(kind),
    options: optionsOf(opened.value),
    fileName: basename(path),
    fileHash,
    actor,
  });
  return readInto(db, kind, run.id, opened.value);
}

/** The options of an opened file that its run stores. */
const optionsOf = ({ columns, headings = [], system }: OpenRows) => ({ columns, headings, system });

/** Reads rows into their run and compares them. A file that cannot be read to its end is refused. */
async function readInto(
  db: Database,
  kind: Kind,
  runId: string,
  { rows, notices }: OpenRows,
): Promise<Result<CheckedImport, FileRefusal>> {
  try {
    const total = await stageAll(db, kind, runId, rows);
    return ok(await finishReading(db, kind, runId, { total, notices: notices?.() ?? [] }));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const refusal = { code: 'IMPORT_UNREADABLE', text: error.message } as const;
    await changeRun(db.write, runId, { state: 'refused', result: refusal });
    return refuse(refusal);
  }
}

/**
 * Like `checkFile`, for a run whose file is already stored, such as an upload. `open` opens the file. Uses one
 * transaction, which includes the writes of `tidy`. If the process is killed, the next process finds the run unchanged.
 * @throws if another process is working on the run
 */
export async function checkRun(
  db: Database,
  runId: string,
  {
    open,
    tidy,
  }: {
    open: (
      kind: Kind,
      format: ImportRequest['format'],
      wishes: HeadingOptions,
    ) => Promise<Result<OpenRows, FileRefusal>>;
    tidy: (tx: Tx) => Promise<unknown>;
  },
): Promise<void> {
  const found = await findRun(db.write, runId);
  const kind = kindOf(found);
  if (found?.state !== 'reading') return;
  // The kind belongs to a newer release, whose process can read the file at a later attempt.
  if (kind === undefined) throw new Error(`unknown kind of import: ${found.kind}`);
  const opened = await open(kind, formatOf(found), wishesOf(found));
  try {
    await db.transaction(async (tx) => {
      const run = await lockRun(tx, runId);
      if (run === undefined) throw new RunInUse('another process is working on the file');
      if (run.state !== 'reading') return;
      await tidy(tx);
      const forbidden = await refusalOfActor(tx, run.actor, kind, opened.ok ? opened.value.columns : []);
      const refused = forbidden ?? (opened.ok ? undefined : opened.error);
      if (refused !== undefined || !opened.ok)
        return void (await changeRun(tx, runId, { state: 'refused', result: { ...refused } }));
      await changeRun(tx, runId, { options: optionsOf(opened.value) });
      // Runs without savepoints. Hundreds of them in one transaction would slow down the reads of all connections.
      const within = { ...databaseWithin(db, tx), transaction: <T>(work: (all: typeof tx) => Promise<T>) => work(tx) };
      await readInto(within, kind, runId, opened.value);
    });
  } catch (error) {
    throw await endFailedRun(db, runId, error);
  }
}

/** The format that the uploader declared for a file. */
const formatOf = ({ options }: Run): ImportRequest['format'] => Object(options['format']);
const wishesOf = ({ options }: Run): HeadingOptions => ({ ...noHeadingOptions, ...Object(options['wishes']) });

export type ApplyRefusal =
  | { code: 'IMPORT_INVALID'; counts: Counts }
  | { code: 'IMPORT_CONFLICT'; counts: Counts }
  | { code: 'IMPORT_NOT_CHECKED'; state: Run['state'] | undefined }
  /** The person who started to apply the run has lost a permission since. */
  | { code: 'FORBIDDEN'; text: string };

export interface AppliedImport {
  run: Run;
  counts: Counts;
}

/** The run is all or nothing, and a row's target has changed since it was read. */
class ConflictFound extends Error {
  readonly conflicts: readonly Conflict[];
  constructor(conflicts: readonly Conflict[]) {
    super('rows of an import changed since they were read');
    this.conflicts = conflicts;
  }
}

/** The headings of a run's file, if they have been read. */
export const columnsOfFile = ({ options }: Run): readonly string[] =>
  Array.isArray(options['columns']) ? options['columns'].map(String) : [];

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The meaning of the headings of a run's file. */
export const headingsOf = ({ options }: Run): ShownHeading[] =>
  listIn(options['headings']).map((one) => {
    const { heading, column }: Partial<ShownHeading> = Object(one);
    return { heading: String(heading), column: column ?? null };
  });

/** Notices of a run's file besides errors. */
export const noticesOf = ({ options }: Run): Notice[] => listIn(options['notices']).map((one): Notice => Object(one));

/** The columns of a run's file, and the columns derived from them. */
const columnsOf = (kind: Kind, run: Run): Column[] => {
  const named = new Set(columnsOfFile(run).map((name) => kind.partOf?.(name)?.partOf?.name ?? name));
  return kind.columns.filter(({ name, isDerived = false }) => isDerived || named.has(name));
};

/** Writes a portion whose targets are locked. Returns the conflicting rows, which are not written. */
const writePortion = async (tx: Tx, kind: Kind, run: Run, portion: Portion): Promise<Conflict[]> => {
  const columns = columnsOf(kind, run);
  const stale = kind.judgesConflicts === true ? [] : await findConflicts(tx, kind, portion, columns);
  if (stale.length > 0) await markConflicts(tx, run.id, stale, kind);
  const refused = await kind.apply(tx, portion, columns);
  if (refused.length > 0) await markConflicts(tx, run.id, refused, kind);
  return [...stale, ...refused];
};

/** Counts the rows of a checked or applied run. The rows themselves are deleted soon. */
export const countsIn = ({ result }: Run): Counts => {
  const count = (outcome: keyof Counts): number => Number(result[outcome] ?? 0);
  return {
    new: count('new'),
    changed: count('changed'),
    equal: count('equal'),
    wrong: count('wrong'),
    conflict: count('conflict'),
  };
};

interface Step {
  isDone: boolean;
  run: Run;
}

/**
 * Refuses a run whose applier has lost the permission since. Once a portion is written, the run is always finished, so
 * that it never stays half applied (BULK-07).
 */
const refusalOfApplier = async (tx: Tx, kind: Kind, run: Run) => {
  const { appliedBy } = run.options;
  if (typeof appliedBy !== 'string' || Number(run.result['at'] ?? 0) > 0) return undefined;
  return refusalOfActor(tx, { kind: 'staff', id: appliedBy }, kind, columnsOfFile(run));
};

/** True if another writer added the same name or code, and committed after this run had compared it. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

/**
 * Does the same as `step`, but tries twice. If another writer added a name of the file concurrently, the second attempt
 * finds the conflict.
 */
const stepOrRetry = async (db: Database, kind: Kind, runId: string): Promise<Step | undefined> => {
  try {
    return await step(db, kind, runId);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return step(db, kind, runId);
  }
};

/**
 * Applies the next portion of a run in its own transaction, or all portions of a run that is applied whole. Undefined
 * if another process has the run. A run's position is written together with its rows, so that the next process starts
 * after them.
 */
const step = (db: Database, kind: Kind, runId: string): Promise<Step | undefined> =>
  db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run === undefined) return undefined;
    if (run.state !== 'applying') return { isDone: true, run };
    const forbidden = await refusalOfApplier(tx, kind, run);
    if (forbidden !== undefined)
      return { isDone: true, run: await changeRun(tx, runId, { state: 'refused', result: forbidden }) };
    const isWhole = run.options['isWhole'] === true;
    let at = Number(run.result['at'] ?? 0);
    let { done, failed: endFailedRun } = run;
    await lookUpByIndex(tx);
    // Locks before the first portion, in the order that all writers share (record 0034). The file's rows may have another order.
    if (isWhole) await lockTargets(tx, kind, { runId, from: at, to: lastRow });
    const most = kind.isUndivided === true ? lastRow : writtenAtOnce;
    for (;;) {
      const found = await nextPortion(tx, runId, at, most);
      if (found === undefined) {
        const counts = await countRows(tx, runId);
        // Backups omit these rows, so an unfinished run cannot continue in a restored database.
        const isLost = Object.values(counts).reduce((sum, count) => sum + count, 0) < run.total;
        const end: Pick<Run, 'state' | 'result'> = isLost
          ? { state: 'failed', result: { code: 'IMPORT_ROWS_LOST' } }
          : { state: 'done', result: { at, ...counts } };
        if (!isLost) await kind.list?.finish(tx, runId);
        return { isDone: true, run: await changeRun(tx, runId, { ...end, done, failed: endFailedRun }) };
      }
      const portion = { runId, from: found.from, to: found.to };
      if (!isWhole) await lockTargets(tx, kind, portion);
      const conflicts = await writePortion(tx, kind, run, portion);
      if (isWhole && conflicts.length > 0 && run.options['onlyValid'] !== true) throw new ConflictFound(conflicts);
      done += found.rows - conflicts.length;
      endFailedRun += conflicts.length;
      at = found.to;
      if (!isWhole)
        return { isDone: false, run: await changeRun(tx, runId, { done, failed: endFailedRun, result: { at } }) };
    }
  });

/** Continues a run that is `applying` until it is done. A job also calls this after the process of the run has died. */
export async function resumeImport(db: Database, runId: string): Promise<Result<AppliedImport, ApplyRefusal>> {
  const found = await findRun(db.write, runId);
  const kind = kindOf(found);
  if (found === undefined || kind === undefined) return refuse({ code: 'IMPORT_NOT_CHECKED', state: found?.state });
  try {
    for (;;) {
      const stepped = await stepOrRetry(db, kind, runId);
      // Another process has locked the run and continues it. If that process dies, the job continues the run.
      if (stepped === undefined) return ok({ run: found, counts: await countRows(db.write, runId) });
      if (stepped.isDone) {
        const { code, text } = stepped.run.result;
        if (stepped.run.state === 'refused' && code === 'FORBIDDEN') return refuse({ code, text: String(text) });
        if (stepped.run.state === 'failed') return refuse({ code: 'IMPORT_NOT_CHECKED', state: 'failed' });
        if (stepped.run.total >= stagedAtOnce) await analyzeTables(db.write, kind.tables);
        return ok({ run: stepped.run, counts: countsIn(stepped.run) });
      }
    }
  } catch (error) {
    if (!(error instanceof ConflictFound)) throw await endFailedRun(db, runId, error);
    await markConflicts(db.write, runId, error.conflicts, kind);
    const counts = await countRows(db.write, runId);
    await changeRun(db.write, runId, {
      state: 'refused',
      failed: counts.conflict,
      result: { code: 'IMPORT_CONFLICT', ...counts },
    });
    return refuse({ code: 'IMPORT_CONFLICT', counts });
  }
}

/**
 * Applies a checked run: all or nothing in one transaction, or in portions for large files of stock and prices. A
 * single error prevents everything, unless `onlyValid` is set ("Solo filas correctas", BULK-06). An interrupted run is
 * continued. `actor`: the person who applies the run, by default the uploader.
 */
export async function applyImport(
  db: Database,
  runId: string,
  { onlyValid = false, now, actor }: { onlyValid?: boolean; now: Date; actor?: Actor },
): Promise<Result<AppliedImport, ApplyRefusal>> {
  const jobAt = new Date(now.getTime() + jobDelayMs);
  const started = await db.transaction((tx) => beginApplying(tx, runId, { onlyValid, jobAt, actor }));
  return started.ok ? resumeImport(db, runId) : started;
}

/**
 * Marks a run as being applied, by the caller or by its job at `jobAt`. Returns false if the run was already marked, so
 * a second call applies nothing twice.
 */
export async function beginApplying(
  tx: Tx,
  runId: string,
  {
    onlyValid,
    jobAt,
    actor,
    list,
  }: { onlyValid: boolean; jobAt: Date; actor?: Actor | undefined; list?: PriceListStart | undefined },
): Promise<Result<boolean, ApplyRefusal>> {
  const run = await lockRun(tx, runId);
  const kind = kindOf(run);
  // Another process is working on the run and continues it.
  if (run === undefined && (await findRun(tx, runId)) !== undefined) return ok(false);
  if (run?.state === 'applying') return ok(false);
  if (run?.state !== 'checked' || kind === undefined) return refuse({ code: 'IMPORT_NOT_CHECKED', state: run?.state });
  const counts = countsIn(run);
  if (counts.wrong > 0 && !onlyValid) {
    await changeRun(tx, runId, { state: 'refused', result: { code: 'IMPORT_INVALID' } });
    return refuse({ code: 'IMPORT_INVALID', counts });
  }
  const isWhole = kind.isPortioned !== true || counts.new + counts.changed <= maxAtOnce;
  const { kind: by, id } = actor ?? run.actor;
  // The job checks this person's permissions again when it starts.
  const appliedBy = by === 'staff' ? id : null;
  const reason = list?.reason ?? null;
  await changeRun(tx, runId, { state: 'applying', done: 0, options: { isWhole, onlyValid, appliedBy, reason } });
  // A row that a person types is no list.
  if (run.fileName !== '') await kind.list?.begin(tx, runId, list ?? { startsAt: null, reason: null, by: id ?? '' });
  await enqueue(tx, {
    task: 'go-on-with-import',
    payload: { runId },
    jobKey: `import:${runId}`,
    queue: importQueue,
    runAt: jobAt,
  });
  return ok(true);
}
