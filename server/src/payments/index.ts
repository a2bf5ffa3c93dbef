import { databaseCommand, type Slice } from '../slice.ts';
import { cardBinUsage, runCardBinCommand } from './card-bin-command.ts';
import { installmentsRoutes } from './installments.routes.ts';
import { savedCardsRoutes } from './saved-cards.routes.ts';
import { savedCardsCrontab, savedCardsTasks } from './saved-cards.tasks.ts';

export const payments: Slice = {
  routes: (services) => [...installmentsRoutes(services), ...savedCardsRoutes(services)],
  register: ({ cardSaver }) => [cardSaver.register],
  tasks: savedCardsTasks,
  cron: savedCardsCrontab,
  commands: { 'card-bin': databaseCommand(cardBinUsage, runCardBinCommand) },
};
