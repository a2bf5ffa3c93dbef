import type { Slice } from '../slice.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { accountsCrontab, forgetBuyersTask } from './accounts.tasks.ts';
import { deskCustomerRoutes } from './customers.desk.routes.ts';
import { eraseCommand } from './erase-command.ts';

export const accounts: Slice = {
  routes: (services) => [...accountsRoutes(services), ...deskCustomerRoutes(services)],
  tasks: (services) => [forgetBuyersTask(services)],
  cron: accountsCrontab,
  commands: [eraseCommand],
};
