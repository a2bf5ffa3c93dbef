import { copyParts, maxVariants } from '@ceiba/contract/desk/family-fields';
import { productRunList, productRunVerbs, runOutcomes } from '@ceiba/contract/desk/lists/product-runs';
import {
  cancelProductRun,
  createProductRun,
  exportProductRuns,
  getProductRun,
  getProductRunResults,
  listProductRunRows,
  listProductRuns,
  maxProductsOfRun,
  type ProductRun,
  retryProductRun,
  runRowsPage,
} from '@ceiba/contract/desk/product-runs';
import type { Parsed } from '@ceiba/contract/endpoint';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { stringify } from 'csv-stringify/sync';
import { enqueue } from '../jobs/job-queue.ts';
import type { Author, Change } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { csvMark } from '../platform/operations/csv-mark.ts';
import { countRunRows, retryFailedRows, stageNamedRows } from '../runs/run-rows.store.ts';
import { beginRun, changeRun, findRun, lockRun, type Run } from '../runs/runs.store.ts';
import { listMembers } from './families.store.ts';
import { stageMatching } from './product-rows.store.ts';
import { findCategoryTitle, listRunRows } from './product-runs.store.ts';
import { getVerb, gridRunKind, permissionOfVerb, runKindOf, verbOf } from './product-runs.ts';
import { findProduct, findReferences } from './products.store.ts';

const entity = 'product-runs';

/** Adds the job that carries out a run. The jobs of all runs together use one slot of a worker. */
export const enqueueRun = (tx: Tx, runId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, {
    task: 'change-products',
    payload: { runId },
    jobKey: `change-products:${runId}`,
    queue: 'product-runs',
    ...(runAt !== undefined && { runAt }),
  });

const nameOf = ({ options }: Run): string => String(options['name'] ?? '');

/** Results by row are stored for 30 days. Afterwards only the counts of the run remain. */
const toRun = async (tx: Tx, run: Run): Promise<ProductRun> => {
  const counts = await countRunRows(tx, run.id);
  const hasRows = counts.changed + counts.equal + counts.failed + counts.waiting > 0;
  const stored = (name: string): number => Number(run.result[name] ?? 0);
  const state = run.state === 'done' || run.state === 'canceled' ? run.state : 'applying';
  const remembered = {
    changed: stored('changed'),
    equal: stored('equal'),
    failed: run.failed,
    waiting: run.total - run.done - run.failed,
  };
  const { name = '' }: { name?: string } = Object(run.options['by']);
  return {
    id: run.id,
    verb: verbOf(run) ?? 'grid',
    name: nameOf(run),
    state,
    total: run.total,
    done: hasRows ? counts.changed + counts.equal : run.done,
    failed: hasRows ? counts.failed : run.failed,
    counts: hasRows ? counts : remembered,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    actor: name,
    hasRows,
    actions: [
      ...(state === 'applying' ? (['cancel'] as const) : []),
      ...(state === 'done' && counts.failed > 0 && run.kind !== gridRunKind ? (['retry'] as const) : []),
    ],
  };
};

const fieldRefusal = (field: string, text: string): Result<never, Refusal<'VALIDATION_ERROR'>> =>
  refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { [field]: text } } });

const maxTagLetters = 60;

/** Returns the value of a run and its text. Refuses an unknown category or brand before any row is changed. */
async function checkedValue(
  tx: Tx,
  { verb, value = '', parts, skus = [] }: Parsed<typeof createProductRun>['body'],
): Promise<Result<{ value: string; words: string }, Refusal<'VALIDATION_ERROR'>>> {
  switch (verb) {
    case 'tag':
    case 'untag':
      if (value === '') return fieldRefusal('value', 'Escribe la etiqueta.');
      if (value.includes(',')) return fieldRefusal('value', 'Una etiqueta no lleva comas.');
      if (value.length > maxTagLetters)
        return fieldRefusal('value', `Una etiqueta tiene hasta ${maxTagLetters} letras.`);
      return ok({ value, words: value });
    case 'category': {
      const title = await findCategoryTitle(tx, value);
      return title === undefined ? fieldRefusal('value', 'Elige una categoría.') : ok({ value, words: title });
    }
    case 'brand': {
      const of = { brand: value, category: '', seller: String(firstPartySellerId), slug: '', sku: '' };
      const { brandId } = await findReferences(tx, of);
      return brandId === null ? fieldRefusal('value', 'No hay una marca con ese nombre.') : ok({ value, words: value });
    }
    case 'copy': {
      if (parts === undefined) return fieldRefusal('parts', 'Elige qué copiar.');
      const from = await findProduct(tx, value);
      const members = from?.parentSku == null ? [] : await listMembers(tx, from.parentSku, maxVariants);
      const isFamily = skus.length > 0 && skus.every((sku) => sku !== value && members.includes(sku));
      if (from === undefined || !isFamily) return fieldRefusal('skus', 'Elige variantes de la misma familia.');
      return ok({ value, words: `${parts.map((part) => copyParts[part]).join(', ')} de ${from.title}` });
    }
    default:
      return ok({ value: '', words: '' });
  }
}

const tooMany = `Son demasiados productos: filtra hasta que sean ${maxProductsOfRun.toLocaleString('en-US')} o menos.`;

/** Starts a run on the products that a person selected or filtered. */
async function begin(
  tx: Tx,
  { body, staff, author }: { body: Parsed<typeof createProductRun>['body']; staff: StaffCaller; author: Author },
): Promise<Result<{ run: Run; change: Change }, Refusal<'VALIDATION_ERROR' | 'FORBIDDEN'>>> {
  const { verb, skus, filter, parts } = body;
  const permission = permissionOfVerb(verb);
  if (!staff.permissions.has(permission)) return refuse({ code: 'FORBIDDEN', metadata: { permission } });
  if ((skus === undefined) === (filter === undefined)) return fieldRefusal('skus', 'Elige los productos.');
  const asked = await checkedValue(tx, body);
  if (!asked.ok) return asked;
  const { value, words } = asked.value;
  const name = words === '' ? productRunVerbs[verb] : `${productRunVerbs[verb]}: ${words}`;
  const run = await beginRun(tx, {
    kind: runKindOf(verb),
    options: {
      name,
      value,
      ...(parts && { parts }),
      by: { id: staff.id, name: staff.name },
      ...(filter && { filter }),
    },
    fileName: '',
    fileHash: null,
    actor: author.actor,
  });
  const unique = [...new Set(skus)];
  if (skus !== undefined) await stageNamedRows(tx, run.id, unique);
  const total =
    filter === undefined
      ? unique.length
      : await stageMatching(tx, run.id, { query: filter, staff, most: maxProductsOfRun });
  if (total === 0) return fieldRefusal('filter', 'Ningún producto cumple ese filtro.');
  if (total > maxProductsOfRun) return fieldRefusal('filter', tooMany);
  await enqueueRun(tx, run.id);
  const change = { entity, entityId: run.id, after: { name, total, ...(filter && { filter }) } };
  return ok({ run: await changeRun(tx, run.id, { state: 'applying', total }), change });
}

const findProductRun = async (tx: Tx, id: string): Promise<Result<Run, Refusal<'NOT_FOUND'>>> => {
  const run = await findRun(tx, id);
  const isShown = run !== undefined && (verbOf(run) !== undefined || run.kind === gridRunKind);
  return isShown ? ok(run) : refuse({ code: 'NOT_FOUND' });
};

/** Locks a run on products. Its rows can change without this lock. */
const holdProductRun = async (
  tx: Tx,
  id: string,
): Promise<Result<Run, Refusal<'NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'>>> => {
  const found = await findProductRun(tx, id);
  if (!found.ok) return found;
  const run = await lockRun(tx, id);
  return run === undefined
    ? refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Se está cambiando ahora mismo: inténtalo otra vez.' })
    : ok(run);
};

const source: ListSource<typeof productRunList> = {
  list: productRunList,
  from: 'from runs r',
  key: { sql: 'r.id', type: 'uuid' },
  columns: {
    id: 'r.id::text',
    name: `r.options ->> 'name'`,
    createdAt: 'r.created_at',
    state: 'r.state',
    total: 'r.total',
    done: 'r.done',
    failed: 'r.failed',
    actor: `coalesce(r.options -> 'by' ->> 'name', '')`,
  },
  filters: { state: 'r.state', verb: `replace(r.kind, 'products ', '')`, created: 'r.created_at' },
  always: () => () => `r.kind like 'products %'`,
  isOfShop: true,
};

/** Returns all rows of a run as CSV, a portion at a time. */
async function* resultLines(tx: Tx, id: string): AsyncGenerator<string> {
  yield csvMark + stringify([['sku', 'producto', 'resultado', 'por qué']]);
  for (let after = 0; ; ) {
    const rows = await listRunRows(tx, id, { after, most: 500 });
    const last = rows.at(-1);
    if (last === undefined) return;
    const lines = rows.map(({ sku, title, outcome, why }) => [sku, title, runOutcomes[outcome], why ?? '']);
    yield stringify(lines, { escape_formulas: true });
    after = last.row;
  }
}

/** Changes many products in one run (OFF-19). */
export const productRunRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listProductRuns,
    csv: exportProductRuns,
  }),
  changeRoute(createProductRun, db, async ({ tx, body, staff, author }) => {
    const started = await begin(tx, { body, staff, author });
    if (!started.ok) return started;
    const { run, change } = started.value;
    return ok({ answer: { status: 201, data: await toRun(tx, run) }, change });
  }),
  route(getProductRun, async ({ params: { id } }) => {
    const found = await findProductRun(db.write, id);
    return found.ok ? ok({ status: 200, data: await toRun(db.write, found.value) }) : found;
  }),
  route(listProductRunRows, async ({ params: { id }, query: { outcome, after = 0 } }) => {
    const found = await findProductRun(db.read, id);
    if (!found.ok) return found;
    const rows = await listRunRows(db.read, id, { after, most: runRowsPage + 1, outcome });
    const data = rows.slice(0, runRowsPage);
    return ok({ status: 200, data, next: rows.length > runRowsPage ? (data.at(-1)?.row ?? null) : null });
  }),
  route(getProductRunResults, async ({ params: { id } }, { setHeader }) => {
    const found = await findProductRun(db.read, id);
    if (!found.ok) return found;
    setHeader('content-disposition', 'attachment; filename="resultados.csv"');
    return ok(resultLines(db.read, id));
  }),
  changeRoute(cancelProductRun, db, async ({ tx, params: { id } }) => {
    const held = await holdProductRun(tx, id);
    if (!held.ok) return held;
    const { state } = held.value;
    if (state === 'done') return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Este cambio ya terminó.' });
    const run = state === 'canceled' ? held.value : await changeRun(tx, id, { state: 'canceled' });
    const change = state === 'canceled' ? null : { entity, entityId: id, after: { state: 'canceled' } };
    return ok({ answer: { status: 200, data: await toRun(tx, run) }, change });
  }),
  changeRoute(retryProductRun, db, async ({ tx, params: { id }, staff }) => {
    const held = await holdProductRun(tx, id);
    if (!held.ok) return held;
    if (held.value.kind === gridRunKind)
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Lo que no se guardó se cambia en la cuadrícula.' });
    const permission = permissionOfVerb(getVerb(held.value));
    if (!staff.permissions.has(permission)) return refuse({ code: 'FORBIDDEN', metadata: { permission } });
    // A second click during the retry of the rows changes nothing.
    const isOpen = held.value.state === 'done' && held.value.failed > 0;
    if (!isOpen) {
      if (held.value.state === 'applying')
        return ok({ answer: { status: 200, data: await toRun(tx, held.value) }, change: null });
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'No hay productos fallidos que reintentar.' });
    }
    await retryFailedRows(tx, id);
    const by = { id: staff.id, name: staff.name };
    const run = await changeRun(tx, id, { state: 'applying', failed: 0, options: { by } });
    await enqueueRun(tx, id);
    const change = { entity, entityId: id, after: { state: 'applying', again: held.value.failed } };
    return ok({ answer: { status: 200, data: await toRun(tx, run) }, change });
  }),
];
