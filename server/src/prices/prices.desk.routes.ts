import { priceCheckList } from '@ceiba/contract/desk/lists/price-checks';
import { checkPrice, exportPriceChecks, listPriceChecks } from '@ceiba/contract/desk/prices';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok } from '@ceiba/domain/result';
import { sentAmount } from '../catalog/product-card.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { checkDiscounts } from './check-prices.ts';

export const priceCheckSource: ListSource<typeof priceCheckList> = {
  list: priceCheckList,
  from: 'from running_discounts(now()) d',
  key: { sql: 'd.product_id', type: 'bigint' },
  columns: {
    title: 'd.title',
    sku: 'd.sku',
    proof: 'd.proof',
    doubts: 'd.doubts',
    regularPrice: 'd.regular_price',
    reference: 'd.reference',
    price: 'd.price',
    since: 'd.reduced_since',
    endsAt: 'd.ends_at',
    offeredDays: 'd.offered_days',
    knownDays: 'd.known_days',
  },
  filters: {
    proof: 'd.proof',
    doubt: (doubts) => (p) => `d.doubts && ${p(doubts)}::text[]`,
    since: 'd.reduced_since',
    price: 'd.price',
  },
  search: (words) => (p) => `(strpos(folded(d.title), folded(${p(words)}::text)) > 0 or d.sku = ${p(words)}::text)`,
  isOfShop: true,
  isComputed: true,
};

const money = (amount: unknown): number => toQuetzales(centavos(Number(amount)));

export const deskPricesRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source: priceCheckSource,
    page: listPriceChecks,
    csv: exportPriceChecks,
    toRow: ({ regularPrice, reference, price, ...row }) => ({
      ...row,
      regularPrice: money(regularPrice),
      reference: reference === null ? null : money(reference),
      price: money(price),
    }),
  }),
  route(checkPrice, async ({ params: { sku }, query }, { now, policy }) => {
    const wanted = {
      sku,
      regularPrice: sentAmount(query.regularPrice),
      salesPrice: sentAmount(query.salesPrice),
      discountEndsAt: query.discountEndsAt === undefined ? null : new Date(query.discountEndsAt),
    };
    const found = await checkDiscounts(db.read, [wanted], now, policy);
    return ok({ status: 200, data: { warnings: found.get(sku) ?? [] } });
  }),
];
