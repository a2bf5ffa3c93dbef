import { databaseCommand, type Slice } from '../slice.ts';
import { giftCardsCrontab, sendGiftCardsTask } from './gift-cards.tasks.ts';
import { giftCardsUsage, runGiftCardsCommand } from './gift-cards-command.ts';

export const giftCards: Slice = {
  tasks: (services) => [sendGiftCardsTask(services)],
  cron: giftCardsCrontab,
  commands: { 'gift-cards': databaseCommand(giftCardsUsage, runGiftCardsCommand) },
};
