import * as calls from '@ceiba/contract/catalog';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import {
  findProductBySku,
  findProductPage,
  findWarranties,
  listCategories,
  listCategoryInfos,
  listProducts,
} from './catalog.store.ts';
import { toCategoryTree } from './category-tree.ts';
import { toProduct } from './product-card.ts';
import { toProductDetail, toWarranty } from './product-page.ts';

/** Ids of a query list; what is no id matches nothing. */
export const categoryIdsOf = (texts: readonly string[]): number[] =>
  texts.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31);

export const catalogRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.getProductBySlug, async ({ params }, { now }) => {
    const row = await findProductPage(db.read, params.slug, now);
    return row === undefined ? refuse({ code: 'PRODUCT_NOT_FOUND' }) : ok(toProductDetail(row, now));
  }),

  route(calls.getProductBySku, async ({ params }, { now }) => {
    const row = await findProductBySku(db.read, params.sku, now);
    return row === undefined ? refuse({ code: 'PRODUCT_NOT_FOUND' }) : ok(toProduct(row, now, 'detail'));
  }),

  route(calls.listProducts, async ({ query }, { now }) => {
    const rows = await listProducts(db.read, [[...new Set(query.skus)], now]);
    return ok({ products: rows.map((row) => toProduct(row, now)) });
  }),

  route(calls.getProductWarranties, async ({ params }) => {
    const warranties = await findWarranties(db.read, params.sku);
    return warranties === undefined ? refuse({ code: 'PRODUCT_NOT_FOUND' }) : ok(warranties.map(toWarranty));
  }),

  route(calls.getCategories, async () => ok(toCategoryTree(await listCategories(db.read, [])))),

  route(calls.getCategoryInfo, async ({ query }) => {
    const rows = await listCategoryInfos(db.read, [categoryIdsOf(query.ids)]);
    return ok({ tagsMap: Object.fromEntries(rows.map(({ category_id, tags_list }) => [category_id, tags_list])) });
  }),
];
