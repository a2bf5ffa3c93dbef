import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { databaseTexts as texts } from './database-texts.ts';
import { type Diagnosis, look, sound } from './diagnosis.ts';
import type { ContentFacts } from './doctor.store.ts';

/**
 * Checks whether the contents for shoppers and mails are filled in, and whether jobs failed. A person must fix each
 * finding, but no finding keeps the shop closed.
 */
export const judgeContents = (
  { unpriced, storesWithoutHours, deadJobs, pausedJobs, connected, maxConnections }: ContentFacts,
  { loyaltyEmail }: Pick<ShopPolicy, 'loyaltyEmail'>,
): Diagnosis[] => [
  unpriced === 0 ? sound(texts.priced()) : look(texts.unpriced(unpriced)),
  storesWithoutHours === 0 ? sound(texts.hours()) : look(texts.noHours(storesWithoutHours)),
  loyaltyEmail.endsWith('.example') ? look(texts.nobodysTexts(loyaltyEmail)) : sound(texts.texts(loyaltyEmail)),
  deadJobs === 0 ? sound(texts.noDeadJobs()) : look(texts.deadJobs(deadJobs)),
  ...(pausedJobs.length === 0 ? [] : [look(texts.pausedJobs(pausedJobs))]),
  connected * 5 > maxConnections * 4
    ? look(texts.fullPool(connected, maxConnections))
    : sound(texts.pool(connected, maxConnections)),
];
