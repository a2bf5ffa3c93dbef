import { parseArgs } from 'node:util';
import { type Coupon, normalizeCouponCode } from '@ceiba/domain/coupons/coupon';
import { addDays, type CivilDate, guatemalaMoment, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, readQuetzales, zero } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';

/** `expected` says in English what stands at `word`. */
export interface CouponWordRefusal {
  code: 'invalid_word';
  word: string;
  expected: string;
}

const limits = {
  cap: { type: 'string' },
  minimum: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  'per-customer': { type: 'string' },
} as const;

/** Q1,000,000: above any cart. */
const mostMoney = 100_000_000;

const amountOf = (text: string): Centavos | undefined => {
  const amount = readQuetzales(text);
  return amount.ok && amount.value > 0 && amount.value <= mostMoney ? amount.value : undefined;
};

/** "10%", "12.5%": basis points above 0, at most 10,000; else an amount as "Q100". */
const offOf = (text: string): Coupon['value'] | undefined => {
  const amount = amountOf(text.replace(/%$/, ''));
  if (amount === undefined) return undefined;
  if (!text.endsWith('%')) return { kind: 'fixed', amount };
  return amount <= 10_000 ? { kind: 'percent', basisPoints: amount } : undefined;
};

const countOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

const dayOf = (text: string): CivilDate | undefined => {
  const date = parseCivilDate(text);
  return date.ok ? date.value : undefined;
};

/** Reads options one by one; the first that is none of its kind ends it. */
class Reader {
  fault: CouponWordRefusal | null = null;

  read<T>(text: string | undefined, read: (text: string) => T | undefined, expected: string): T | null {
    if (text === undefined) return null;
    const value = read(text);
    if (value === undefined) this.fault ??= { code: 'invalid_word', word: text, expected };
    return value ?? null;
  }
}

const money = 'quetzales above 0 with at most two decimals, for example Q100 or 99.50';
const day = 'a day, for example 2026-12-24';
const count = 'a whole number from 1 on';

/** Letters of any alphabet, digits, "-" and "_": what a shopper can type as it is printed. */
const codeOf = (text: string): string | undefined =>
  /^[\p{L}\p{N}_-]{3,40}$/u.test(text) ? normalizeCouponCode(text) : undefined;

const labelOf = (text: string): string | undefined =>
  text.trim() !== '' && text.length <= 60 ? text.trim() : undefined;

/** The options parsed, or the words of why not. */
function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: limits, allowPositionals: true, strict: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A coupon as an operator writes it (DEC-78): `<code> <10% | Q100> "<label>"` and its limits. Its days are whole days of
 * Guatemala, the last one included.
 */
export function readNewCoupon(args: readonly string[]): Result<Coupon, CouponWordRefusal> {
  const parsed = optionsOf(args);
  if (typeof parsed === 'string') return refuse({ code: 'invalid_word', word: args.join(' '), expected: parsed });
  const { values, positionals } = parsed;
  const [code = '', off = '', label = '', ...more] = positionals;
  const reader = new Reader();
  const from = reader.read(values.from, dayOf, day);
  const until = reader.read(values.until, dayOf, day);
  const coupon = {
    code: reader.read(code, codeOf, 'a code of 3 to 40 letters, digits, "-" and "_"'),
    value: reader.read(off, offOf, `a share as 10%, at most 100%, or ${money}`),
    label: reader.read(label, labelOf, 'what shoppers read beside the discount, at most 60 letters'),
    cap: reader.read(values.cap, amountOf, money),
    minimumSubtotal: reader.read(values.minimum, amountOf, money) ?? zero,
    startsAt: from && guatemalaMoment(from, 0),
    endsAt: until && new Date(guatemalaMoment(addDays(until, 1), 0).getTime() - 1),
    totalLimit: reader.read(values.limit, countOf, count),
    customerLimit: reader.read(values['per-customer'], countOf, count),
  };
  if (more[0] !== undefined) reader.read(more[0], () => undefined, 'nothing more: the label stands in quotes');
  if (from !== null && until !== null && until < from)
    reader.read(values.until, () => undefined, 'no day before its first');
  if (reader.fault !== null) return refuse(reader.fault);
  if (coupon.code === null || coupon.value === null || coupon.label === null)
    throw new Error('a coupon was read in part');
  return ok({ ...coupon, code: coupon.code, value: coupon.value, label: coupon.label });
}
