import { type Centavos, divideRounded, formatQ } from '../money/money.ts';
import type { InstallmentBank, ShopOffers } from '../policies/shop-offers.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import type { CardType } from './card-number.ts';

/** CONST-11: the plans of the shop whose cards are those of DEC-105. */
export const installmentPlans = [6, 10, 12, 24, 36, 48] as const;

/** Two rules on two amounts (DIF-34): the payment option (PAY-06), the calculator (CAT-27). */
export type InstallmentPolicy = Pick<ShopPolicy, 'installmentsMinimum'>;

/** A page promises only plans that at least one card of the shop has (record 0096). */
type OfferedPlans = Pick<ShopOffers, 'installmentPlans'>;
export type CalculatorPolicy = Pick<ShopPolicy, 'calculatorAbove'> & OfferedPlans;

/** `total ÷ n` to the centavo, halves up; the payments are not corrected to add up (CAT-28). */
export const installmentAmount = (total: Centavos, plan: number): Centavos => divideRounded(total, plan);

/** "Desde Q333.33 mensuales": always a third, whatever the plans are (PAY-07, DIF-35). */
export const installmentsSubtitle = (total: Centavos): string => `Desde ${formatQ(divideRounded(total, 3))} mensuales`;

/** PAY-06; on the grand total before the bank's promotion, which comes with installments (DEC-212). */
export const isInstallmentsOptionVisible = (totalBeforeBankPromotion: Centavos, policy: InstallmentPolicy): boolean =>
  totalBeforeBankPromotion >= policy.installmentsMinimum;

/** CAT-27; on the subtotal of the cart, or the price of one unit on a product page. */
export const isInstallmentCalculatorVisible = (subtotal: Centavos, policy: CalculatorPolicy): boolean =>
  policy.installmentPlans.length > 0 && subtotal > policy.calculatorAbove;

export interface InstallmentRow {
  plan: number;
  monthly: Centavos;
}

/** CAT-28: every plan of the calculator with its payment. */
export const installmentTable = (total: Centavos, plans: readonly number[]): InstallmentRow[] =>
  plans.map((plan) => ({ plan, monthly: installmentAmount(total, plan) }));

/** "12 cuotas" (PAY-25). */
export const planLabel = (plan: number): string => `${plan} cuotas`;

/** "48 cuotas de Q20.83": the longest of these plans, of which there is at least one. */
export const longestPlanText = (total: Centavos, plans: readonly number[]): string => {
  const plan = Math.max(...plans);
  return `${planLabel(plan)} de ${formatQ(installmentAmount(total, plan))}`;
};

const listText = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);

const banksWith = (plan: number, banks: readonly InstallmentBank[]): string[] =>
  banks.filter(({ plans }) => plans.includes(plan)).map(({ name }) => name);

/** "con BAM-MAX y Banco Industrial": who has the longest of these plans; null where no bank has a name. */
export const longestPlanBanksText = (plans: readonly number[], banks: readonly InstallmentBank[]): string | null => {
  const names = banksWith(Math.max(...plans), banks);
  return names.length === 0 ? null : `con ${listText(names)}`;
};

/** "6, 10 y 12 cuotas con …": the plans by who has them, the longest first; then who has none. */
export function planBanksTexts(plans: readonly number[], banks: readonly InstallmentBank[]): string[] {
  const groups = Map.groupBy(plans.toReversed(), (plan) => listText(banksWith(plan, banks)));
  const texts = [...groups].flatMap(([names, group]) =>
    names === '' ? [] : [`${listText(group.toReversed().map(String))} cuotas con ${names}.`],
  );
  const excluded = banks.filter((bank) => bank.plans.length === 0).map(({ name }) => name);
  return excluded.length === 0 ? texts : [...texts, `Sin cuotas: ${listText(excluded)}.`];
}

/** CAT-27 and CONST-38. "Sin recargo" is our wording of "there is no surcharge". `plans`: not empty. */
export const calculatorTexts = {
  title: (plans: readonly number[]): string => `¡Compra hasta en ${Math.max(...plans)} cuotas!`,
  note: 'Sin recargo',
} as const;

/** DEC-106, beside the hint of PAY-15. */
export const eligibleBanksHint =
  'Cuotas disponibles para Visa o Mastercard de cualquier banco local, excepto BAC Credomatic.';

/** What the shop knows of the cards that share their first six digits, as an operator last set it (DEC-105). */
export interface CardBin {
  /** Six digits. */
  bin: string;
  cardType: CardType;
  bankName: string;
  /** Numbers of installments, 2 to 120; empty for Amex and for the excluded bank (PAY-26). */
  plans: readonly number[];
  /** Carries the bank promotion of DEC-79. */
  hasDiscount: boolean;
}

/** PAY-24. */
export interface InstallmentOffer {
  installments: number[];
  bankName: string;
  hasDiscount: boolean;
}

/**
 * The plans of a card for a cart, ascending (DEC-105). `card` null = not of a local bank. Such a card, one without plans
 * and a total before the promotion below the minimum get an empty list, and with it no promotion.
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

/** CONST-50. */
export type PaymentMethodCode = 'kosmos_payment' | 'otherVisaInstallments' | 'bamMaxVisaInstallments';

/** DEC-103. */
export const installmentsMethodCode = (offer: InstallmentOffer): PaymentMethodCode =>
  offer.hasDiscount ? 'bamMaxVisaInstallments' : 'otherVisaInstallments';

/** DEC-79: the promotion holds while installments are chosen and the card's offer carries it. */
export const hasBankPromotion = (methodCode: PaymentMethodCode | null, offer: InstallmentOffer): boolean =>
  methodCode !== null && methodCode !== 'kosmos_payment' && offer.hasDiscount;
