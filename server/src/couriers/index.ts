import type { Slice } from '../slice.ts';
import { couriersRoutes } from './couriers.routes.ts';
import { doorCashRoutes } from './door-cash.routes.ts';
import { doorCashCommands } from './door-cash-command.ts';

export const couriers: Slice = {
  routes: (services) => [...couriersRoutes(services), ...doorCashRoutes(services.db)],
  commands: doorCashCommands,
};
