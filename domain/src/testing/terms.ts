import type { ShopOffers, ShopTerms } from '../policies/shop-offers.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';

/** Offers of the demo shop: all that the requirements describe. */
export const demoOffers: ShopOffers = {
  installmentPlans: [6, 10, 12, 24, 36, 48],
  installmentBanks: [
    { name: 'American Express', plans: [] },
    { name: 'BAC Credomatic', plans: [] },
    { name: 'BAM-MAX', plans: [6, 10, 12, 24, 36, 48] },
    { name: 'Banco Industrial', plans: [6, 10, 12, 24, 36, 48] },
    { name: 'Banco Promerica', plans: [6, 10, 12] },
    { name: 'Banrural', plans: [6, 10, 12, 24, 36] },
    { name: 'G&T Continental', plans: [6, 10, 12, 24] },
  ],
  acceptsPoints: true,
  hasOwnPoints: true,
  earnsPoints: true,
};

/** Offers of a real shop on its first day (record 0096). */
export const bareOffers: ShopOffers = {
  installmentPlans: [],
  installmentBanks: [],
  acceptsPoints: false,
  hasOwnPoints: false,
  earnsPoints: false,
};

/** The policy of the requirements, with all offers of the demo shop. */
export const demoTerms: ShopTerms = { ...defaultShopPolicy, ...demoOffers, mailTexts: {} };
