import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { type Diagnosis, look, sound } from './diagnosis.ts';
import type { ContentFacts } from './doctor.store.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Whether what shoppers and mails tell has been filled in; what a job has not done. Each is for a person, none keeps the shop closed. */
export const judgeContents = (
  { unpriced, storesWithoutHours, deadJobs, connected, maxConnections }: ContentFacts,
  { loyaltyEmail }: Pick<ShopPolicy, 'loyaltyEmail'>,
): Diagnosis[] => [
  unpriced === 0
    ? sound('prices', 'every published product has one')
    : look(
        'prices',
        `${counted(unpriced, 'published product has', 'published products have')} none, and cannot be bought.`,
      ),
  storesWithoutHours === 0
    ? sound('opening hours', 'every store has its own')
    : look(
        'opening hours',
        `${counted(storesWithoutHours, 'store has', 'stores have')} none: the shop’s pickup hours are promised there.`,
      ),
  loyaltyEmail.endsWith('.example')
    ? look('texts', `name ${loyaltyEmail}, which is nobody’s: \`ceiba policy set loyaltyEmail …\`.`)
    : sound('texts', `name ${loyaltyEmail}`),
  deadJobs === 0
    ? sound('jobs', 'none has failed all its tries')
    : look('jobs', `${counted(deadJobs, 'has', 'have')} failed all tries: \`ceiba job list\`.`),
  connected * 5 > maxConnections * 4
    ? look('pool', `${connected} of ${maxConnections} connections are taken now. Raise max_connections, or run less.`)
    : sound('pool', `${connected} of ${maxConnections} connections are taken now`),
];
