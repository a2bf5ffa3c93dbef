import type { Slice } from '../slice.ts';
import { priceCommands } from './price-command.ts';
import { deskPricesRoutes } from './prices.desk.routes.ts';
import { pricesRoutes } from './prices.routes.ts';

export const prices: Slice = {
  routes: (services) => [...pricesRoutes(services), ...deskPricesRoutes(services)],
  commands: priceCommands,
};
