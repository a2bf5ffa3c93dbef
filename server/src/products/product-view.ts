import type { DeskProduct } from '@ceiba/contract/desk/products';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { type ProductFault, productFaults } from '@ceiba/domain/catalog/product-faults';
import { type Centavos, toQuetzales } from '@ceiba/domain/money/money';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { mediaUrl } from '../media/media-store.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import type { ProductRow } from './products.store.ts';

/** Returns the faults of a product by the rules of `domain` (PROD-03). */
export const faultsOf = (row: ProductRow): ProductFault[] =>
  productFaults({
    pictures: row.pictures.length,
    slug: row.slug,
    categoryState: row.categoryState,
    brandState: row.brandState,
    isSellerActive: row.isSellerActive,
    regularPrice: row.regularPrice,
    isOwn: row.sellerId === firstPartySellerId,
    offerId: row.offerId,
    isPresale: row.isPresale,
    presaleDate: row.presaleDate,
    description: row.description,
    attributes: row.attributes.length,
    attributeFaults: row.attributeFaults,
  });

const quetzales = (amount: Centavos | null): number | null => (amount === null ? null : toQuetzales(amount));

/** Returns the editable fields of a product, in the form of calls. */
export const editedFields = (row: ProductRow) => ({
  title: row.title,
  brand: row.brand,
  category: row.category,
  slug: row.slug,
  parentSku: row.parentSku,
  tags: row.tags.length === 0 ? null : row.tags.join(', '),
  regularPrice: quetzales(row.regularPrice),
  salesPrice: row.salesPrice === row.regularPrice ? null : quetzales(row.salesPrice),
  discountEndsAt: row.discountEndsAt?.toISOString() ?? null,
  description: row.description,
  attributes: row.attributes.map(({ code, label, value, unit }) => ({ code, label, value, unit: unit ?? null })),
  isPresale: row.isPresale,
  presaleDate: row.presaleDate === null ? null : String(row.presaleDate),
  isDropshipping: row.isDropshipping,
  isRestricted: row.isRestricted,
  isMotorcycle: row.isMotorcycle,
  seller: String(row.sellerId),
  offerId: row.offerId,
  isListed: row.isListed,
  eventUrl: row.eventUrl,
});

export type EditedFields = ReturnType<typeof editedFields>;

/**
 * Returns the same fields for the audit, in the form in which a change sends them. "Historial" restores older values from them
 * (PROD-05).
 */
export const auditedFields = (row: ProductRow) => ({
  ...editedFields(row),
  attributes: row.attributes.map(({ label, value, unit }) => ({ label, value, unit: unit ?? null })),
});

const verbs: Readonly<Record<ProductRow['state'], readonly [verb: string, permission: Permission][]>> = {
  draft: [
    ['publish', 'catalog.publish'],
    ['archive', 'catalog.publish'],
    ['plan', 'catalog.publish'],
    ['duplicate', 'catalog.edit'],
  ],
  published: [
    ['unpublish', 'catalog.publish'],
    ['archive', 'catalog.publish'],
    ['plan', 'catalog.publish'],
    ['duplicate', 'catalog.edit'],
  ],
  archived: [
    ['publish', 'catalog.publish'],
    ['unpublish', 'catalog.publish'],
    ['plan', 'catalog.publish'],
    ['duplicate', 'catalog.edit'],
  ],
};

/** Converts a product into the answer of its call. */
export const toProduct = (row: ProductRow, { permissions }: Pick<StaffCaller, 'permissions'>): DeskProduct => ({
  ...editedFields(row),
  sku: row.sku,
  state: row.state,
  kind: row.kind,
  categoryTitle: row.categoryTitle,
  sellerTitle: row.sellerTitle,
  pictures: row.pictures.map(({ key, ...picture }) => ({ key, url: mediaUrl(key, 480, 'webp'), ...picture })),
  picturesVersion: row.picturesVersion,
  codes: row.codes,
  stock: row.stock,
  faults: faultsOf(row),
  plans: row.plans.map((plan) => ({ ...plan, at: new Date(plan.at).toISOString() })),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
  actions: verbs[row.state].flatMap(([verb, permission]) => (permissions.has(permission) ? [verb] : [])),
});
