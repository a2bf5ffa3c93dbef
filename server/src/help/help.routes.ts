import { getHelp } from '@ceiba/contract/help';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { businessDaysText, minutesText, withShopFacts } from '@ceiba/domain/help/help-facts';
import { isHelpPageShown } from '@ceiba/domain/help/help-pages';
import { toQuetzales, zero } from '@ceiba/domain/money/money';
import { type CardType, cardTypes } from '@ceiba/domain/payments/card-number';
import type { CardBin } from '@ceiba/domain/payments/installments';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { type HelpRows, readHelp } from './help.store.ts';

export const helpRoutes = ({ db }: { db: Database }): Route[] => [
  route(
    getHelp,
    async (_, { now, policy }) => {
      const { pages, departments, bins } = await readHelp(db.read, now);
      return ok({
        pages: shownPages(pages, policy),
        deliveries: deliveriesTo(departments, policy),
        pickup: {
          inStore: minutesText(policy.pickupPreparationMinutes),
          fromWarehouse: businessDaysText(policy.transferDays),
        },
        banks: banksOf(bins),
      });
    },
    // Each product page contains its delivery cost as structured data (HELP-07).
    { caching: { lifeMs: 60_000, tags: () => ['help'] } },
  ),
];

/** The page's name: "entregas" for "ayuda/entregas", empty for "ayuda". */
const nameOf = (slug: string): string => slug.split('/').slice(1).join('/');

/** Returns the pages of this shop, with the numbers that their texts quote. */
const shownPages = (pages: HelpRows['pages'], policy: ShopTerms): HelpPages =>
  pages
    .filter(({ slug }) => isHelpPageShown(nameOf(slug), policy))
    .map(({ slug, ...page }) => ({ name: nameOf(slug), ...withShopFacts(page, policy) }));

type HelpPages = { name: string; title: string; description: string; blocks: HelpRows['pages'][number]['blocks'] }[];

/** Two regions that cover all departments, for a shop without its own list. */
const twoRegions = [
  { regionId: homeRegionId, title: 'Guatemala' },
  { regionId: 0, title: 'Los demás departamentos' },
];

function deliveriesTo(departments: HelpRows['departments'], policy: ShopPolicy) {
  return (departments.length === 0 ? twoRegions : departments).map(({ regionId, title }) => {
    const order = { deliveryType: 'delivery', regionId, isDigitalOnly: false } as const;
    const fee = deliveryFee({ ...order, deliveryBase: zero }, policy);
    const isFree = deliveryFee({ ...order, deliveryBase: policy.freeDeliveryThreshold }, policy) === zero;
    const businessDays = regionId === homeRegionId ? policy.homeRegionDays : policy.otherRegionDays;
    return {
      department: title,
      regionId,
      fee: toQuetzales(fee),
      freeFrom: isFree && fee !== zero ? toQuetzales(policy.freeDeliveryThreshold) : null,
      days: businessDaysText(businessDays),
      businessDays,
    };
  });
}

/** Combines a bank's cards. The bank has every plan of its cards. */
function banksOf(bins: readonly CardBin[]) {
  return [...Map.groupBy(bins, ({ bankName }) => bankName)]
    .filter(([name]) => name !== '')
    .map(([name, cards]) => ({
      name,
      cards: cardTypes.filter((type: CardType) => cards.some(({ cardType }) => cardType === type)),
      plans: [...new Set(cards.flatMap(({ plans }) => plans))].sort((a, b) => a - b),
      hasDiscount: cards.some(({ hasDiscount }) => hasDiscount),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es'));
}
