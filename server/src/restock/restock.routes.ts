import { requestRestockNotice } from '@ceiba/contract/restock';
import { isRestockOffered } from '@ceiba/domain/restock/restock';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { insertRestockNotice, lockWantedProduct } from './restock.store.ts';

export const restockRoutes = ({ db }: { db: Database }): Route[] => [
  route(requestRestockNotice, ({ params }, { customer, now }) =>
    db.transaction(async (tx) => {
      const product = await lockWantedProduct(tx, params.sku);
      if (product === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
      if (!isRestockOffered(product.salable)) return refuse({ code: 'PRODUCT_IN_STOCK' });
      await insertRestockNotice(tx, { productId: product.id, customerId: customer.id }, now);
      return ok({ status: 201, data: { result: true as const } });
    }),
  ),
];
