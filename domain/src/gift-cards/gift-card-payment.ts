import type { PricedLine } from '../carts/cart-line.ts';
import { type CartTotals, firstPartyBaseOf, isBankDiscounted, noMerchandiseOf } from '../carts/cart-totals.ts';
import type { CostLine } from '../carts/cost-lines.ts';
import { type Centavos, formatQ, larger, smaller, subtract, sum, zero } from '../money/money.ts';

/** Maximum number of gift cards for one order. */
export const maxGiftCards = 5;

/** Years until a gift card expires (DEC-199). */
export const giftCardYears = 5;

/** Texts for the code field, and for a card that pays (DEC-199). */
export const giftCardTexts = {
  title: 'Tarjeta de regalo',
  field: 'Código de tarjeta de regalo',
  apply: 'Aplicar tarjeta',
  remove: 'Quitar',
  /** The amount that the cards leave for another method, as a cost line. */
  rest: 'Con otro método de pago',
  /** The label if the cards leave no amount. */
  covered: 'Por pagar',
  coversAll: 'Tu tarjeta de regalo cubre todo: no necesitas otro método de pago.',
  /** Shown while a bank's discount applies (`payableByGiftCards`). */
  besideBank:
    'El descuento de tu banco es para lo que pagas con su tarjeta: la tarjeta de regalo paga solo lo demás, como envío, garantías y otros productos. Para pagar más con ella, elige otro método de pago.',
  notFound: 'No encontramos saldo con este código. Revísalo: la tarjeta puede estar vencida o sin saldo.',
} as const;

/** "Tarjeta de regalo •••• VT4E". */
export const giftCardName = (lastFour: string): string => `${giftCardTexts.title} •••• ${lastFour}`;

/** Returns the stored form of a code: capitals, without separators between groups. */
export const plainGiftCardCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Returns the part of `payable` that each card pays, in their order. A card pays its whole balance, until nothing is left to pay. */
export function spreadGiftCards(payable: Centavos, balances: readonly Centavos[]): Centavos[] {
  let left = payable;
  return balances.map((balance) => {
    const part = smaller(balance, left);
    left = subtract(left, part);
    return part;
  });
}

/**
 * Returns the maximum that gift cards may pay of a total (DEC-199): goods, warranties, services and delivery, but not
 * gift cards or the donation. While a bank's discount applies, gift cards cannot pay the discounted merchandise. The
 * bank grants the discount only for payments with its card (DEC-79).
 */
export function payableByGiftCards(
  lines: readonly PricedLine[],
  { grandTotal, discounts }: Pick<CartTotals, 'grandTotal' | 'discounts'>,
): Centavos {
  const payable = larger(subtract(grandTotal, noMerchandiseOf(lines)), zero);
  if (!isBankDiscounted(discounts)) return payable;
  const onMerchandise = sum(discounts.filter(({ id }) => id !== 'DISCOUNT_POINTS').map(({ amount }) => amount));
  return larger(subtract(payable, subtract(firstPartyBaseOf(lines), onMerchandise)), zero);
}

/** Returns the lines under the total: the amount that gift cards pay, and the rest for another method (DEC-199). Empty without a card. */
export function giftCardLines(total: Centavos, cards: readonly { lastFour: string; amount: Centavos }[]): CostLine[] {
  if (cards.length === 0) return [];
  const lines = cards.map(
    ({ lastFour, amount }): CostLine => ({
      kind: 'giftCard',
      label: giftCardName(lastFour),
      text: `-${formatQ(amount)}`,
    }),
  );
  const rest = subtract(total, sum(cards.map(({ amount }) => amount)));
  return rest === zero ? lines : [...lines, { kind: 'rest', label: giftCardTexts.rest, text: formatQ(rest) }];
}
