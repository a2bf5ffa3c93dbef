import { priceFields, productFields } from '@ceiba/contract/desk/product-fields';
import { largePriceChange, type Prices } from '@ceiba/domain/catalog/price-change';
import { reservedSlugs, reservedSlugText } from '@ceiba/domain/catalog/reserved-slugs';
import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { brokenRuleOf, type Tx } from '../platform/db/database.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { type EditedFields, editedFields, faultsOf } from './product-view.ts';
import {
  findAttributesNearby,
  findReferences,
  madeSlug,
  type ProductColumns,
  type ProductRow,
  type StoredAttribute,
} from './products.store.ts';

type SentAttribute = Pick<StoredAttribute, 'label' | 'value' | 'unit'>;

/** The fields that a change names. */
type AskedFields = {
  readonly [N in keyof EditedFields]?:
    | (N extends 'attributes' ? readonly SentAttribute[] : N extends 'slug' ? string | null : EditedFields[N])
    | undefined;
};

const unknownBrand = 'No hay una marca con ese nombre.';
const unknownCategory = 'No hay tal categoría.';
const takenSlug = 'Otro producto tiene ese enlace.';
const categorySlug = 'Una categoría tiene ese enlace.';
const takenSku = 'Otro producto tiene ese código.';

const fieldsRefusal = (fields: Readonly<Record<string, string>>) =>
  refuse({ code: 'VALIDATION_ERROR' as const, metadata: { fields } });

const refuseField = (field: string, text: string) => fieldsRefusal({ [field]: text });

const inUse = (field: string, text: string) =>
  refuse({ code: 'IN_USE' as const, message: text, metadata: { fields: { [field]: text } } });

/** Refuses a price from a person who may not set any. */
export function checkPriceRight(asked: object, { permissions }: StaffCaller): Result<undefined, Refusal<'FORBIDDEN'>> {
  const isPriced = Object.entries(asked).some(([name, value]) => priceFields.includes(name) && value !== undefined);
  if (!isPriced || permissions.has('prices.edit')) return ok(undefined);
  return refuse({ code: 'FORBIDDEN', metadata: { permission: 'prices.edit' } });
}

/** Refuses a price that changes by more than 40 % without a reason (PROD-10). Amounts in centavos. */
export function checkPriceChange(
  before: Prices,
  after: Prices,
  reason: string | undefined,
): Result<undefined, Refusal<'VALIDATION_ERROR'>> {
  const change = reason === undefined ? largePriceChange(before, after) : undefined;
  return change === undefined ? ok(undefined) : refuseField('reason', `${change} Confírmalo y escribe el motivo.`);
}

const centavosOf = (quetzales: number | null): Centavos | null => {
  const read = quetzales === null ? undefined : fromQuetzales(quetzales);
  return read?.ok ? read.value : null;
};

/** The faults of prices that belong together, by field. */
function priceFaults(
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

/** "Nuevo, nuevo, Gamer" → Nuevo and Gamer. */
const uniqueTags = (text: string): string[] => {
  const tags = text.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  return tags.filter((tag, at) => tags.findIndex((each) => foldText(each) === foldText(tag)) === at);
};

const codeOfLabel = (label: string): string =>
  (foldText(label).match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 60) || 'dato';

/**
 * Gives each characteristic its code, by which shoppers filter: the one that it had, else the one that products of its category use for the same
 * name, else one made from the name.
 */
async function codedAttributes(
  tx: Tx,
  sent: readonly SentAttribute[],
  { category, known }: { category: string; known: readonly StoredAttribute[] },
): Promise<Result<StoredAttribute[], Refusal<'VALIDATION_ERROR'>>> {
  const isKnown = ({ label }: SentAttribute): boolean => known.some((each) => each.label === label);
  const nearby = sent.every(isKnown) ? [] : await findAttributesNearby(tx, category);
  const codes = new Map([...nearby, ...known].map(({ label, code }) => [foldText(label), code]));
  const coded = sent.map(({ label, value, unit }) => ({
    code: codes.get(foldText(label)) ?? codeOfLabel(label),
    label,
    value,
    unit: unit ?? null,
  }));
  const twin = coded.find(({ code }, at) => coded.findIndex((each) => each.code === code) !== at);
  return twin === undefined ? ok(coded) : refuseField('attributes', `«${twin.label}» está dos veces.`);
}

/** An address that no product may have: of a page of the shop, a category or another product. */
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
  // A published product cannot be saved into a state that PROD-03 forbids.
  if (state === 'published') return refuse({ code: 'PRODUCT_NOT_READY' as const, metadata });
  return reservedSlugs.has(slug) ? fieldsRefusal(metadata.fields) : inUse('slug', text);
};

/** The columns of a product after a change, or why it may not be made. */
export async function columnsAfter(
  tx: Tx,
  row: ProductRow,
  asked: AskedFields,
  now: Date,
): Promise<Result<ProductColumns, ColumnRefusal>> {
  const before = editedFields(row);
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  // The contract typed each field; only `slug` may be null, which means the address made from the title.
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
  const wrongSlug = slug === row.slug ? undefined : slugFault(slug, found);
  if (wrongSlug !== undefined) return slugRefusal(row.state, slug, wrongSlug);
  const attributes =
    asked.attributes === undefined
      ? ok(row.attributes)
      : await codedAttributes(tx, asked.attributes, { category: wanted.category, known: row.attributes });
  if (!attributes.ok) return attributes;
  const tags = uniqueTags(wanted.tags ?? '');
  // The field shows them joined like this, and must take what it shows.
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

/** Refuses a product that is on sale, or is about to be, and lacks something that it needs (PROD-03). */
export function checkReady(row: ProductRow): Result<undefined, Refusal<'PRODUCT_NOT_READY'>> {
  const faults = faultsOf(row).filter(({ isBlocking }) => isBlocking);
  if (faults.length === 0) return ok(undefined);
  const fields = Object.fromEntries(faults.map(({ field, text }) => [field, text]));
  return refuse({ code: 'PRODUCT_NOT_READY', metadata: { fields } });
}

/** Writes a product. A code or an address that another product took meanwhile becomes a refusal of its field. */
export async function writeOrRefuse(work: () => Promise<void>): Promise<Result<undefined, ColumnRefusal>> {
  try {
    await work();
    return ok(undefined);
  } catch (error) {
    switch (brokenRuleOf(error)) {
      case 'products_sku_key':
        return inUse('sku', takenSku);
      case 'products_slug_key':
        return inUse('slug', takenSlug);
      case 'donation_is_no_product':
        return refuseField('sku', 'Ese código es el de la donación.');
      default:
        throw error;
    }
  }
}

/** The references and the address of a new product. */
export async function placeOf(
  tx: Tx,
  { title, brand, category, sku }: { title: string; brand: string; category: string; sku: string },
): Promise<Result<{ brandId: number; categoryId: number; slug: string }, Refusal<'VALIDATION_ERROR'>>> {
  const slug = await madeSlug(tx, title, sku);
  const { brandId, categoryId } = await findReferences(tx, { brand, category, seller: '1', slug, sku });
  if (brandId !== null && categoryId !== null) return ok({ brandId, categoryId, slug });
  return fieldsRefusal({
    ...(brandId === null && { brand: unknownBrand }),
    ...(categoryId === null && { category: unknownCategory }),
  });
}
