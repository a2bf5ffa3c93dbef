import { type Centavos, divideRounded, formatQ, quetzales } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { CardType } from './card-number.ts';

/** CONST-11. */
export const installmentPlans = [6, 10, 12, 24, 36, 48] as const;

/** Amounts an operator may change. */
export interface InstallmentPolicy {
  /** The payment option shows at or above it (PAY-06). */
  optionMinimum: Centavos;
  /** The calculator shows above it (CAT-27). */
  calculatorAbove: Centavos;
}

/** CONST-09, CONST-10; two rules on two amounts (DIF-34). */
export const defaultInstallmentPolicy: InstallmentPolicy = {
  optionMinimum: quetzales(500),
  calculatorAbove: quetzales(499),
};

/** `total ÷ n` to the centavo, halves up; the payments are not corrected to add up (CAT-28). */
export const installmentAmount = (total: Centavos, plan: number): Centavos => divideRounded(total, plan);

/** "Desde Q333.33 mensuales": always a third, whatever the plans are (PAY-07, DIF-35). */
export const installmentsSubtitle = (total: Centavos): string => `Desde ${formatQ(divideRounded(total, 3))} mensuales`;

/** PAY-06; on the grand total. */
export const isInstallmentsOptionVisible = (
  grandTotal: Centavos,
  policy: InstallmentPolicy = defaultInstallmentPolicy,
): boolean => grandTotal >= policy.optionMinimum;

/** CAT-27; on the subtotal of the cart, or the price of one unit on a product page. */
export const isInstallmentCalculatorVisible = (
  subtotal: Centavos,
  policy: InstallmentPolicy = defaultInstallmentPolicy,
): boolean => subtotal > policy.calculatorAbove;

export interface InstallmentRow {
  plan: number;
  monthly: Centavos;
}

/** CAT-28: every plan of the calculator with its payment. */
export const installmentTable = (total: Centavos): InstallmentRow[] =>
  installmentPlans.map((plan) => ({ plan, monthly: installmentAmount(total, plan) }));

/** "12 cuotas" (PAY-25). */
export const planLabel = (plan: number): string => `${plan} cuotas`;

/** CAT-27 and CONST-38. "Sin recargo" is our wording of "there is no surcharge". */
export const calculatorTexts = { title: '¡Compra hasta en 48 cuotas!', note: 'Sin recargo' } as const;

/** DEC-106, beside the hint of PAY-15. */
export const eligibleBanksHint =
  'Cuotas disponibles para Visa o Mastercard de cualquier banco local, excepto BAC Credomatic.';

/** What a shop knows of the cards of a local bank. */
export interface BinPlan {
  /** Six digits. */
  bin: string;
  cardType: CardType;
  bankName: string;
  /** Empty for Amex and for the excluded bank (PAY-26). */
  plans: readonly number[];
  /** Carries the bank promotion of DEC-79. */
  hasDiscount: boolean;
}

/** The bins of DEC-105; an operator replaces the table by configuration. */
export const defaultBinPlans: readonly BinPlan[] = [
  { bin: '411111', cardType: 'visa', bankName: 'Banco Industrial', plans: installmentPlans, hasDiscount: false },
  { bin: '424242', cardType: 'visa', bankName: 'BAM-MAX', plans: installmentPlans, hasDiscount: true },
  { bin: '401288', cardType: 'visa', bankName: 'G&T Continental', plans: [6, 10, 12, 24], hasDiscount: false },
  { bin: '400000', cardType: 'visa', bankName: 'G&T Continental', plans: [6, 10, 12], hasDiscount: false },
  { bin: '555555', cardType: 'mastercard', bankName: 'Banrural', plans: [6, 10, 12, 24, 36], hasDiscount: false },
  { bin: '222300', cardType: 'mastercard', bankName: 'Banco Promerica', plans: [6, 10, 12], hasDiscount: false },
  { bin: '510510', cardType: 'mastercard', bankName: 'BAC Credomatic', plans: [], hasDiscount: false },
  { bin: '378282', cardType: 'amex', bankName: '', plans: [], hasDiscount: false },
  { bin: '371449', cardType: 'amex', bankName: '', plans: [], hasDiscount: false },
];

/** PAY-24. */
export interface InstallmentOffer {
  installments: number[];
  bankName: string;
  hasDiscount: boolean;
}

/**
 * The plans of a bin for a cart, ascending (DEC-105). A malformed bin is refused; an unknown bin, a card without plans
 * and a grand total below the minimum get an empty list.
 */
export function findInstallments(
  bin: string,
  grandTotal: Centavos,
  table: readonly BinPlan[] = defaultBinPlans,
  policy: InstallmentPolicy = defaultInstallmentPolicy,
): Result<InstallmentOffer, { code: 'malformed_bin' }> {
  if (!/^\d{6}$/.test(bin)) return refuse({ code: 'malformed_bin' });
  const known = table.find((row) => row.bin === bin);
  if (known === undefined) return ok({ installments: [], bankName: '', hasDiscount: false });
  const plans = isInstallmentsOptionVisible(grandTotal, policy) ? known.plans : [];
  const installments = [...plans].sort((a, b) => a - b);
  return ok({ installments, bankName: known.bankName, hasDiscount: known.hasDiscount && installments.length > 0 });
}

/** CONST-50. */
export type PaymentMethodCode = 'kosmos_payment' | 'otherVisaInstallments' | 'bamMaxVisaInstallments';

/** DEC-103. */
export const installmentsMethodCode = (offer: InstallmentOffer): PaymentMethodCode =>
  offer.hasDiscount ? 'bamMaxVisaInstallments' : 'otherVisaInstallments';

/** DEC-79: the promotion holds while installments are chosen with such a bin. */
export function hasBankPromotion(
  methodCode: PaymentMethodCode | null,
  bin: string | null,
  table: readonly BinPlan[] = defaultBinPlans,
): boolean {
  if (methodCode === null || methodCode === 'kosmos_payment') return false;
  return table.some((row) => row.bin === bin && row.hasDiscount);
}
