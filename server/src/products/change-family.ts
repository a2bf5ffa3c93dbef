import type { VariantResult } from '@ceiba/contract/desk/families';
import { attributeField } from '@ceiba/domain/catalog/product-faults';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { misreadText, takenCodeText } from '../catalog/product-codes.table.ts';
import { type Author, changedFields, type NamedChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { pricesToConfirm } from '../prices/check-prices.ts';
import {
  centavosOf,
  checkFit,
  checkPriceRight,
  checkReady,
  confirmText,
  entity,
  priceFaults,
  takenLabel,
  writeOrRefuse,
} from './change-product.ts';
import {
  type CodeOwner,
  changeCodes,
  findLastChanges,
  readJudgements,
  updateVariants,
  type VariantLabel,
} from './families.store.ts';
import { auditedFields, editedFields } from './product-view.ts';
import { lockProducts, type ProductRow } from './products.store.ts';

/** The fields of a row in the grid. Amounts in quetzales. */
interface AskedVariant {
  sku: string;
  version: number;
  label?: string | undefined;
  regularPrice?: number | null | undefined;
  salesPrice?: number | null | undefined;
  addCodes?: readonly string[] | undefined;
  removeCodes?: readonly string[] | undefined;
  isPublished?: boolean | undefined;
}

type Fields = Readonly<Record<string, string>>;
export type RowRefused = { code: 'refused'; fields: Fields } | { code: 'conflict' };
type Judged = Result<ProductRow, RowRefused>;

const refuseRow = (fields: Fields) => refuse({ code: 'refused' as const, fields });

/** Refuses rows with fields for which the person lacks the permission, as the calls for single products do. */
function checkRights(asked: readonly AskedVariant[], staff: StaffCaller): Result<undefined, Refusal<'FORBIDDEN'>> {
  const sets = (...names: readonly (keyof AskedVariant)[]): boolean =>
    asked.some((row) => names.some((name) => row[name] !== undefined));
  const isEdited = sets('label', 'regularPrice', 'salesPrice', 'addCodes', 'removeCodes');
  if (isEdited && !staff.permissions.has('catalog.edit'))
    return refuse({ code: 'FORBIDDEN', metadata: { permission: 'catalog.edit' } });
  if (sets('isPublished') && !staff.permissions.has('catalog.publish'))
    return refuse({ code: 'FORBIDDEN', metadata: { permission: 'catalog.publish' } });
  return checkPriceRight(Object.assign({}, ...asked), staff);
}

/** Returns the attributes or the title after a change of the label. */
export const labelled = (row: ProductRow, label: string): Pick<ProductRow, 'title' | 'attributes'> =>
  row.labelCode === null
    ? { title: label, attributes: row.attributes }
    : {
        title: row.title,
        attributes: row.attributes.map((each) => (each.code === row.labelCode ? { ...each, value: label } : each)),
      };

/** Returns the product with its requested prices, or their faults. A removed offer loses its end. */
function pricedRow(
  row: ProductRow,
  asked: AskedVariant,
  now: Date,
): Result<ProductRow, { code: 'refused'; fields: Fields }> {
  if (asked.regularPrice === undefined && asked.salesPrice === undefined) return ok(row);
  const before = editedFields(row);
  const { regularPrice = before.regularPrice, salesPrice = before.salesPrice } = asked;
  const discountEndsAt = asked.salesPrice === null ? null : before.discountEndsAt;
  const fields = priceFaults({ regularPrice, salesPrice, discountEndsAt }, before, now);
  if (Object.keys(fields).length > 0) return refuseRow(fields);
  return ok({
    ...row,
    regularPrice: centavosOf(regularPrice),
    salesPrice: centavosOf(salesPrice ?? regularPrice),
    discountEndsAt: discountEndsAt === null ? null : row.discountEndsAt,
  });
}

const stateAfter = ({ state }: ProductRow, isPublished: boolean | undefined): ProductRow['state'] => {
  if (isPublished === undefined) return state;
  return isPublished ? 'published' : state === 'published' ? 'draft' : state;
};

/** Returns the product as a row of the grid requests it. Its attributes are not checked yet. */
function wantedRow(
  row: ProductRow,
  asked: AskedVariant,
  now: Date,
): Result<ProductRow, { code: 'refused'; fields: Fields }> {
  const priced = pricedRow(row, asked, now);
  if (!priced.ok) return priced;
  const named = asked.label === undefined ? {} : labelled(row, asked.label);
  return ok({ ...priced.value, ...named, state: stateAfter(row, asked.isPublished) });
}

const isSame = (before: ProductRow, after: ProductRow): boolean =>
  before.state === after.state &&
  Object.keys(changedFields(auditedFields(before), auditedFields(after)).after).length === 0;

/** Returns the label of a product among the variants of its model. */
export const labelOf = ({ attributes, labelCode, title }: ProductRow): string =>
  attributes.find(({ code }) => code === labelCode)?.value ?? title;

const fieldsOf = ({ metadata: { fields = {} } = {} }: { metadata?: { fields?: Fields } }): Fields => fields;

/** Applies the rules of a single product to the requested product. A fault of the label attribute is reported at the label. */
function judgeProduct(before: ProductRow, wanted: ProductRow, asked: AskedVariant): Judged {
  if (isSame(before, wanted)) return ok(wanted);
  if (before.version !== asked.version) return refuse({ code: 'conflict' });
  const fit = asked.label === undefined ? ok(undefined) : checkFit(wanted);
  const ready = fit.ok && wanted.state === 'published' ? checkReady(wanted) : fit;
  if (ready.ok) return ok(wanted);
  const { [attributeField(before.labelCode ?? '')]: label, ...fields } = fieldsOf(ready.error);
  return refuseRow({ ...fields, ...(label !== undefined && { label }) });
}

/** Returns the codes that a row really adds and removes. */
const codesOf = ({ codes }: ProductRow, { addCodes = [], removeCodes = [] }: AskedVariant) => ({
  added: [...new Set(addCodes)].filter((code) => !codes.includes(code)),
  removed: removeCodes.filter((code) => codes.includes(code) && !addCodes.includes(code)),
});

/**
 * Returns the fault of a code that a row adds. Undefined if there is no fault. `released`: codes that accepted rows of the same
 * change remove.
 */
function codeFault(
  { sku }: ProductRow,
  code: string,
  {
    owners,
    released,
    taken,
  }: { owners: ReadonlyMap<string, CodeOwner>; released: ReadonlySet<string>; taken: ReadonlySet<string> },
): string | undefined {
  const owner = owners.get(code);
  if (owner?.isMisread) return `${misreadText}.`;
  if (taken.has(code)) return `El código ${code} está en otra fila.`;
  if (owner === undefined || owner.sku === null || owner.sku === sku || released.has(code)) return undefined;
  return takenCodeText({ title: owner.title, sku: owner.sku });
}

interface Row {
  asked: AskedVariant;
  before: ProductRow;
  judged: Judged;
}

/** Returns a label in the form for comparison. */
const foldLabel = (label: string): string => foldText(label.trim());

/** Returns the new label of an accepted row. Undefined if the row keeps its label, or is refused. */
const newLabel = ({ before, judged }: Row): string | undefined => {
  const label = judged.ok ? foldLabel(labelOf(judged.value)) : undefined;
  return label === foldLabel(labelOf(before)) ? undefined : label;
};

/**
 * Refuses rows whose added codes another product has, or whose new label another variant has. A code or label may move within the
 * change, if the row that gives it away is accepted.
 */
function judgeTogether(
  rows: readonly Row[],
  { owners, labels }: { owners: ReadonlyMap<string, CodeOwner>; labels: readonly VariantLabel[] },
): Row[] {
  let judged = [...rows];
  for (;;) {
    const accepted = judged.filter((row) => row.judged.ok);
    const released = new Set(accepted.flatMap(({ before, asked }) => codesOf(before, asked).removed));
    const taken = new Set<string>();
    const relabelled = new Set(accepted.flatMap((row) => (newLabel(row) === undefined ? [] : [row.before.sku])));
    const takenLabels = new Set(labels.flatMap(({ sku, label }) => (relabelled.has(sku) ? [] : [foldLabel(label)])));
    const next = judged.map((row): Row => {
      if (!row.judged.ok) return row;
      const label = newLabel(row);
      if (label !== undefined && takenLabels.has(label)) return { ...row, judged: refuseRow({ label: takenLabel }) };
      const { added } = codesOf(row.before, row.asked);
      const faults = added.flatMap((code) => codeFault(row.before, code, { owners, released, taken }) ?? []);
      if (faults.length > 0) return { ...row, judged: refuseRow({ codes: faults.join(' ') }) };
      for (const code of added) taken.add(code);
      if (label !== undefined) takenLabels.add(label);
      return row;
    });
    // A refused row keeps its codes and label. Rows that requested these are checked again.
    if (next.filter((row) => row.judged.ok).length === accepted.length) return next;
    judged = next;
  }
}

/** Returns the audit entries of a changed product, as the calls for a single product write them. */
function productChanges(before: ProductRow, after: ProductRow, reason: string | undefined): NamedChange[] {
  const fields = changedFields(auditedFields(before), auditedFields(after));
  const isEdited = Object.keys(fields.after).length > 0;
  const isPriced = before.regularPrice !== after.regularPrice || before.salesPrice !== after.salesPrice;
  return [
    ...(isEdited
      ? [{ operation: 'changeProduct', entity, entityId: before.sku, ...fields, reason: isPriced ? reason : null }]
      : []),
    ...(before.state === after.state
      ? []
      : [
          {
            operation: after.state === 'published' ? 'publishProduct' : 'unpublishProduct',
            ...{ entity, entityId: before.sku, before: { state: before.state }, after: { state: after.state } },
          },
        ]),
  ];
}

const ownerOf = ({ code, sku }: { code: string; sku: string }) => ({ entity: 'product-codes', entityId: code, sku });

/** Writes the codes of accepted rows. Returns the audit entries. */
async function writeCodes(tx: Tx, rows: readonly Row[]) {
  const codes = rows.map(({ before, asked }) => ({ sku: before.sku, ...codesOf(before, asked) }));
  const of = (name: 'added' | 'removed') => codes.flatMap((row) => row[name].map((code) => ({ code, sku: row.sku })));
  const [added, removed] = [of('added'), of('removed')];
  if (added.length + removed.length === 0) return ok<NamedChange[]>([]);
  let gone: Awaited<ReturnType<typeof changeCodes>> = [];
  const saved = await writeOrRefuse(async () => {
    gone = await changeCodes(tx, removed, added);
  });
  if (!saved.ok) return saved;
  return ok<NamedChange[]>([
    ...gone.map(({ kind, ...code }) => {
      const { sku, ...of } = ownerOf(code);
      return { operation: 'removeProductCode', ...of, before: { code: code.code, sku, kind } };
    }),
    ...added.map((code) => {
      const { sku, ...of } = ownerOf(code);
      return { operation: 'createProductCode', ...of, after: { code: code.code, sku, kind: 'ean' } };
    }),
  ]);
}

const noAuthor = { changedBy: null, changedAt: null };

/** Returns the result of each row. For a change by a file, a command or a planned price, only the moment is known, not the author. */
async function resultsOf(tx: Tx, rows: readonly Row[]): Promise<VariantResult[]> {
  const stale = rows.filter(({ judged }) => !judged.ok && judged.error.code === 'conflict');
  const found =
    stale.length === 0
      ? []
      : await findLastChanges(
          tx,
          stale.map(({ before }) => before.sku),
        );
  const last = new Map(found.map((each) => [each.sku, each]));
  return rows.map(({ before, asked, judged }): VariantResult => {
    const { sku, updatedAt } = before;
    if (judged.ok) {
      const { added, removed } = codesOf(before, asked);
      const isEqual = isSame(before, judged.value) && added.length + removed.length === 0;
      return { sku, outcome: isEqual ? 'equal' : 'changed', fields: {}, ...noAuthor };
    }
    if (judged.error.code === 'refused') return { sku, outcome: 'refused', fields: judged.error.fields, ...noAuthor };
    const known = last.get(sku);
    const by = known !== undefined && known.at >= updatedAt ? known : { by: '', at: updatedAt };
    return { sku, outcome: 'conflict', fields: {}, changedBy: by.by || null, changedAt: by.at.toISOString() };
  });
}

/** Checks the requested rows by the rules of a single product. A row that another person changed is a conflict, with any values. */
async function judgeRows(
  tx: Tx,
  members: readonly Omit<Row, 'judged'>[],
  {
    parentSku,
    now,
    reason,
    seesCosts,
  }: { parentSku: string; now: Date; reason: string | undefined; seesCosts: boolean },
): Promise<Row[]> {
  const wanted = members.map((row) => ({ ...row, wanted: wantedRow(row.before, row.asked, now) }));
  const relabelled = wanted.flatMap(({ asked: { label }, before, wanted: after }) =>
    label !== undefined && before.labelCode !== null && after.ok
      ? [{ key: before.sku, sku: before.sku, attributes: after.value.attributes }]
      : [],
  );
  const isRelabelled = members.some(({ asked }) => asked.label !== undefined);
  const codes = [...new Set(members.flatMap(({ asked: { addCodes = [] } }) => addCodes))];
  const {
    codes: owners,
    attributeFaults,
    labels,
  } = codes.length === 0 && !isRelabelled
    ? { codes: [], attributeFaults: {}, labels: [] }
    : await readJudgements(tx, { codes, attributes: relabelled, parentSku });
  const products = wanted.map(({ wanted: after, asked, before }): Row => {
    const isStale = before.version !== asked.version;
    if (!after.ok) return { asked, before, judged: isStale ? refuse({ code: 'conflict' }) : after };
    const faults = attributeFaults[before.sku] ?? before.attributeFaults;
    const product = { ...after.value, attributeFaults: faults };
    return { asked, before, judged: judgeProduct(before, product, asked) };
  });
  const priced = products.flatMap((row) => (row.judged.ok ? [{ before: row.before, after: row.judged.value }] : []));
  const doubts =
    reason === undefined
      ? await pricesToConfirm(
          tx,
          priced.map(({ before }) => before),
          priced.map(({ after }) => after),
          { now, seesCosts },
        )
      : new Map<string, string>();
  const confirmed = products.map((row): Row => {
    const doubt = doubts.get(row.before.sku);
    return doubt === undefined ? row : { ...row, judged: refuseRow({ reason: confirmText(doubt) }) };
  });
  return judgeTogether(confirmed, { owners: new Map(owners.map((owner) => [owner.code, owner])), labels });
}

/** Rows of a grid that are changed together. */
interface ChangedRows {
  asked: readonly AskedVariant[];
  reason: string | undefined;
  staff: StaffCaller;
  author: Author;
  /** The family of all rows. Undefined if the products belong to no family, and no row sets labels or codes. */
  parentSku?: string;
  /** The message for a product that does not exist or has left the family. */
  goneText: string;
  /** Checks the locked products by SKU. Returns rows that are refused for a reason other than their fields. */
  refusedBefore?: (products: ReadonlyMap<string, ProductRow>) => Promise<ReadonlyMap<string, RowRefused>>;
}

/**
 * Changes products as one change, by the rules for a single product. A row that breaks a rule is refused as a whole, and the
 * other rows are saved. The number of statements does not depend on the number of rows. Refuses the call if the person lacks a
 * permission, or if an added code is given to another product at the same time.
 */
export async function changeRows(
  tx: Tx,
  { asked, reason, staff, author: { now }, parentSku, goneText, refusedBefore }: ChangedRows,
): Promise<Result<{ results: VariantResult[]; changes: NamedChange[] }, Refusal>> {
  const right = checkRights(asked, staff);
  if (!right.ok) return right;
  const skus = asked.map(({ sku }) => sku);
  const twin = skus.length === new Set(skus).size ? undefined : skus.find((sku, at) => skus.indexOf(sku) !== at);
  if (twin !== undefined)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { variants: `«${twin}» está dos veces.` } } });
  const locked = new Map((await lockProducts(tx, skus)).map((row) => [row.sku, row]));
  const members = asked.flatMap((row) => {
    const before = locked.get(row.sku);
    return before === undefined || (parentSku !== undefined && before.parentSku !== parentSku)
      ? []
      : [{ asked: row, before }];
  });
  const refused = await refusedBefore?.(locked);
  const seesCosts = staff.permissions.has('costs.read');
  const judged = await judgeRows(tx, members, { parentSku: parentSku ?? '', now, reason, seesCosts });
  const rows = judged.map((row): Row => {
    const error = refused?.get(row.before.sku);
    return error === undefined || !row.judged.ok ? row : { ...row, judged: refuse(error) };
  });
  const accepted = rows.flatMap((row) => (row.judged.ok ? [{ ...row, after: row.judged.value }] : []));
  const changed = accepted.filter(({ before, after }) => !isSame(before, after));
  const products = changed.map(({ after }) => after);
  const written = await writeOrRefuse(() => updateVariants(tx, products, now));
  if (!written.ok) return written;
  const coded = await writeCodes(tx, accepted);
  if (!coded.ok) return coded;
  const changes = [...changed.flatMap(({ before, after }) => productChanges(before, after, reason)), ...coded.value];
  const found = new Map((await resultsOf(tx, rows)).map((each) => [each.sku, each]));
  const results = asked.map(
    ({ sku }): VariantResult =>
      found.get(sku) ?? { sku, outcome: 'refused', fields: { variant: goneText }, ...noAuthor },
  );
  return ok({ results, changes });
}

/** Changes variants of a family as one change (PROD-25). */
export const changeFamily = (
  tx: Tx,
  change: Omit<ChangedRows, 'goneText' | 'refusedBefore'> & { parentSku: string },
): ReturnType<typeof changeRows> => changeRows(tx, { ...change, goneText: 'Ya no es de esta familia.' });

/** Returns whether two labels of a family are the same for a person. */
export const isSameLabel = (one: string, other: string): boolean => foldLabel(one) === foldLabel(other);
