import type { Slice } from '../slice.ts';
import { deskCustomerRoutes } from './accounts.desk.routes.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { accountsCrontab, forgetBuyersTask } from './accounts.tasks.ts';
import { eraseCommand } from './erase-command.ts';

export const accounts: Slice = {
  routes: (services) => [...accountsRoutes(services), ...deskCustomerRoutes(services)],
  tasks: (services) => [forgetBuyersTask(services)],
  cron: accountsCrontab,
  commands: [eraseCommand],
};
