import { type Centavos, divideRounded, formatQ } from '../money/money.ts';
import type { InstallmentBank, ShopOffers } from '../policies/shop-offers.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import type { CardType } from './card-number.ts';

/** The plans of the shop with the cards of DEC-105 (CONST-11). */
export const installmentPlans = [6, 10, 12, 24, 36, 48] as const;

/** The minimum total for payment in installments (PAY-06). The calculator has another minimum (CAT-27, DIF-34). */
export type InstallmentPolicy = Pick<ShopPolicy, 'installmentsMinimum'>;

/** The plans that pages may promise: the plans of at least one of the shop's cards (record 0096). */
type OfferedPlans = Pick<ShopOffers, 'installmentPlans'>;
export type CalculatorPolicy = Pick<ShopPolicy, 'calculatorAbove'> & OfferedPlans;

/** Returns the monthly payment: `total ÷ plan` to the centavo, halves up. The payments need not sum to the total (CAT-28). */
export const installmentAmount = (total: Centavos, plan: number): Centavos => divideRounded(total, plan);

/** Returns "Desde Q333.33 mensuales": always a third of the total, whatever the plans are (PAY-07, DIF-35). */
export const installmentsSubtitle = (total: Centavos): string => `Desde ${formatQ(divideRounded(total, 3))} mensuales`;

/**
 * Compares the grand total before the bank's promotion. Only installments bring the promotion, so the promotion must
 * not decide about installments (PAY-06, DEC-212).
 */
export const isInstallmentsOptionVisible = (totalBeforeBankPromotion: Centavos, policy: InstallmentPolicy): boolean =>
  totalBeforeBankPromotion >= policy.installmentsMinimum;

/** Compares the cart's subtotal. On a product page, compares the price of one unit (CAT-27). */
export const isInstallmentCalculatorVisible = (subtotal: Centavos, policy: CalculatorPolicy): boolean =>
  policy.installmentPlans.length > 0 && subtotal > policy.calculatorAbove;

export interface InstallmentRow {
  plan: number;
  monthly: Centavos;
}

/** Returns every plan of the calculator with its monthly payment (CAT-28). */
export const installmentTable = (total: Centavos, plans: readonly number[]): InstallmentRow[] =>
  plans.map((plan) => ({ plan, monthly: installmentAmount(total, plan) }));

/** Returns "12 cuotas" (PAY-25). */
export const planLabel = (plan: number): string => `${plan} cuotas`;

/** Returns "48 cuotas de Q20.83" for the longest of these plans. `plans` is not empty. */
export const longestPlanText = (total: Centavos, plans: readonly number[]): string => {
  const plan = Math.max(...plans);
  return `${planLabel(plan)} de ${formatQ(installmentAmount(total, plan))}`;
};

const listText = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);

const banksWith = (plan: number, banks: readonly InstallmentBank[]): string[] =>
  banks.filter(({ plans }) => plans.includes(plan)).map(({ name }) => name);

/** Returns the banks with the longest of these plans: "con BAM-MAX y Banco Industrial". Null if no such bank has a name. */
export const longestPlanBanksText = (plans: readonly number[], banks: readonly InstallmentBank[]): string | null => {
  const names = banksWith(Math.max(...plans), banks);
  return names.length === 0 ? null : `con ${listText(names)}`;
};

/** Returns one sentence for each group of banks with the same plans, the longest plans first: "6, 10 y 12 cuotas con …". Banks without plans come last. */
export function planBanksTexts(plans: readonly number[], banks: readonly InstallmentBank[]): string[] {
  const groups = Map.groupBy(plans.toReversed(), (plan) => listText(banksWith(plan, banks)));
  const texts = [...groups].flatMap(([names, group]) =>
    names === '' ? [] : [`${listText(group.toReversed().map(String))} cuotas con ${names}.`],
  );
  const excluded = banks.filter((bank) => bank.plans.length === 0).map(({ name }) => name);
  return excluded.length === 0 ? texts : [...texts, `Sin cuotas: ${listText(excluded)}.`];
}

/** Texts of the calculator (CAT-27, CONST-38). "Sin recargo" is our wording for "there is no surcharge". `plans` is not empty. */
export const calculatorTexts = {
  title: (plans: readonly number[]): string => `¡Compra hasta en ${Math.max(...plans)} cuotas!`,
  note: 'Sin recargo',
} as const;

/** The text next to the hint of PAY-15 (DEC-106). */
export const eligibleBanksHint =
  'Cuotas disponibles para Visa o Mastercard de cualquier banco local, excepto BAC Credomatic.';

/** Data of the cards that share their first six digits, as an operator last set it (DEC-105). */
export interface CardBin {
  /** Six digits. */
  bin: string;
  cardType: CardType;
  bankName: string;
  /** Numbers of installments, 2 to 120. Empty for Amex and for the excluded bank (PAY-26). */
  plans: readonly number[];
  /** True if the cards have the bank promotion of DEC-79 now. */
  hasDiscount: boolean;
  /** ISO 8601: the end of the promotion. Missing without a promotion, or if no end is planned (BANK-07). */
  discountUntil?: string;
}

/** The installments that a card offers for a cart (PAY-24). */
export interface InstallmentOffer {
  installments: number[];
  bankName: string;
  hasDiscount: boolean;
}

/**
 * Returns the installment plans of a card for a cart, ascending (DEC-105). `card` is null if no local bank issued it.
 * An unknown card, a card without plans, and a total below the minimum (before the promotion) get no plans and no
 * promotion.
 */
export function installmentOffer(
  card: CardBin | null,
  totalBeforeBankPromotion: Centavos,
  policy: InstallmentPolicy,
): InstallmentOffer {
  if (card === null) return { installments: [], bankName: '', hasDiscount: false };
  const plans = isInstallmentsOptionVisible(totalBeforeBankPromotion, policy) ? card.plans : [];
  const installments = [...plans].sort((a, b) => a - b);
  return { installments, bankName: card.bankName, hasDiscount: card.hasDiscount && installments.length > 0 };
}

/** The codes of payment methods (CONST-50). */
export type PaymentMethodCode = 'kosmos_payment' | 'otherVisaInstallments' | 'bamMaxVisaInstallments';

/** Returns the method code of installments, which depends on the promotion (DEC-103). */
export const installmentsMethodCode = (offer: InstallmentOffer): PaymentMethodCode =>
  offer.hasDiscount ? 'bamMaxVisaInstallments' : 'otherVisaInstallments';

/** Returns whether the promotion applies: installments are chosen, and the card's offer includes it (DEC-79). */
export const hasBankPromotion = (methodCode: PaymentMethodCode | null, offer: InstallmentOffer): boolean =>
  methodCode !== null && methodCode !== 'kosmos_payment' && offer.hasDiscount;
