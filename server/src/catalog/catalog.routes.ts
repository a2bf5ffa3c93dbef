import * as calls from '@ceiba/contract/catalog';
import { categoryTag, productTag } from '@ceiba/contract/page-tags';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { type Caching, type Route, route } from '../platform/http/route.ts';
import { stockTag } from '../platform/pages/response-cache.ts';
import {
  findCurrentAddress,
  findCurrentBrand,
  findProductBySku,
  findProductPage,
  findProductPreview,
  findVisitsFor,
  findWarranties,
  listCategories,
  listCategoryInfos,
  listProducts,
  toCategoryTree,
} from './catalog.store.ts';
import { isPreviewToken } from './preview-token.ts';
import { toProduct } from './product-card.ts';
import { toProductDetail, toWarranty } from './product-page.ts';

/** IDs of a query list. A text that is not an ID matches nothing. */
export const categoryIdsOf = (texts: readonly string[]): number[] =>
  texts.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31);

/**
 * A product's answer contains the exact number of units, but `page_purge` only reports low stock. So the answer is
 * cached only for a short time, and until this process sells anything (record 0055).
 */
const productCaching: Caching<unknown, calls.Product> = {
  lifeMs: 1_000,
  tags: ({ sku, categories }) => [stockTag, productTag(sku), ...categories.map(categoryTag)],
};

export const catalogRoutes = ({ db }: { db: Database }): Route[] => [
  route(
    calls.getProductBySlug,
    async ({ params }, context) => {
      const row = await findProductPage(db.read, params.slug, context.now);
      if (row === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
      return ok(toProductDetail(row, context, await findVisitsFor(db.read, row, context)));
    },
    { caching: productCaching },
  ),

  route(calls.getProductPreview, async ({ params: { slug }, query: { token } }, context) => {
    const row = await findProductPreview(db.read, slug, context.now);
    const secret = await getShopSecret(db.read, 'product-previews');
    if (row === undefined || !isPreviewToken(secret, row.product_id, token, context.now))
      return refuse({ code: 'PRODUCT_NOT_FOUND' });
    return ok(toProductDetail(row, context, await findVisitsFor(db.read, row, context)));
  }),

  route(
    calls.getProductBySku,
    async ({ params }, context) => {
      const row = await findProductBySku(db.read, params.sku, context.now);
      return row === undefined ? refuse({ code: 'PRODUCT_NOT_FOUND' }) : ok(toProduct(row, context, 'detail'));
    },
    { caching: productCaching },
  ),

  route(calls.listProducts, async ({ query }, context) => {
    const rows = await listProducts(db.read, [[...new Set(query.skus)], context.now]);
    return ok({ products: rows.map((row) => toProduct(row, context)) });
  }),

  route(calls.getProductWarranties, async ({ params }) => {
    const warranties = await findWarranties(db.read, params.sku);
    return warranties === undefined ? refuse({ code: 'PRODUCT_NOT_FOUND' }) : ok(warranties.map(toWarranty));
  }),

  route(calls.getCategories, async () => ok(toCategoryTree(await listCategories(db.read, []))), {
    caching: { lifeMs: 60_000, tags: () => [], isOutsideCacheable: true },
  }),

  route(calls.getCurrentAddress, async ({ query: { path, brand } }) => {
    const address =
      path === undefined
        ? undefined
        : await findCurrentAddress(
            db.read,
            path
              .split('/')
              .filter((part) => part !== '')
              .join('/'),
          );
    const name = brand === undefined ? undefined : await findCurrentBrand(db.read, brand);
    return address === undefined && name === undefined
      ? refuse({ code: 'NOT_FOUND' })
      : ok({ ...(address && { address }), ...(name && { brand: name }) });
  }),

  route(calls.getCategoryInfo, async ({ query }) => {
    const rows = await listCategoryInfos(db.read, [categoryIdsOf(query.ids)]);
    return ok({ tagsMap: Object.fromEntries(rows.map(({ categoryId, tagsList }) => [categoryId, tagsList])) });
  }),
];
