import type { Slice } from '../slice.ts';
import { giftCardCommands } from './gift-card-command.ts';
import { giftCardsRoutes } from './gift-cards.routes.ts';
import { giftCardsCrontab, sendGiftCardsTask } from './gift-cards.tasks.ts';

export const giftCards: Slice = {
  routes: giftCardsRoutes,
  tasks: (services) => [sendGiftCardsTask(services)],
  cron: giftCardsCrontab,
  commands: giftCardCommands,
};
