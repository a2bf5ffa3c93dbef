import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { bareOffers, demoOffers } from '@ceiba/domain/testing/terms';
import type { Calls } from './network.ts';

/** What `getPolicy` answers of the demo shop's offers. */
export const demoOffersAnswer = { ...demoOffers, installmentPlans: [...demoOffers.installmentPlans] };

/** What a shop answers that has neither cards with cuotas nor points: its first day. */
export const bareCalls = {
  getPolicy: {
    policy: { ...toPublicPolicy(defaultShopPolicy), loyaltyEmail: '' },
    offers: { ...bareOffers, installmentPlans: [] },
    tagContainer: null,
  },
  getFlags: { flags: {} },
} satisfies Calls;
