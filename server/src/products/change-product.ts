import { presaleUnitsLeft, priceFields, productFields } from '@ceiba/contract/desk/product-fields';
import { attributeField } from '@ceiba/domain/catalog/product-faults';
import { reservedSlugs, reservedSlugText } from '@ceiba/domain/catalog/reserved-slugs';
import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type Change, changedFields } from '../platform/audit/record-change.ts';
import { brokenRuleOf, type Tx } from '../platform/db/database.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { pricesToConfirm } from '../prices/check-prices.ts';
import { auditedFields, type EditedFields, editedFields, faultsOf } from './product-view.ts';
import {
  findAttributesNearby,
  findReferences,
  getProduct,
  madeSlug,
  type ProductColumns,
  type ProductRow,
  type StoredAttribute,
  setProductState,
  updateProduct,
} from './products.store.ts';

/** The entity of products in the audit. */
export const entity = 'products';

/** An attribute without its code, as calls send it, or with the code of the variant that it is copied from. */
type SentAttribute = Pick<StoredAttribute, 'label' | 'value' | 'unit'> & { readonly code?: string };

/** The names of the fields that a change sets. */
export type ChangedFieldNames = {
  readonly [N in keyof EditedFields]?:
    | (N extends 'attributes' ? readonly SentAttribute[] : N extends 'slug' ? string | null : EditedFields[N])
    | undefined;
};

const unknownBrand = 'No hay una marca con ese nombre.';
const unknownCategory = 'No hay tal categoría.';
const takenSlug = 'Otro producto tiene ese enlace.';
const categorySlug = 'Una categoría tiene ese enlace.';
const takenSku = 'Otro producto tiene ese código.';

const emptySlug = 'Escribe un nombre con letras o números.';

const fieldsRefusal = (fields: Readonly<Record<string, string>>) =>
  refuse({ code: 'VALIDATION_ERROR' as const, metadata: { fields } });

const refuseField = (field: string, text: string) => fieldsRefusal({ [field]: text });

const inUse = (field: string, text: string) =>
  refuse({ code: 'IN_USE' as const, message: text, metadata: { fields: { [field]: text } } });

/** Refuses prices from a person without the permission `prices.edit`. */
export function checkPriceRight(asked: object, { permissions }: StaffCaller): Result<undefined, Refusal<'FORBIDDEN'>> {
  const isPriced = Object.entries(asked).some(([name, value]) => priceFields.includes(name) && value !== undefined);
  if (!isPriced || permissions.has('prices.edit')) return ok(undefined);
  return refuse({ code: 'FORBIDDEN', metadata: { permission: 'prices.edit' } });
}

export const confirmText = (text: string): string => `${text} Confírmalo y escribe el motivo.`;

const momentOf = (moment: Date | string | null): Date | null => (moment === null ? null : new Date(moment));

export const centavosOf = (quetzales: number | null): Centavos | null => {
  const read = quetzales === null ? undefined : fromQuetzales(quetzales);
  return read?.ok ? read.value : null;
};

/** Returns contradictions between price, offer and end of the offer, by field. */
export function priceFaults(
  { regularPrice, salesPrice, discountEndsAt }: Pick<EditedFields, 'regularPrice' | 'salesPrice' | 'discountEndsAt'>,
  before: Pick<EditedFields, 'discountEndsAt'>,
  now: Date,
): Record<string, string> {
  if (salesPrice !== null && (regularPrice === null || salesPrice >= regularPrice))
    return { salesPrice: 'El precio de oferta debe ser menor que el precio.' };
  if (discountEndsAt === null) return {};
  if (salesPrice === null) return { discountEndsAt: 'Solo una oferta termina: escribe su precio o quita la fecha.' };
  const isNew = discountEndsAt !== before.discountEndsAt;
  return isNew && new Date(discountEndsAt) <= now ? { discountEndsAt: 'Esa fecha ya pasó.' } : {};
}

/** Splits a list at commas and removes duplicates: "Nuevo, nuevo, Gamer" becomes "Nuevo" and "Gamer". */
const uniqueTags = (text: string): string[] => {
  const tags = text.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  return tags.filter((tag, at) => tags.findIndex((each) => foldText(each) === foldText(tag)) === at);
};

/** The codes of the facets that every product has. No characteristic may use one of them. */
const reservedCodes: ReadonlySet<string> = new Set(['category', 'brand', 'seller', 'price']);

const codeOfLabel = (label: string): string => {
  const code = (foldText(label).match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 60) || 'dato';
  return reservedCodes.has(code) ? `${code}-dato` : code;
};

/**
 * Gives each characteristic the code by which shoppers filter. The first of these is used: the code that the category declares,
 * the former code, the code in other products of the category for this name, a code made from the name.
 */
async function codedAttributes(
  tx: Tx,
  sent: readonly SentAttribute[],
  {
    category,
    known,
    declared,
  }: { category: string; known: readonly StoredAttribute[]; declared: readonly { label: string; code: string }[] },
): Promise<Result<StoredAttribute[], Refusal<'VALIDATION_ERROR'>>> {
  const isKnown = ({ label }: SentAttribute): boolean => [...known, ...declared].some((each) => each.label === label);
  const nearby = sent.every(isKnown) ? [] : await findAttributesNearby(tx, category);
  const codes = new Map([...nearby, ...known, ...declared].map(({ label, code }) => [foldText(label), code]));
  const coded = sent.map(({ code, label, value, unit }) => ({
    code: codes.get(foldText(label)) ?? code ?? codeOfLabel(label),
    label,
    value,
    unit: unit ?? null,
  }));
  const twin = coded.find(({ code }, at) => coded.findIndex((each) => each.code === code) !== at);
  return twin === undefined ? ok(coded) : refuseField('attributes', `«${twin.label}» está dos veces.`);
}

/** Refuses an address that a page of the shop, a category or another product has. */
function slugFault(
  slug: string,
  { isSlugTaken, isCategorySlug }: { isSlugTaken: boolean; isCategorySlug: boolean },
): string | undefined {
  if (reservedSlugs.has(slug)) return reservedSlugText;
  return isSlugTaken ? takenSlug : isCategorySlug ? categorySlug : undefined;
}

type ColumnRefusal = Refusal<'VALIDATION_ERROR' | 'IN_USE' | 'PRODUCT_NOT_READY'>;

const slugRefusal = (state: ProductRow['state'], slug: string, text: string) => {
  const metadata = { fields: { slug: text } };
  // A published product cannot be saved in a state that PROD-03 forbids.
  if (state === 'published') return refuse({ code: 'PRODUCT_NOT_READY' as const, metadata });
  return reservedSlugs.has(slug) ? fieldsRefusal(metadata.fields) : inUse('slug', text);
};

/** Returns the columns of a product after a change, or the refusal of the change. */
async function columnsAfter(
  tx: Tx,
  row: ProductRow,
  asked: ChangedFieldNames,
  now: Date,
): Promise<Result<ProductColumns, ColumnRefusal>> {
  const before = editedFields(row);
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  // The contract has parsed each field. Only `slug` may be null. The address is then made from the title.
  const wanted = { ...before, ...given } as Omit<EditedFields, 'slug'> & { slug: string | null };
  const slug = wanted.slug ?? (await madeSlug(tx, wanted.title, row.sku));
  const found = await findReferences(tx, { ...wanted, slug, sku: row.sku });
  const { brandId, categoryId, sellerId } = found;
  const prices = priceFaults(wanted, before, now);
  if (brandId === null || categoryId === null || sellerId === null || Object.keys(prices).length > 0)
    return fieldsRefusal({
      ...(brandId === null && { brand: unknownBrand }),
      ...(categoryId === null && { category: unknownCategory }),
      ...(sellerId === null && { seller: 'No hay tal vendedor.' }),
      ...prices,
    });
  if (slug === '') return refuseField('title', emptySlug);
  const wrongSlug = slug === row.slug ? undefined : slugFault(slug, found);
  if (wrongSlug !== undefined) return slugRefusal(row.state, slug, wrongSlug);
  const attributes =
    asked.attributes === undefined
      ? ok(row.attributes)
      : await codedAttributes(tx, asked.attributes, {
          ...{ category: wanted.category, known: row.attributes, declared: found.declared },
        });
  if (!attributes.ok) return attributes;
  const tags = uniqueTags(wanted.tags ?? '');
  // The form shows the tags as one text, and must accept the text that it shows.
  if (asked.tags !== undefined && tags.join(', ').length > productFields.tags.max)
    return refuseField('tags', `Las etiquetas tienen juntas ${productFields.tags.max} letras a lo más.`);
  const { regularPrice, salesPrice, tags: _t, seller: _, brand: _b, category: _c, ...same } = wanted;
  return ok({
    ...same,
    slug,
    brandId,
    categoryId,
    sellerId,
    tags,
    regularPrice: centavosOf(regularPrice),
    salesPrice: centavosOf(salesPrice ?? regularPrice),
    attributes: attributes.value,
  });
}

/** Refuses values that do not fit the declarations of a category, each at its attribute (PROD-07). */
export function checkFit({
  attributeFaults,
}: Pick<ProductRow, 'attributeFaults'>): Result<undefined, Refusal<'VALIDATION_ERROR'>> {
  const misfits = attributeFaults.filter(({ isMissing }) => !isMissing);
  if (misfits.length === 0) return ok(undefined);
  return fieldsRefusal(Object.fromEntries(misfits.map(({ code, text }) => [attributeField(code), text])));
}

/** Refuses a change after which a published product would lack a value that a sale needs (PROD-03). */
export function checkReady(row: ProductRow): Result<undefined, Refusal<'PRODUCT_NOT_READY'>> {
  const faults = faultsOf(row).filter(({ isBlocking }) => isBlocking);
  if (faults.length === 0) return ok(undefined);
  const fields = Object.fromEntries(faults.map(({ field, text }) => [field, text]));
  return refuse({ code: 'PRODUCT_NOT_READY', metadata: { fields } });
}

export const takenLabel = 'Otra variante del modelo se llama así.';

/** The field in which a product differs from the other variants of its model. */
const labelField = ({ labelCode }: Pick<ProductRow, 'labelCode'>): string =>
  labelCode === null ? 'title' : attributeField(labelCode);

/**
 * Writes a product. If another product has taken its code, address or label in the meantime, refuses that field. `label`: the
 * field of the label.
 */
export async function writeOrRefuse(
  work: () => Promise<void>,
  label = 'title',
): Promise<Result<undefined, ColumnRefusal>> {
  try {
    await work();
    return ok(undefined);
  } catch (error) {
    switch (brokenRuleOf(error)) {
      case 'products_sku_key':
      case 'products_sku_no_code':
        return inUse('sku', takenSku);
      case 'product_codes_pkey':
        return inUse('code', 'Ese código ya es de otro producto.');
      case 'products_slug_key':
        return inUse('slug', takenSlug);
      case 'products_variant_twins':
        return inUse(label, takenLabel);
      case 'products_presale_units':
        return refuseField('isPresale', presaleUnitsLeft);
      case 'donation_is_no_product':
        return refuseField('sku', 'Ese código es el de la donación.');
      default:
        throw error;
    }
  }
}

/**
 * Saves the named fields of a locked product. Returns the product afterwards, and its audit entry. Null if nothing changed.
 * Refuses a published product that would lack a value (PROD-03). Without a `reason`, refuses a large change of a price, a price below
 * the cost (PROD-10), or an unproven discount (PRICE-05). Prices are compared with costs only if the person `seesCosts`.
 */
export async function saveProduct(
  tx: Tx,
  row: ProductRow,
  asked: ChangedFieldNames,
  { now, reason, seesCosts = false }: { now: Date; reason?: string | undefined; seesCosts?: boolean },
): Promise<Result<{ after: ProductRow; change: Change | null }, ColumnRefusal>> {
  const columns = await columnsAfter(tx, row, asked, now);
  if (!columns.ok) return columns;
  const wanted = { sku: row.sku, ...columns.value, discountEndsAt: momentOf(columns.value.discountEndsAt) };
  const doubts = reason === undefined ? await pricesToConfirm(tx, [row], [wanted], { now, seesCosts }) : undefined;
  const doubt = doubts?.get(row.sku);
  if (doubt !== undefined) return refuseField('reason', confirmText(doubt));
  const saved = await writeOrRefuse(() => updateProduct(tx, row.sku, columns.value, now), labelField(row));
  if (!saved.ok) return saved;
  const after = await getProduct(tx, row.sku);
  const isJudged = asked.attributes !== undefined || asked.category !== undefined;
  const fit = isJudged ? checkFit(after) : ok(undefined);
  if (!fit.ok) return fit;
  const ready = after.state === 'published' ? checkReady(after) : ok(undefined);
  if (!ready.ok) return ready;
  const fields = changedFields(auditedFields(row), auditedFields(after));
  const change = Object.keys(fields.after).length === 0 ? null : { entity, entityId: row.sku, ...fields, reason };
  return ok({ after, change });
}

/**
 * Moves a locked product to a state. Returns the audit entry. Null if the product was already in that state. Refuses to publish a
 * product that lacks a value (PROD-03).
 */
export async function moveProduct(
  tx: Tx,
  row: ProductRow,
  state: ProductRow['state'],
  now: Date,
): Promise<Result<Change | null, Refusal<'PRODUCT_NOT_READY'>>> {
  const ready = state === 'published' ? checkReady(row) : ok(undefined);
  if (!ready.ok) return ready;
  if (row.state === state) return ok(null);
  await setProductState(tx, row.sku, state, now);
  return ok({ entity, entityId: row.sku, before: { state: row.state }, after: { state } });
}

/** Resolves the references of a new product, and makes its address. */
export async function placeOf(
  tx: Tx,
  { title, brand, category, sku }: { title: string; brand: string; category: string; sku: string },
): Promise<Result<{ brandId: number; categoryId: number; slug: string }, Refusal<'VALIDATION_ERROR'>>> {
  const slug = await madeSlug(tx, title, sku);
  if (slug === '') return refuseField('title', emptySlug);
  const { brandId, categoryId } = await findReferences(tx, { brand, category, seller: '1', slug, sku });
  if (brandId !== null && categoryId !== null) return ok({ brandId, categoryId, slug });
  return fieldsRefusal({
    ...(brandId === null && { brand: unknownBrand }),
    ...(categoryId === null && { category: unknownCategory }),
  });
}
