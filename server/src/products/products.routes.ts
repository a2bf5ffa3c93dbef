import { productList } from '@ceiba/contract/desk/lists/products';
import {
  archiveProduct,
  changeProduct,
  createProduct,
  duplicateProduct,
  exportProducts,
  getDeskProduct,
  listDeskProducts,
  listProductAttributes,
  publishProduct,
  unpublishProduct,
} from '@ceiba/contract/desk/products';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { fromQuetzales } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { mediaUrl } from '../media/media-store.ts';
import { changedFields } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import {
  checkPriceChange,
  checkPriceRight,
  checkReady,
  columnsAfter,
  placeOf,
  writeOrRefuse,
} from './change-product.ts';
import { productReader } from './product-rows.store.ts';
import { auditedFields, toProduct } from './product-view.ts';
import {
  copyProduct,
  findAttributesNearby,
  findProduct,
  getProduct,
  insertProduct,
  lockProduct,
  nextSku,
  type ProductRow,
  setProductState,
  updateProduct,
} from './products.store.ts';

/** The entity of products in the audit. */
export const entity = 'products';

const amountOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value) / 100;

const toRow = ({ picture, price, regularPrice, createdAt, ...row }: Record<string, unknown>): object => ({
  ...row,
  picture: typeof picture === 'string' ? mediaUrl(picture, 64, 'webp') : null,
  price: amountOf(price),
  regularPrice: amountOf(regularPrice),
  createdAt: createdAt instanceof Date ? createdAt.toISOString() : createdAt,
});

/** Locks a product for a change that was based on this version (OFF-21). `asked`: the fields that the change sets. */
async function holdProduct(
  tx: Tx,
  { sku, version, asked, staff }: { sku: string; version: number; asked: object; staff: StaffCaller },
): Promise<Result<ProductRow, Refusal<'NOT_FOUND' | 'VERSION_CONFLICT'>>> {
  const row = await lockProduct(tx, sku);
  if (row === undefined) return refuse({ code: 'NOT_FOUND' });
  if (row.version === version) return ok(row);
  const current = toProduct(row, staff);
  return refuse(await versionConflict(tx, { entity, entityId: sku, current, conflicts: { asked } }));
}

/** A verb that moves a product to a state: on sale, a draft, archived (PROD-01). */
const stateRoute = (
  spec: typeof publishProduct | typeof unpublishProduct | typeof archiveProduct,
  db: Database,
  state: ProductRow['state'],
): Route =>
  changeRoute(spec, db, async ({ tx, params: { sku }, body: { version }, staff, author }) => {
    const held = await holdProduct(tx, { sku, version, asked: { state }, staff });
    if (!held.ok) return held;
    if (state === 'published') {
      const ready = checkReady(held.value);
      // Only publishing lists this code.
      if (!ready.ok) return refuse(ready.error) as never;
    }
    const isSame = held.value.state === state;
    if (!isSame) await setProductState(tx, sku, state, author.now);
    const change = isSame ? null : { entity, entityId: sku, before: { state: held.value.state }, after: { state } };
    return ok({ answer: { status: 200, data: toProduct(await getProduct(tx, sku), staff) }, change });
  });

export const productRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source: { list: productList, read: productReader(db.read) },
    page: listDeskProducts,
    csv: exportProducts,
    toRow,
  }),
  route(listProductAttributes, async ({ query: { category } }) => {
    const found = await findAttributesNearby(db.read, category);
    return ok({ status: 200, data: found.map(({ label, unit }) => ({ label, unit: unit || null })) });
  }),
  route(getDeskProduct, async ({ params: { sku } }, { staff }) => {
    const row = await findProduct(db.write, sku);
    return row === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data: toProduct(row, staff) });
  }),
  changeRoute(createProduct, db, async ({ tx, body, staff }) => {
    const { title, brand, category, kind, regularPrice = null } = body;
    const right = checkPriceRight(regularPrice === null ? {} : { regularPrice }, staff);
    if (!right.ok) return right;
    const sku = body.sku ?? (await nextSku(tx));
    const place = await placeOf(tx, { title, brand, category, sku });
    if (!place.ok) return place;
    const price = regularPrice === null ? undefined : fromQuetzales(regularPrice);
    const made = await writeOrRefuse(() =>
      insertProduct(tx, {
        ...place.value,
        ...{ sku, title, kind, sellerId: firstPartySellerId, price: price?.ok ? price.value : null },
      }),
    );
    // A new product is a draft, which is never refused for what it lacks.
    if (!made.ok) return refuse(made.error) as never;
    const change = { entity, entityId: sku, after: { ...body, sku } };
    return ok({ answer: { status: 201, data: toProduct(await getProduct(tx, sku), staff) }, change });
  }),
  changeRoute(duplicateProduct, db, async ({ tx, params, body, staff }) => {
    const from = await findProduct(tx, params.sku);
    if (from === undefined) return refuse({ code: 'NOT_FOUND' });
    const title = body.title ?? from.title;
    const sku = body.sku ?? (await nextSku(tx));
    const place = await placeOf(tx, { title, brand: from.brand, category: from.category, sku });
    if (!place.ok) return place;
    const made = await writeOrRefuse(() => copyProduct(tx, params.sku, { sku, title, slug: place.value.slug }));
    if (!made.ok) return refuse(made.error) as never;
    const change = { entity, entityId: sku, after: { from: params.sku, sku, title } };
    return ok({ answer: { status: 201, data: toProduct(await getProduct(tx, sku), staff) }, change });
  }),
  changeRoute(
    changeProduct,
    db,
    async ({ tx, params: { sku }, body: { version, reason, ...asked }, staff, author }) => {
      const right = checkPriceRight(asked, staff);
      if (!right.ok) return right;
      const held = await holdProduct(tx, { sku, version, asked, staff });
      if (!held.ok) return held;
      const columns = await columnsAfter(tx, held.value, asked, author.now);
      if (!columns.ok) return columns;
      const meant = checkPriceChange(held.value, columns.value, reason);
      if (!meant.ok) return meant;
      const saved = await writeOrRefuse(() => updateProduct(tx, sku, columns.value, author.now));
      if (!saved.ok) return saved;
      const after = await getProduct(tx, sku);
      const ready = after.state === 'published' ? checkReady(after) : ok(undefined);
      if (!ready.ok) return ready;
      const fields = changedFields(auditedFields(held.value), auditedFields(after));
      const change = Object.keys(fields.after).length === 0 ? null : { entity, entityId: sku, ...fields, reason };
      return ok({ answer: { status: 200, data: toProduct(after, staff) }, change });
    },
  ),
  stateRoute(publishProduct, db, 'published'),
  stateRoute(unpublishProduct, db, 'draft'),
  stateRoute(archiveProduct, db, 'archived'),
];
