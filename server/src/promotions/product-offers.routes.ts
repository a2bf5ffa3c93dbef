import { getProductOffers } from '@ceiba/contract/desk/product-offers';
import { shownGifts } from '@ceiba/domain/catalog/gifts';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { findStockOffer, stockOfferText } from '@ceiba/domain/stock/stock-offer';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { selectProductOffers } from './product-offers.store.ts';

/** The present promotions of a product, by the rules of the product page (PROD-11). */
export const productOffersRoutes = ({ db }: { db: Database }): Route[] => [
  route(getProductOffers, async ({ params: { sku } }, { now }) => {
    const [row] = await selectProductOffers(db.read, [sku, now]);
    if (row === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
    const { price, flashSale, salable } = row;
    const offered = { sku: row.sku, categoryIds: row.categories, salableQuantity: salable };
    const offers = row.stockOffers.map((offer) => ({
      ...offer,
      startsAt: new Date(offer.startsAt),
      endsAt: new Date(offer.endsAt),
    }));
    const running = findStockOffer(offers, offered, now);
    const stockOffer = offers.find((offer) => offer === running);
    return ok({
      status: 200,
      data: {
        ...{ sku: row.sku, title: row.title },
        price: price === null ? null : toQuetzales(price),
        flashSale: flashSale && {
          id: String(flashSale.id),
          price: toQuetzales(flashSale.price),
          endsAt: new Date(flashSale.endsAt).toISOString(),
        },
        gifts: shownGifts(row.gifts, now).map(({ id, title, endDate }) => ({ id: String(id), title, endDate })),
        companions: row.companions.map(({ id, ...companion }) => ({ id: String(id), ...companion })),
        warranties: row.warranties.map(({ amount, ...warranty }) => ({ ...warranty, amount: toQuetzales(amount) })),
        stockOffer:
          stockOffer === undefined
            ? null
            : {
                id: String(stockOffer.id),
                threshold: stockOffer.threshold,
                category: stockOffer.category,
                text: stockOfferText([stockOffer], offered, now),
              },
      },
    });
  }),
];
