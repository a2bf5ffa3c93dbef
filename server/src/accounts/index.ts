import type { Slice } from '../slice.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { accountsCrontab, forgetBuyersTask } from './accounts.tasks.ts';
import { eraseCommand } from './erase-command.ts';

export const accounts: Slice = {
  routes: accountsRoutes,
  tasks: (services) => [forgetBuyersTask(services)],
  cron: accountsCrontab,
  commands: [eraseCommand],
};
