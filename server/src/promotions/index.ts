import type { Slice } from '../slice.ts';
import { companionTable } from './companions.table.ts';
import { flashSaleDeskRoutes } from './flash-sales.desk.routes.ts';
import { flashSaleTable } from './flash-sales.table.ts';
import { giftTable } from './gifts.table.ts';
import { productOffersRoutes } from './product-offers.routes.ts';
import { stockOfferTable } from './stock-offers.table.ts';
import { warrantyTable } from './warranties.table.ts';

export const promotions: Slice = {
  entities: [flashSaleTable, stockOfferTable, giftTable, companionTable, warrantyTable],
  routes: (services) => [...flashSaleDeskRoutes(services), ...productOffersRoutes(services)],
};
