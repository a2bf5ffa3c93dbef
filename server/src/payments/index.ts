import type { Slice } from '../slice.ts';
import { findAcquirer } from './acquirers.ts';
import { cardBinCommands } from './card-bin-command.ts';
import { cardBinTable } from './card-bins.table.ts';
import { paymentCommands } from './payment-command.ts';
import { installmentsRoutes, savedCardsRoutes } from './payments.routes.ts';
import { savedCardsCrontab, savedCardsTasks } from './saved-cards.tasks.ts';

export const payments: Slice = {
  entities: [cardBinTable],
  routes: (services) => [...installmentsRoutes(services), ...savedCardsRoutes(services)],
  register: ({ cardSaver }) => [cardSaver.register],
  tasks: savedCardsTasks,
  cron: savedCardsCrontab,
  commands: [
    ...cardBinCommands,
    ...paymentCommands((config) => {
      const acquirer = findAcquirer(config);
      return { gateway: acquirer.openGateway(), ledger: acquirer.openLedger() };
    }),
  ],
};
