import type { Slice } from '../slice.ts';
import { customerCommands } from './customer-command.ts';
import { customersRoutes } from './customers.routes.ts';

export const customers: Slice = {
  routes: customersRoutes,
  commands: customerCommands,
};
