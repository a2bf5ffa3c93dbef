import { productList } from '@ceiba/contract/desk/lists/products';
import {
  archiveProduct,
  changeProduct,
  createProduct,
  duplicateProduct,
  exportProducts,
  getDeskProduct,
  getPreviewLink,
  listDeskProducts,
  listProductAttributes,
  publishProduct,
  unpublishProduct,
} from '@ceiba/contract/desk/products';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { fromQuetzales } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { makePreviewToken } from '../catalog/preview-token.ts';
import { mediaUrl } from '../media/media-store.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import { checkPriceRight, entity, moveProduct, placeOf, saveProduct, writeOrRefuse } from './change-product.ts';
import { productReader } from './product-rows.store.ts';
import { toProduct } from './product-view.ts';
import {
  copyProduct,
  ensureOwnSeller,
  findAttributesNearby,
  findDeclaredAttributes,
  findProduct,
  getProduct,
  insertCode,
  insertProduct,
  lockProduct,
  nextSku,
  type ProductRow,
} from './products.store.ts';

const amountOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value) / 100;

/** Returns a planned move as a row of the list shows it. */
const toPlan = (plan: unknown): object | null =>
  plan !== null && typeof plan === 'object' && 'state' in plan && 'at' in plan
    ? { state: plan.state, at: new Date(String(plan.at)).toISOString() }
    : null;

const toRow = ({ picture, price, regularPrice, plan = null, ...row }: Record<string, unknown>): object => ({
  ...row,
  picture: typeof picture === 'string' ? mediaUrl(picture, 64, 'webp') : null,
  price: amountOf(price),
  regularPrice: amountOf(regularPrice),
  plan: toPlan(plan),
});

/** The fields that a change sets. */
interface ChangedFieldNames {
  brand?: string | undefined;
  category?: string | undefined;
  [field: string]: unknown;
}

/** Locks a product for a change that is based on this version (OFF-21). `asked`: the fields that the change sets. */
async function lockToChange(
  tx: Tx,
  { sku, version, asked, staff }: { sku: string; version: number; asked: ChangedFieldNames; staff: StaffCaller },
): Promise<Result<ProductRow, Refusal<'NOT_FOUND' | 'VERSION_CONFLICT'>>> {
  const row = await lockProduct(tx, sku, asked);
  if (row === undefined) return refuse({ code: 'NOT_FOUND' });
  if (row.version === version) return ok(row);
  const current = toProduct(row, staff);
  // For a change by a file, a command or a planned price, only the moment is known, not the author.
  const known = { by: null, at: row.updatedAt };
  return refuse(await versionConflict(tx, { entity, entityId: sku, current, conflicts: { asked }, known }));
}

/** A call that moves a product to a state: on sale, a draft, archived (PROD-01). */
const stateRoute = (
  spec: typeof publishProduct | typeof unpublishProduct | typeof archiveProduct,
  db: Database,
  state: ProductRow['state'],
): Route =>
  changeRoute(spec, db, async ({ tx, params: { sku }, body: { version }, staff, author }) => {
    const locked = await lockToChange(tx, { sku, version, asked: { state }, staff });
    if (!locked.ok) return locked;
    const moved = await moveProduct(tx, locked.value, state, author.now);
    // Only the call that publishes declares this error code.
    if (!moved.ok) return refuse(moved.error) as never;
    return ok({ answer: { status: 200, data: toProduct(await getProduct(tx, sku), staff) }, change: moved.value });
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
    const usual = await findAttributesNearby(db.read, category);
    const declared = await findDeclaredAttributes(db.read, category);
    const data = { declared, usual: usual.map(({ label, unit }) => ({ label, unit: unit || null })) };
    return ok({ status: 200, data });
  }),
  route(getDeskProduct, async ({ params: { sku } }, { staff }) => {
    const row = await findProduct(db.write, sku);
    return row === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data: toProduct(row, staff) });
  }),
  route(getPreviewLink, async ({ params: { sku } }, { now }) => {
    const row = await findProduct(db.write, sku);
    if (row === undefined) return refuse({ code: 'NOT_FOUND' });
    const { token, expiresAt } = makePreviewToken(await getShopSecret(db.read, 'product-previews'), row.id, now);
    const path = `/${row.slug}?preview=${token}`;
    return ok({ status: 200, data: { path, expiresAt: expiresAt.toISOString() } });
  }),
  changeRoute(createProduct, db, async ({ tx, body, staff }) => {
    const { title, brand, category, kind, regularPrice = null } = body;
    const right = checkPriceRight(regularPrice === null ? {} : { regularPrice }, staff);
    if (!right.ok) return right;
    const sku = body.sku ?? (await nextSku(tx));
    const place = await placeOf(tx, { title, brand, category, sku });
    if (!place.ok) return place;
    const price = regularPrice === null ? undefined : fromQuetzales(regularPrice);
    await ensureOwnSeller(tx);
    const outcome = await writeOrRefuse(() =>
      insertProduct(tx, {
        ...place.value,
        ...{ sku, title, kind, sellerId: firstPartySellerId, price: price?.ok ? price.value : null },
      }),
    );
    if (outcome.ok && body.code !== undefined) {
      const given = await writeOrRefuse(() => insertCode(tx, body.code ?? '', sku));
      if (!given.ok) return refuse(given.error) as never;
    }
    // A new product is a draft, and a draft may be incomplete.
    if (!outcome.ok) return refuse(outcome.error) as never;
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
    // A copy made by a person without the price permission has no price.
    const isPriced = staff.permissions.has('prices.edit');
    const to = { sku, title, slug: place.value.slug, isPriced };
    const outcome = await writeOrRefuse(() => copyProduct(tx, params.sku, to));
    if (!outcome.ok) return refuse(outcome.error) as never;
    const data = toProduct(await getProduct(tx, sku), staff);
    const change = { entity, entityId: sku, after: { from: params.sku, sku, title, regularPrice: data.regularPrice } };
    return ok({ answer: { status: 201, data }, change });
  }),
  changeRoute(
    changeProduct,
    db,
    async ({ tx, params: { sku }, body: { version, reason, ...asked }, staff, author }) => {
      const right = checkPriceRight(asked, staff);
      if (!right.ok) return right;
      const locked = await lockToChange(tx, { sku, version, asked, staff });
      if (!locked.ok) return locked;
      const saved = await saveProduct(tx, locked.value, asked, {
        ...{ now: author.now, reason },
        seesCosts: staff.permissions.has('costs.read'),
      });
      if (!saved.ok) return saved;
      const { after, change } = saved.value;
      return ok({ answer: { status: 200, data: toProduct(after, staff) }, change });
    },
  ),
  stateRoute(publishProduct, db, 'published'),
  stateRoute(unpublishProduct, db, 'draft'),
  stateRoute(archiveProduct, db, 'archived'),
];
