import { statement } from '../platform/db/statement.ts';

export const listStockOffers = statement(
  'stock.offers',
  'select id, offer_type, offer_value, threshold, starts_at, ends_at from stock_offers order by id',
);
