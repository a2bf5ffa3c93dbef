import { demoOffers } from '@ceiba/domain/testing/terms';

/** What `getPolicy` answers of the demo shop's offers. */
export const demoOffersAnswer = { ...demoOffers, installmentPlans: [...demoOffers.installmentPlans] };
