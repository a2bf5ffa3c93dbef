import type { PricedLine } from '../carts/cart-line.ts';
import { type CartTotals, firstPartyBaseOf, isBankDiscounted, noMerchandiseOf } from '../carts/cart-totals.ts';
import type { CostLine } from '../carts/cost-lines.ts';
import { type Centavos, formatQ, larger, smaller, subtract, sum, zero } from '../money/money.ts';

/** Cards that may pay one order, at most. */
export const mostGiftCards = 5;

/** DEC-199. */
export const giftCardYears = 5;

/** Where the code is typed, and what it is called once it pays (DEC-199). */
export const giftCardTexts = {
  title: 'Tarjeta de regalo',
  field: 'Código de tarjeta de regalo',
  apply: 'Aplicar tarjeta',
  remove: 'Quitar',
  /** What the cards leave for another method, wherever they stand in a list of costs. */
  rest: 'Con otro método de pago',
  /** Where they leave nothing. */
  covered: 'Por pagar',
  coversAll: 'Tu tarjeta de regalo cubre todo: no necesitas otro método de pago.',
  /** While a bank's discount is on (`payableByGiftCards`). */
  besideBank:
    'El descuento de tu banco es para lo que pagas con su tarjeta: la tarjeta de regalo paga solo lo demás, como envío, garantías y otros productos. Para pagar más con ella, elige otro método de pago.',
  notFound: 'No encontramos saldo con este código. Revísalo: la tarjeta puede estar vencida o sin saldo.',
} as const;

/** "Tarjeta de regalo •••• VT4E". */
export const giftCardName = (lastFour: string): string => `${giftCardTexts.title} •••• ${lastFour}`;

/** A code as it is known by, however it was typed: capitals, without what only separates its groups. */
export const plainGiftCardCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** What each card pays of `payable`, in their order: all it has, until nothing is left to pay. */
export function spreadGiftCards(payable: Centavos, balances: readonly Centavos[]): Centavos[] {
  let left = payable;
  return balances.map((balance) => {
    const part = smaller(balance, left);
    left = subtract(left, part);
    return part;
  });
}

/**
 * The most gift cards may pay of a total (DEC-199): goods, warranties, services and delivery, never gift cards nor the donation; nor, while a
 * bank's discount is on, the merchandise that it is taken off: the bank gives it to whoever pays that with its card (DEC-79).
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

/** Under the total: what gift cards pay of it, and what they leave to another method, if anything; nothing without a card (DEC-199). */
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
