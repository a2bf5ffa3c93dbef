import { isDefault, shownValue } from '@ceiba/domain/policies/policy-fields';
import { publicPolicyFields, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Config } from '../platform/operations/config.ts';
import { databaseTexts as texts } from './database-texts.ts';
import { type Diagnosis, look, sound } from './diagnosis.ts';
import type { StandardFacts } from './doctor.store.ts';

/** Reports whether points are promised, and why (LOYAL-01). */
const judgePoints = ({ hasOwnPoints }: StandardFacts, { creditsPoints }: Pick<Config, 'creditsPoints'>): Diagnosis => {
  if (!hasOwnPoints) return sound(texts.noPoints());
  return creditsPoints ? sound(texts.pointsPromised()) : look(texts.pointsNotCredited());
};

/** Lists every value that shoppers see and that still has its default. The demo's cards are invented. */
export const judgeStandards = (
  facts: StandardFacts,
  policy: ShopPolicy,
  config: Pick<Config, 'creditsPoints' | 'isDemo'>,
): Diagnosis[] => {
  const { demoBins, helpPages, synonyms, absent } = facts;
  // The points address is only shown if the shop has points.
  const isShown = (field: string): boolean => facts.hasOwnPoints || field !== 'loyaltyEmail';
  const fields = publicPolicyFields.filter((field) => isDefault(policy, field) && isShown(field));
  return [
    judgePoints(facts, config),
    ...(demoBins.length > 0 && !config.isDemo ? [look(texts.demoBins(demoBins))] : []),
    ...(fields.length > 0
      ? [sound(texts.standardPolicy(fields.map((field) => `${field} ${shownValue(policy, field)}`)))]
      : []),
    ...(helpPages.length > 0 ? [sound(texts.standardHelp(helpPages.map((slug) => `/${slug}`)))] : []),
    ...(synonyms + absent > 0 ? [sound(texts.standardWords(synonyms, absent))] : []),
  ];
};
