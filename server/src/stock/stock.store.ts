import { statement } from '../platform/db/database.ts';

export interface StockOfferRow {
  id: number;
  offer_type: 'By SKU' | 'By Category ID';
  offer_value: string;
  threshold: number;
  starts_at: Date;
  ends_at: Date;
}

export const listStockOffers = statement<StockOfferRow>(
  'stock.offers',
  'select id, offer_type, offer_value, threshold, starts_at, ends_at from stock_offers order by id',
);
