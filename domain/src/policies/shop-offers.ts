import type { ShopPolicy } from './shop-policy.ts';

export interface InstallmentBank {
  name: string;
  plans: readonly number[];
}

/** Offers of a shop, from its rows and services. Pages, mails and answers name no others (record 0096). */
export interface ShopOffers {
  /** Numbers of payments that at least one card has, ascending; empty: no card pays in cuotas. */
  installmentPlans: readonly number[];
  /** Banks of the shop's cards with the plans that any of their cards has; those without a plan are excluded. American Express is one of them. */
  installmentBanks: readonly InstallmentBank[];
  /** At least one points program can pay. */
  acceptsPoints: boolean;
  /** The shop's own program (Puntos MAX) is on: customers can join it. */
  hasOwnPoints: boolean;
  /** A purchase earns points of the shop's own program (DEC-229). */
  earnsPoints: boolean;
}

/** The policy of a running shop with what it can offer. */
export type ShopTerms = ShopPolicy & ShopOffers;
