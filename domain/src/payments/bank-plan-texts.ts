import { formatDateText } from '../dates/spanish-date.ts';
import { donationTexts } from '../donations/donation-texts.ts';
import { type Centavos, formatQ, subtract, zero } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { type BankPlan, type CartForPlans, singlePlan } from './bank-plans.ts';
import { type InstallmentPolicy, isInstallmentsOptionVisible, planLabel } from './installments.ts';

/** Texts of "¿Cuánto pago con mi banco?" (BANK-01 to BANK-07). */
export const bankTexts = {
  choose: 'Elige tu banco',
  brand: 'Marca',
  noCard: 'No tengo tarjeta',
  forget: 'Olvidar mi banco',
  monthly: 'Al mes',
  discount: 'Descuento de tu banco',
  total: 'Total a pagar',
  uncertain: 'según tu tarjeta',
  bin: 'Primeros 6 números de tu tarjeta (opcional)',
  binHint: 'Con ellos sabemos qué cuotas tiene. No los guardamos.',
  settled: 'Estas son las cuotas de tu tarjeta.',
  unsettled: 'No pudimos consultar tu tarjeta. Inténtalo de nuevo en un momento.',
  otherCard: (bank: string): string => `Esa tarjeta es de ${bank}.`,
  deliveryOpen: 'más envío, por calcular',
  withDelivery: (fee: Centavos): string => `Incluye ${formatQ(fee)} de envío.`,
  discountedDelivery: (fee: Centavos): string =>
    `Con el descuento de tu banco, el total incluye ${formatQ(fee)} de envío.`,
  withoutCard: (total: Centavos): string => `Sin tarjeta pagas ${formatQ(total)} de una sola vez, sin cuotas.`,
  paid: (total: Centavos): string =>
    `Pagas ${formatQ(total)} en total, sin recargo. Tu banco puede ajustar centavos entre cuotas.`,
  excluded: (bank: string): string => `${bank}: por ahora solo contado.`,
  until: (moment: string): string => `Hasta el ${formatDateText(moment)}`,
} as const;

/** Returns "Contado" or "6 cuotas". */
export const bankPlanLabel = (plan: number): string => (plan === singlePlan ? 'Contado' : planLabel(plan));

/** Returns "Descuento BAM-MAX (10%): -Q100.00" (BANK-03). */
export const bankDiscountRow = (
  bank: string,
  discount: Centavos,
  { bankDiscountBasisPoints }: Pick<ShopPolicy, 'bankDiscountBasisPoints'>,
): string => `Descuento ${bank} (${bankDiscountBasisPoints / 100}%): -${formatQ(discount)}`;

/**
 * Returns the longest plan that every card of a bank has: "48 cuotas de Q18.75" (BANK-06). Returns "solo contado" for a
 * bank without plans. Null if only some cards have a plan, or if the bank is unknown.
 */
export function bankLinePlan(rows: readonly Pick<BankPlan, 'plan' | 'monthly' | 'certain'>[]): string | null {
  const plans = rows.filter(({ plan }) => plan !== singlePlan);
  if (plans.length === 0) return rows.length === 0 ? null : 'solo contado';
  const longest = plans.filter(({ certain }) => certain).toSorted((a, b) => b.plan - a.plan)[0];
  return longest === undefined ? null : `${planLabel(longest.plan)} de ${formatQ(longest.monthly)}`;
}

/** Returns the sentence about a cart that cards cannot pay, or cannot pay in cuotas. Null if cards can pay the cart in cuotas. */
export function bankPlansNote(
  { totalBeforeBankPromotion: total, hasDonation }: CartForPlans,
  policy: InstallmentPolicy,
): string | null {
  if (hasDonation) return donationTexts.onlyCash;
  if (total <= zero) return 'No queda nada por pagar con tarjeta.';
  if (isInstallmentsOptionVisible(total, policy)) return null;
  const { installmentsMinimum } = policy;
  return `Las cuotas son desde ${formatQ(installmentsMinimum)}: te faltan ${formatQ(subtract(installmentsMinimum, total))}.`;
}
