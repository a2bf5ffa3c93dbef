import { type ProductRunVerb, productRunVerbs } from '@ceiba/contract/desk/lists/product-runs';
import { productFields, productLabels } from '@ceiba/contract/desk/product-fields';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type Permission, permissionLabels } from '@ceiba/domain/staff/permissions';
import { type Author, type Change, type NamedChange, recordChanges } from '../platform/audit/record-change.ts';
import { isDatabaseAway, isOverTime } from '../platform/db/connection-settings.ts';
import { commitIfOk, type Database, type Tx } from '../platform/db/database.ts';
import { textOfError } from '../platform/http/error-texts.ts';
import type { Refusal } from '../platform/http/route.ts';
import { finishRow, lockNextRow } from '../runs/run-rows.store.ts';
import type { Run } from '../runs/runs.store.ts';
import { findRights } from '../staff/members.store.ts';
import { moveProduct, saveProduct } from './change-product.ts';
import { copyToVariant, partsOf } from './copy-to-family.ts';
import { lockProduct, type ProductRow } from './products.store.ts';

const prefix = 'products ';

const isVerb = (text: string): text is ProductRunVerb => Object.hasOwn(productRunVerbs, text);
const verbs = Object.keys(productRunVerbs).filter(isVerb);

export const runKindOf = (verb: ProductRunVerb): string => `${prefix}${verb}`;

/** The kind of a run that a save of the grid made (PROD-26). */
export const gridRunKind = `${prefix}grid`;

/** Returns the verb of a run. Undefined if no job changes its products. */
export const verbOf = ({ kind }: Pick<Run, 'kind'>): ProductRunVerb | undefined =>
  verbs.find((verb) => runKindOf(verb) === kind);

/** Like `verbOf`, for a run that changes products. Throws if it does not. */
export function getVerb(run: Pick<Run, 'kind'>): ProductRunVerb {
  const verb = verbOf(run);
  if (verb === undefined) throw new Error(`${run.kind} is no run on products`);
  return verb;
}

/** Returns the permission that each row of a run needs at the time of its change. */
export const permissionOfVerb = (verb: ProductRunVerb): Permission =>
  verb === 'publish' || verb === 'unpublish' || verb === 'archive' ? 'catalog.publish' : 'catalog.edit';

/** Returns the person in whose name the rows of a run are changed: the person who started the run, or who retried its failed rows. */
const authorOfRun = ({ id, options }: Run, now: Date): Author => {
  const { id: by, name = '' }: { id?: string; name?: string } = Object(options['by']);
  return { actor: { kind: 'staff', id: by ?? null }, name, requestId: id, now };
};

const tagsOf = ({ tags }: ProductRow): readonly string[] => tags;
const isSame = (one: string, other: string): boolean => foldText(one) === foldText(other);

/** The audit entries. Empty if the product already had that value. */
type Changed = Result<readonly NamedChange[], Refusal>;

const listed = (change: Change | null): readonly NamedChange[] => (change === null ? [] : [change]);

const moved = async (tx: Tx, row: ProductRow, state: ProductRow['state'], now: Date): Promise<Changed> => {
  const done = await moveProduct(tx, row, state, now);
  return done.ok ? ok(listed(done.value)) : done;
};

const saved = async (
  tx: Tx,
  row: ProductRow,
  asked: Parameters<typeof saveProduct>[2],
  now: Date,
): Promise<Changed> => {
  const done = await saveProduct(tx, row, asked, { now });
  return done.ok ? ok(listed(done.value.change)) : done;
};

const tooManyTags = (max: number): Changed =>
  refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { tags: `Tiene demasiadas: caben ${max} letras.` } } });

/** Changes one locked product as its run requests. Does not write a product that already had that value. */
function changeAsAsked(
  tx: Tx,
  row: ProductRow,
  { verb, value, parts, now }: { verb: ProductRunVerb; value: string; parts: unknown; now: Date },
): Promise<Changed> | Changed {
  switch (verb) {
    case 'publish':
      return row.state === 'published' ? ok([]) : moved(tx, row, 'published', now);
    case 'unpublish':
      return moved(tx, row, 'draft', now);
    case 'archive':
      return moved(tx, row, 'archived', now);
    case 'tag': {
      if (tagsOf(row).some((tag) => isSame(tag, value))) return ok([]);
      const tags = [...tagsOf(row), value].join(', ');
      return tags.length > productFields.tags.max ? tooManyTags(productFields.tags.max) : saved(tx, row, { tags }, now);
    }
    case 'untag': {
      const left = tagsOf(row).filter((tag) => !isSame(tag, value));
      if (left.length === row.tags.length) return ok([]);
      return saved(tx, row, { tags: left.length === 0 ? null : left.join(', ') }, now);
    }
    case 'category':
      return row.category === value ? ok([]) : saved(tx, row, { category: value }, now);
    case 'brand':
      return isSame(row.brand, value) ? ok([]) : saved(tx, row, { brand: value }, now);
    case 'copy':
      return copyToVariant(tx, row, { sku: value, parts: partsOf(parts), now });
  }
}

/** Returns the operation in the audit: the call that makes the same change to one product. */
const operationOf = (verb: ProductRunVerb): string =>
  verb === 'publish' || verb === 'unpublish' || verb === 'archive' ? `${verb}Product` : 'changeProduct';

/** Refuses rows of a person who has lost the permission in the meantime (OFF-19). */
async function checkRights(tx: Tx, { actor: { id } }: Author, verb: ProductRunVerb): Promise<Changed> {
  const rights = id === null ? undefined : await findRights(tx, id);
  const permission = permissionOfVerb(verb);
  if (rights !== undefined && rights.stores === null && rights.permissions.has(permission)) return ok([]);
  const message = `Quien pidió el cambio ya no tiene el permiso «${permissionLabels[permission]}».`;
  return refuse({ code: 'FORBIDDEN', message, metadata: { permission } });
}

/** Returns why a row failed, in Spanish: the texts of its fields, or the text of the refusal. */
const wordsOf = ({ code, message, metadata }: Refusal & { message?: string; metadata?: object }): string => {
  const { fields = {} }: { fields?: Readonly<Record<string, string>> } = Object(metadata);
  const texts = Object.entries(fields).map(([field, text]) => `${productLabels[field] ?? field}: ${text}`);
  return texts.length > 0 ? texts.join(' ') : (message ?? textOfError(code));
};

const isPassing = (error: unknown): boolean => isDatabaseAway(Object(error)) || isOverTime(Object(error));

/**
 * Changes the next product of a run after a row number, in its own transaction with its audit row and its result. Returns the
 * row's number. Undefined if no row can be taken. A refusal becomes the result of its row. An unexpected error does too, and is
 * also passed to `onError`. @throws if the database is unreachable; the row is then tried again later
 */
export async function changeNextProduct(
  db: Database,
  run: Run,
  { after, now, onError }: { after: number; now: Date; onError: (error: unknown) => void },
): Promise<number | undefined> {
  const verb = getVerb(run);
  const author = authorOfRun(run, now);
  let row: number | undefined;
  const failed = async (why: string): Promise<void> => {
    if (row !== undefined) await finishRow(db.write, run.id, row, { outcome: 'failed', why });
  };
  try {
    const done = await commitIfOk<undefined, Refusal>(db, async (tx) => {
      const claimed = await lockNextRow(tx, run.id, after);
      row = claimed?.row;
      if (claimed === undefined) return ok(undefined);
      const right = await checkRights(tx, author, verb);
      if (!right.ok) return right;
      const product = await lockProduct(tx, claimed.key);
      if (product === undefined) return refuse({ code: 'NOT_FOUND', message: 'Ese producto ya no existe.' });
      const { value = '', parts } = run.options;
      const changed = await changeAsAsked(tx, product, { verb, value: String(value), parts, now });
      if (!changed.ok) return changed;
      if (changed.value.length > 0) await recordChanges(tx, author, operationOf(verb), changed.value);
      await finishRow(tx, run.id, claimed.row, { outcome: changed.value.length === 0 ? 'equal' : 'changed' });
      return ok(undefined);
    });
    if (!done.ok) await failed(wordsOf(done.error));
  } catch (error) {
    if (isPassing(error)) throw error;
    onError(error);
    await failed('Un error nuestro lo impidió: reinténtalo.');
  }
  return row;
}
