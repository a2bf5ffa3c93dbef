import type { ShopOffers, ShopTerms } from '../policies/shop-offers.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';

/** Offers of the demo shop: all that the requirements describe. */
export const demoOffers: ShopOffers = {
  installmentPlans: [6, 10, 12, 24, 36, 48],
  acceptsPoints: true,
  hasOwnPoints: true,
  earnsPoints: true,
};

/** Offers of a real shop on its first day (record 0096). */
export const bareOffers: ShopOffers = {
  installmentPlans: [],
  acceptsPoints: false,
  hasOwnPoints: false,
  earnsPoints: false,
};

/** The policy of the requirements with all that the demo shop offers. */
export const demoTerms: ShopTerms = { ...defaultShopPolicy, ...demoOffers };
