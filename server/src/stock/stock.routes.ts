import { feedStock as feedStockCall, listStockOffers as listStockOffersCall } from '@ceiba/contract/stock';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { feedStock } from './feed-stock.ts';
import { listStockOffers } from './stock.store.ts';

export const stockRoutes = ({ db }: { db: Database }): Route[] => [
  route(feedStockCall, async ({ body }) => ok({ status: 200, data: { rows: await feedStock(db, body) } })),
  route(
    listStockOffersCall,
    async () => {
      const rows = await listStockOffers(db.read, []);
      return ok({
        data: rows.map(({ id, offerType, offerValue, threshold, startsAt, endsAt }) => ({
          id: String(id),
          attributes: {
            OfferType: offerType,
            OfferTypeValue: offerValue,
            Threshold: threshold,
            StartDateTime: startsAt.toISOString(),
            EndDateTime: endsAt.toISOString(),
          },
        })),
      });
    },
    { caching: { lifeMs: 60_000, tags: () => [], isOutsideCacheable: true } },
  ),
];
