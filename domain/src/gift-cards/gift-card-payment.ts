import { type Centavos, smaller, subtract } from '../money/money.ts';

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
