import { databaseCommand, type Slice } from '../slice.ts';
import { findAcquirer } from './acquirers.ts';
import { cardBinUsage, runCardBinCommand } from './card-bin-command.ts';
import { paymentUsage, runPaymentCommand } from './payment-command.ts';
import { installmentsRoutes, savedCardsRoutes } from './payments.routes.ts';
import { savedCardsCrontab, savedCardsTasks } from './saved-cards.tasks.ts';

export const payments: Slice = {
  routes: (services) => [...installmentsRoutes(services), ...savedCardsRoutes(services)],
  register: ({ cardSaver }) => [cardSaver.register],
  tasks: savedCardsTasks,
  cron: savedCardsCrontab,
  commands: {
    'card-bin': databaseCommand(cardBinUsage, runCardBinCommand),
    payment: {
      usage: paymentUsage,
      run: (call) => {
        const acquirer = findAcquirer(call.readConfig());
        const opened = { gateway: acquirer.openGateway(), ledger: acquirer.openLedger() };
        return call.onDatabase(({ db }) => runPaymentCommand({ ...call, ...opened, db }));
      },
    },
  },
};
