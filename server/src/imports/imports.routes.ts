import type { ImportKind } from '@ceiba/contract/desk/import-kinds';
import {
  applyImport as applyCall,
  cancelImport,
  createImport,
  exportImports,
  getImport,
  getImportErrors,
  type ImportDetail,
  listImports,
  maxSampleRows,
} from '@ceiba/contract/desk/imports';
import { importList } from '@ceiba/contract/desk/lists/imports';
import type { Parsed, UploadedFile } from '@ceiba/contract/endpoint';
import { largestFile, largestZip, tooLargeText } from '@ceiba/domain/imports/file-limits';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { enqueue } from '../jobs/job-queue.ts';
import type { FileStore } from '../media/file-store.ts';
import { abandonFiles, attachFiles } from '../media/unclaimed-files.store.ts';
import type { Author } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { textOfError } from '../platform/http/error-texts.ts';
import {
  type Refusal,
  type RefusalOf,
  type RequestContext,
  type Route,
  route,
  type StaffCaller,
} from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { beginRun, changeRun, findRun, findRunOfFile, lockRunsOfFile, type Run } from '../runs/runs.store.ts';
import { checkedList } from './check-price-list.ts';
import { linesWithErrors } from './import-errors.ts';
import {
  beginApplying,
  columnsOfFile,
  countsIn,
  headingsOf,
  importQueue,
  kindOf,
  noticesOf,
  runKindOf,
} from './import-file.ts';
import type { Kind } from './import-kind.ts';
import { refusalOfKind } from './import-rights.ts';
import { type Difference, firstErrors, hasRows, sampleRows } from './import-rows.store.ts';
import { findKind, kinds } from './kinds.ts';
import { separators } from './read-file.ts';
import { type HeadingFault, noHeadingOptions, readHeadingOptions } from './read-headings.ts';
import { storeUpload, type Upload } from './uploads.ts';

interface ImportRoutesDeps {
  db: Database;
  files: FileStore;
}

const optionsOf = ({ options }: Run) => ({
  onlyValid: options['onlyValid'] === true,
  isAgain: options['isAgain'] === true,
});

/** Refuses a run if the same bytes are being applied, or were applied within 24 hours (BULK-08). */
const refusalOfSameBytes = async (
  tx: Tx,
  { kind, hash, isAgain }: { kind: string; hash: string; isAgain: boolean },
): Promise<Refusal<'IMPORT_ALREADY_APPLIED'> | undefined> => {
  const same = await findRunOfFile(tx, kind, hash, isAgain ? ['applying'] : ['applying', 'done']);
  return same && { code: 'IMPORT_ALREADY_APPLIED', metadata: { run: same.id } };
};

/** Returns the fault that the file's name shows. Undefined if there is no fault. */
const faultOf = (file: UploadedFile | undefined, kind: ImportKind): string | undefined => {
  if (file === undefined) return 'Elige el archivo.';
  if (kind === 'pictures') return /\.zip$/i.test(file.name) ? undefined : 'Sube un ZIP con las fotos.';
  return /\.(?:csv|tsv|txt|xlsx)$/i.test(file.name) ? undefined : 'Sube un archivo CSV o XLSX.';
};

/** Returns the name without characters that a line cannot show. Cut at its start, because its end shows the file's type. */
const writable = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')
    .slice(-200)
    .toWellFormed();

/** Rows of a run that was never applied are deleted after a week (BULK-11). */
const hasItsRows = ({ rowsKept }: Run): boolean => rowsKept === 'all';

const mayApply = (run: Run): boolean =>
  run.state === 'checked' && hasItsRows(run) && (optionsOf(run).onlyValid || countsIn(run).wrong === 0);

const toRun = (run: Run, kind: Kind, { permissions }: StaffCaller) => {
  const { onlyValid } = optionsOf(run);
  return {
    id: run.id,
    kind: kind.name,
    state: run.state,
    mode: onlyValid ? ('validRows' as const) : ('whole' as const),
    fileName: run.fileName,
    total: run.total,
    done: run.done,
    failed: run.failed,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    actions:
      run.state !== 'checked' || refusalOfKind(permissions, kind, columnsOfFile(run)) !== undefined
        ? []
        : mayApply(run)
          ? (['apply', 'cancel'] as const).slice()
          : ['cancel' as const],
  };
};

const refusalTexts: Readonly<Record<string, string>> = {
  IMPORT_COLUMNS: 'Las columnas no son las de este tipo de archivo: nada cambió.',
  IMPORT_FAILED: 'Un error nuestro terminó la importación. Lo que ya se aplicó se queda: sube el archivo de nuevo.',
  IMPORT_INVALID: textOfError('IMPORT_INVALID'),
  IMPORT_CONFLICT: textOfError('IMPORT_CONFLICT'),
  IMPORT_ROWS_LOST: 'Las filas de este archivo ya no están: súbelo de nuevo.',
};

/** Returns the reason why a run cannot be applied: the reason of its end, or errors in an all-or-nothing run. */
const refusalOf = (run: Run): ImportDetail['refusal'] => {
  const isStopped = run.state === 'checked' && !mayApply(run);
  const why = hasItsRows(run) ? 'IMPORT_INVALID' : 'IMPORT_ROWS_LOST';
  const code = isStopped ? why : run.result['code'];
  if (typeof code !== 'string') return null;
  return { code, text: String(run.result['text'] ?? refusalTexts[code] ?? textOfError('UNEXPECTED')) };
};

/** Returns wrong headings as errors of the first row. */
const faultsOf = ({ result }: Run): ImportDetail['rows'] =>
  Array.isArray(result['faults'])
    ? result['faults'].map(({ column, code, text }: HeadingFault) => ({ row: 1, column, value: column, code, text }))
    : [];

/** Returns the change of a row in the file's notation. */
const toSample = (
  { columns }: Kind,
  { row, key, outcome, before, after }: Difference,
): ImportDetail['sample'][number] => ({
  row,
  key: [...key],
  outcome,
  changes: columns.flatMap(({ name, isDerived = false, write }) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (isDerived || !(name in after)) return [];
    return [
      { column: name, before: was === null ? null : shown(write(was)), after: is === null ? null : shown(write(is)) },
    ];
  }),
});

/** Maximum length of a cell in an answer. */
const shownLetters = 500;

/** Shortens a cell for an answer. */
const shown = (text: string): string => (text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text);

const toDetail = async (tx: Tx, run: Run, kind: Kind, staff: StaffCaller): Promise<ImportDetail> => {
  const sample = await sampleRows(tx, run.id, maxSampleRows);
  // One character more than is shown shows that the cell is longer.
  const wrong = await firstErrors(tx, run.id, { most: maxSampleRows, letters: shownLetters + 1 });
  const errors = [...faultsOf(run), ...wrong];
  return {
    ...toRun(run, kind, staff),
    counts: countsIn(run),
    system: typeof run.options['system'] === 'string' ? run.options['system'] : null,
    headings: headingsOf(run).map(({ heading, column }) => ({ heading: shown(heading), column })),
    warnings: noticesOf(run).map(({ code, text, rows }) => ({ code, text, rows: [...rows] })),
    refusal: refusalOf(run),
    sample: sample.map((difference) => toSample(kind, difference)),
    rows: errors
      .slice(0, maxSampleRows)
      .map((one) => ({ ...one, column: shown(one.column), value: shown(one.value), text: shown(one.text) })),
  };
};

/** Finds an import and its kind. Undefined if there is no import with that ID. */
const findImport = async (tx: Tx, id: string): Promise<{ run: Run; kind: Kind } | undefined> => {
  const run = await findRun(tx, id);
  const kind = kindOf(run);
  return run === undefined || kind === undefined ? undefined : { run, kind };
};

/**
 * Like `findImport`, but locks the run and other uploads of its bytes, so that no other call applies them. Does not
 * wait for a run that is being applied.
 */
const keepImport = async (tx: Tx, id: string): ReturnType<typeof findImport> => {
  const found = await findImport(tx, id);
  if (found?.run.state !== 'checked' || found.run.fileHash === null) return found;
  await lockRunsOfFile(tx, found.run.kind, found.run.fileHash);
  return findImport(tx, id);
};

type Uploaded = Upload & { kind: Kind; fileName: string };

/** Stores a file before its run is written. Refuses a file that was just applied. */
const prepareUpload =
  (deps: ImportRoutesDeps) =>
  async (
    { body: { kind: name, file, again, map, ignore, values } }: Parsed<typeof createImport>,
    { staff, now }: RequestContext & { staff: StaffCaller },
  ): Promise<Result<Uploaded, RefusalOf<typeof createImport>>> => {
    const kind = findKind(name);
    const forbidden = kind && refusalOfKind(staff.permissions, kind);
    if (forbidden !== undefined) return refuse(forbidden);
    const fault = faultOf(file, name);
    if (readHeadingOptions({ map, ignore, values }) === undefined)
      return refuse({
        code: 'VALIDATION_ERROR',
        metadata: { fields: { map: 'Escribe encabezado=columna, uno por línea.' } },
      });
    if (file === undefined || kind === undefined || fault !== undefined)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { file: fault ?? 'Elige el archivo.' } } });
    const most = name === 'pictures' ? largestZip : largestFile;
    const stored = await storeUpload(deps, file.bytes, { most, now });
    if (!stored.ok)
      return refuse({
        ...stored.error,
        ...(stored.error.code === 'PAYLOAD_TOO_LARGE' && { message: tooLargeText(most) }),
      });
    const same = { kind: runKindOf(kind), hash: stored.value.hash, isAgain: again === 'true' };
    const refused = await refusalOfSameBytes(deps.db.write, same);
    if (refused === undefined) return ok({ ...stored.value, kind, fileName: writable(file.name) });
    await abandonFiles(deps.db.write, stored.value.pieces, now);
    return refuse(refused);
  };

/**
 * Starts the job that applies a run. False if the run is already being applied. Refusal codes give the reason why it
 * cannot be applied.
 */
async function begin(
  tx: Tx,
  { run, kind }: { run: Run; kind: Kind },
  {
    body,
    staff,
    author: { actor, name, now },
  }: { body: Parsed<typeof applyCall>['body']; staff: StaffCaller; author: Author },
): Promise<Result<boolean, RefusalOf<typeof applyCall>>> {
  const { onlyValid, isAgain } = optionsOf(run);
  if (run.state === 'applying') return ok(false);
  if (run.state === 'done') return refuse({ code: 'IMPORT_ALREADY_APPLIED', metadata: { run: run.id } });
  if (run.result['code'] === 'IMPORT_CONFLICT') return refuse({ code: 'IMPORT_CONFLICT' });
  if (run.state !== 'checked' || !hasItsRows(run)) {
    const message = refusalOf(run)?.text;
    return refuse({ code: 'IMPORT_NOT_CHECKED', metadata: { state: run.state }, ...(message && { message }) });
  }
  const same = run.fileHash !== null && (await refusalOfSameBytes(tx, { kind: run.kind, hash: run.fileHash, isAgain }));
  if (same) return refuse(same);
  const seesCosts = staff.permissions.has('costs.read');
  const list = await checkedList(tx, { run, kind, body, now, seesCosts });
  if (!list.ok) return list;
  const started = await beginApplying(tx, run.id, {
    ...{ onlyValid, jobAt: now, actor },
    list: { ...list.value, by: name },
  });
  return started.ok ? started : refuse({ code: started.error.code });
}

/** Kinds of runs with data that the reader may change, in the stored notation. */
const readableKinds = (permissions: StaffCaller['permissions']): string[] =>
  kinds.filter((kind) => refusalOfKind(permissions, kind) === undefined).map(runKindOf);

/** Finds an import if the reader may change its data. */
async function findReadable(
  tx: Tx,
  id: string,
  { permissions }: StaffCaller,
): Promise<Result<{ run: Run; kind: Kind }, RefusalOf<typeof getImport>>> {
  const found = await findImport(tx, id);
  if (found === undefined) return refuse({ code: 'NOT_FOUND' });
  const forbidden = refusalOfKind(permissions, found.kind);
  return forbidden === undefined ? ok(found) : refuse(forbidden);
}

/** Files imported by commands and calls, without changes typed row by row. */
const source: ListSource<typeof importList> = {
  list: importList,
  from: `from runs r left join staff_members m on m.id = case when r.actor_kind = 'staff' then r.actor_id::uuid end`,
  key: { sql: 'r.id', type: 'uuid' },
  columns: {
    id: 'r.id::text',
    createdAt: 'r.created_at',
    kind: `replace(r.kind, 'import ', '')`,
    state: 'r.state',
    fileName: 'r.file_name',
    total: 'r.total',
    done: 'r.done',
    failed: 'r.failed',
    actor: `coalesce(m.name, r.actor_id, '')`,
  },
  filters: { state: 'r.state', kind: `replace(r.kind, 'import ', '')`, created: 'r.created_at' },
  always:
    ({ permissions }) =>
    (p) =>
      `r.kind = any (${p(readableKinds(permissions))}::text[]) and r.file_name <> ''`,
};

/** Imports at the desk. Each call is a step of `ceiba import`. */
export const importRoutes = (deps: ImportRoutesDeps): Route[] => [
  ...listRoutes({
    db: deps.db,
    source,
    page: listImports,
    csv: exportImports,
  }),
  preparedRoute(createImport, deps.db, prepareUpload(deps), async ({ tx, body, staff, author, prepared }) => {
    const { kind, fileName, pieces, hash } = prepared;
    const { mode, separator, encoding, decimal, dates, again, map, ignore, values } = body;
    await attachFiles(tx, pieces);
    const run = await beginRun(tx, {
      kind: runKindOf(kind),
      options: {
        pieces,
        format: { separator: separator && separators[separator], encoding, decimal, dates },
        wishes: readHeadingOptions({ map, ignore, values }) ?? noHeadingOptions,
        onlyValid: mode === 'validRows',
        isAgain: again === 'true',
      },
      fileName,
      fileHash: hash,
      actor: author.actor,
    });
    await enqueue(tx, {
      task: 'check-import',
      payload: { runId: run.id },
      jobKey: `check-import:${run.id}`,
      queue: importQueue,
    });
    const change = {
      entity: 'imports',
      entityId: run.id,
      after: { kind: kind.name, mode, name: fileName, sha256: hash },
    };
    return ok({ answer: { status: 201, data: toRun(run, kind, staff) }, change });
  }),
  route(getImport, async ({ params: { id } }, { staff }) => {
    const found = await findReadable(deps.db.read, id, staff);
    if (!found.ok) return found;
    const { run, kind } = found.value;
    return ok({ status: 200, data: await toDetail(deps.db.read, run, kind, staff) });
  }),
  route(getImportErrors, async ({ params: { id } }, { staff, setHeader }) => {
    const found = await findReadable(deps.db.read, id, staff);
    if (!found.ok) return found;
    if (!(await hasRows(deps.db.read, id))) return refuse({ code: 'NOT_FOUND' });
    setHeader('content-disposition', 'attachment; filename="errores.csv"');
    return ok(linesWithErrors(deps.db.read, found.value.run));
  }),
  changeRoute(applyCall, deps.db, async ({ tx, params: { id }, body, staff, author }) => {
    const found = await keepImport(tx, id);
    if (found === undefined) return refuse({ code: 'NOT_FOUND' });
    const forbidden = refusalOfKind(staff.permissions, found.kind, columnsOfFile(found.run));
    if (forbidden !== undefined) return refuse(forbidden);
    const started = await begin(tx, found, { body, staff, author });
    if (!started.ok) return started;
    const { startsAt, reason } = body;
    const change = {
      ...{ entity: 'imports', entityId: id, reason },
      after: { state: 'applying', ...(startsAt && { startsAt }) },
    };
    // True even if another process has started the run and has not recorded it yet.
    const data = toRun({ ...found.run, state: 'applying' }, found.kind, staff);
    return ok({ answer: { status: 202, data }, change: started.value ? change : null });
  }),
  changeRoute(cancelImport, deps.db, async ({ tx, params: { id }, staff }) => {
    const found = await keepImport(tx, id);
    if (found === undefined) return refuse({ code: 'NOT_FOUND' });
    const forbidden = refusalOfKind(staff.permissions, found.kind, columnsOfFile(found.run));
    if (forbidden !== undefined) return refuse(forbidden);
    const { state } = found.run;
    if (state !== 'checked' && state !== 'canceled')
      return refuse({
        code: 'IMPORT_NOT_CHECKED',
        metadata: { state },
        message: 'Esta importación ya no se puede cancelar.',
      });
    const run = state === 'canceled' ? found.run : await changeRun(tx, id, { state: 'canceled' });
    const change = state === 'canceled' ? null : { entity: 'imports', entityId: id, after: { state: 'canceled' } };
    return ok({ answer: { status: 200, data: toRun(run, found.kind, staff) }, change });
  }),
];
