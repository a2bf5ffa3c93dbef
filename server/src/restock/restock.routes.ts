import {
  cancelRestockNotice,
  listRestockNotices,
  requestRestockNotice,
  shownNoticeLimit,
} from '@ceiba/contract/restock';
import { isRestockOffered } from '@ceiba/domain/restock/restock';
import { ok, refuse } from '@ceiba/domain/result';
import { toProduct } from '../catalog/product-card.ts';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import {
  deleteNotice,
  insertRestockNotice,
  listNotices,
  lockWantedProduct,
  lockWhetherMayAsk,
} from './restock.store.ts';

export const restockRoutes = ({ db }: { db: Database }): Route[] => [
  route(requestRestockNotice, ({ params }, { customer, now }) =>
    db.transaction(async (tx) => {
      const mayAsk = await lockWhetherMayAsk(tx, customer.id);
      const product = await lockWantedProduct(tx, params.sku);
      if (product === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
      if (!isRestockOffered(product.salable)) return refuse({ code: 'PRODUCT_IN_STOCK' });
      if (!mayAsk) return refuse({ code: 'RESTOCK_STOPPED' });
      await insertRestockNotice(tx, { productId: product.id, customerId: customer.id }, now);
      return ok({ status: 201, data: { result: true as const } });
    }),
  ),

  route(listRestockNotices, async (_, { customer, now }) => {
    const rows = await listNotices(db.write, customer.id, now, shownNoticeLimit);
    const data = rows.map((row) => {
      const { sku, slug, title, brand, mainImage } = toProduct(row, now);
      return {
        sku,
        slug,
        title,
        brand,
        mainImage,
        requestedAt: row.requested_at.toISOString(),
        isStopped: row.is_stopped,
      };
    });
    return ok({ status: 200, data });
  }),

  route(cancelRestockNotice, async ({ params }, { customer }) => {
    if (!(await deleteNotice(db.write, customer.id, params.sku))) return refuse({ code: 'PRODUCT_NOT_FOUND' });
    return ok({ status: 200, data: { result: true as const } });
  }),
];
