import type { OwnMailTexts } from './mail-texts.ts';
import type { ShopPolicy } from './shop-policy.ts';

export interface InstallmentBank {
  name: string;
  plans: readonly number[];
}

/** The services that a shop offers, from its rows and adapters. Pages, mails and responses mention no others (record 0096). */
export interface ShopOffers {
  /** Installment plans that at least one card has, ascending. If the list is empty, no card pays in cuotas. */
  installmentPlans: readonly number[];
  /**
   * Banks of the shop's cards, each with the plans that any of its cards has. Banks without a plan are excluded. American Express
   * counts as a bank.
   */
  installmentBanks: readonly InstallmentBank[];
  /** True if at least one points program can pay. */
  acceptsPoints: boolean;
  /** True if the shop's program (Puntos MAX) is on, so that customers can join. */
  hasOwnPoints: boolean;
  /** True if a purchase earns points in the shop's program (DEC-229). */
  earnsPoints: boolean;
}

/** The policy of a running shop, with its offers and the texts of its mails. */
export type ShopTerms = ShopPolicy & ShopOffers & { mailTexts: OwnMailTexts };
