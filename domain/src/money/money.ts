import { ok, type Result, refuse } from '../result.ts';

/** An amount in whole centavos (Q1.00 = 100). Outside the contract's JSON, money has no other form. */
export type Centavos = number & { readonly __brand: 'Centavos' };

export type AmountRefusal = { code: 'not_an_amount' } | { code: 'too_many_decimals' } | { code: 'out_of_range' };

/** Creates the branded type. Throws on anything but a safe integer, because a fraction of a centavo would be a bug. */
export function centavos(amount: number): Centavos {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of centavos: ${amount}`);
  // Converts -0 to 0, because JSON and comparisons would treat -0 as a second zero.
  return (amount === 0 ? 0 : amount) as Centavos;
}

export const zero: Centavos = centavos(0);

/** Converts whole quetzales to centavos, for constants such as fees and thresholds. */
export const quetzales = (whole: number): Centavos => centavos(whole * 100);

export const add = (a: Centavos, b: Centavos): Centavos => centavos(a + b);

export const subtract = (a: Centavos, b: Centavos): Centavos => centavos(a - b);

/** Multiplies an amount. `quantity` is an integer. */
export const times = (amount: Centavos, quantity: number): Centavos => centavos(amount * quantity);

export const smaller = (a: Centavos, b: Centavos): Centavos => (b < a ? b : a);

export const larger = (a: Centavos, b: Centavos): Centavos => (b > a ? b : a);

/** An empty list sums to zero. */
export function sum(amounts: Iterable<Centavos>): Centavos {
  let total = 0;
  for (const amount of amounts) total += amount;
  return centavos(total);
}

/**
 * Divides an amount and rounds to whole centavos, halves away from zero (half up for prices). No other function rounds.
 * Throws if `divisor` is not a positive integer.
 */
export function divideRounded(amount: Centavos, divisor: number): Centavos {
  if (!Number.isSafeInteger(divisor) || divisor <= 0) throw new RangeError(`not a positive whole divisor: ${divisor}`);
  const size = Math.abs(amount);
  const remainder = size % divisor;
  const quotient = (size - remainder) / divisor + (remainder >= divisor - remainder ? 1 : 0);
  return centavos(amount < 0 ? -quotient : quotient);
}

/** Returns a percentage of an amount. `basisPoints` is a non-negative integer: 10 % = 1000. Rounds once, like `divideRounded`. */
export function percentOf(amount: Centavos, basisPoints: number): Centavos {
  if (basisPoints < 0) throw new RangeError(`negative rate: ${basisPoints}`);
  return divideRounded(times(amount, basisPoints), 10_000);
}

/** Returns decimal quetzales, only for the contract's JSON (DEC-06). Never calculate with the result. */
export const toQuetzales = (amount: Centavos): number => Number(toDecimalText(amount));

/** Returns "1234.50" or "-100.00": no symbol, no thousands comma. */
export function toDecimalText(amount: Centavos): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses decimal quetzales digit by digit, never through binary fractions. Accepts "1234", "1234.5", "-1234.50" and numbers that
 * print like these. Refuses thousands commas, exponents and more than two decimals (DEC-06).
 */
export function fromQuetzales(value: number | string): Result<Centavos, AmountRefusal> {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value).trim());
  if (match === null) return refuse({ code: 'not_an_amount' });
  const [, sign = '', whole = '', decimals = ''] = match;
  if (decimals.length > 2) return refuse({ code: 'too_many_decimals' });
  const size = Number(whole + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(size)) return refuse({ code: 'out_of_range' });
  return ok(centavos(sign === '-' ? -size : size));
}

/** Removes the currency from a typed amount: `Q1,250.00`, `Q. 1,250.00` and `GTQ 1,250.00` become `1,250.00`. */
export const withoutCurrency = (text: string): string => text.trim().replace(/^(?:Q\.?|GTQ)\s*(?=[-\d.,])/i, '');

/**
 * Parses an amount that a person typed. Like `fromQuetzales`, but accepts the currency and commas between thousands ("150.5",
 * "Q1,234.50").
 */
export const readQuetzales = (text: string): Result<Centavos, AmountRefusal> =>
  fromQuetzales(withoutCurrency(text).replace(/,(?=\d{3}(?:\D|$))/g, ''));

/** Formats an amount as people see it: "Q1,234.50", "-Q100.00" (APP-03, DEC-07). */
export function formatQ(amount: Centavos): string {
  const text = toDecimalText(amount);
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  return `${amount < 0 ? '-' : ''}Q${withThousands(whole)}.${decimals}`;
}

/** "1234567" → "1,234,567". `digits` contains only digits. */
export const withThousands = (digits: string): string => {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
};

/** The currency of every amount (CONST-01). */
export const currencyCode = 'GTQ';
