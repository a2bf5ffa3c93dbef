import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { bareOffers, demoOffers } from '@ceiba/domain/testing/terms';
import type { Calls } from './network.ts';

/** Offers of the demo shop, as `getPolicy` returns them. */
export const demoOffersAnswer = {
  ...demoOffers,
  installmentPlans: [...demoOffers.installmentPlans],
  installmentBanks: demoOffers.installmentBanks.map(({ name, plans }) => ({ name, plans: [...plans] })),
};

/** Offers of a shop on its first day: no cards with cuotas, no points. */
export const bareCalls = {
  getPolicy: {
    policy: { ...toPublicPolicy(defaultShopPolicy), loyaltyEmail: '' },
    offers: { ...bareOffers, installmentPlans: [], installmentBanks: [] },
    tagContainer: null,
  },
  getFlags: { flags: {} },
} satisfies Calls;
