import type { OwnMailTexts } from './mail-texts.ts';
import type { ShopPolicy } from './shop-policy.ts';

export interface InstallmentBank {
  name: string;
  plans: readonly number[];
}

/** Everything a shop offers, from its rows and services. Pages, mails and responses mention nothing else (record 0096). */
export interface ShopOffers {
  /** Installment plans that at least one card has, ascending. Empty = no card pays in cuotas. */
  installmentPlans: readonly number[];
  /**
   * Banks of the shop's cards, each with the plans that any of its cards has. Banks without a plan are excluded. American Express
   * counts as a bank.
   */
  installmentBanks: readonly InstallmentBank[];
  /** At least one points program can pay. */
  acceptsPoints: boolean;
  /** The shop's own program (Puntos MAX) is on: customers can join it. */
  hasOwnPoints: boolean;
  /** A purchase earns points in the shop's own program (DEC-229). */
  earnsPoints: boolean;
}

/** The policy of a running shop, with what it can offer and the texts of its mails. */
export type ShopTerms = ShopPolicy & ShopOffers & { mailTexts: OwnMailTexts };
