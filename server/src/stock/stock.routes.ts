import { feedStock as feedStockCall, listStockOffers as listStockOffersCall } from '@ceiba/contract/stock';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { cachedRoute, type Route, route } from '../platform/http/route.ts';
import { feedStock } from './feed-stock.ts';
import { listStockOffers } from './stock.store.ts';

export const stockRoutes = ({ db }: { db: Database }): Route[] => [
  route(feedStockCall, async ({ body }) => ok({ status: 200, data: { rows: await feedStock(db, body) } })),
  cachedRoute(listStockOffersCall, { lifeMs: 60_000, tags: () => [], isShared: true }, async () => {
    const rows = await listStockOffers(db.read, []);
    return ok({
      data: rows.map(({ id, offer_type, offer_value, threshold, starts_at, ends_at }) => ({
        id: String(id),
        attributes: {
          OfferType: offer_type,
          OfferTypeValue: offer_value,
          Threshold: threshold,
          StartDateTime: starts_at.toISOString(),
          EndDateTime: ends_at.toISOString(),
        },
      })),
    });
  }),
];
