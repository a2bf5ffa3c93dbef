import { databaseCommand, type Slice } from '../slice.ts';
import { customerUsage, runCustomerCommand } from './customer-command.ts';
import { customersRoutes } from './customers.routes.ts';

export const customers: Slice = {
  routes: customersRoutes,
  commands: { customer: databaseCommand(customerUsage, runCustomerCommand) },
};
