import { parseArgs } from 'node:util';
import { type Coupon, type CouponUses, normalizeCouponCode } from '@ceiba/domain/coupons/coupon';
import {
  addDays,
  type CivilDate,
  guatemalaMoment,
  guatemalaTime,
  parseCivilDate,
} from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, readQuetzales, zero } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { DatabaseCall } from '../slice.ts';
import { addCoupon, endCoupon, listCoupons } from './operator-coupons.store.ts';

export const couponUsage = `ceiba coupon list                                 every coupon, what it takes off, its limits and uses (DEC-78)
ceiba coupon add <code> <10% | Q100> "<label>"    a new one; --cap Q300 --minimum Q1000 --from 2026-12-01 --until 2026-12-24
                                                  --limit <orders> --per-customer <orders>; whole days, the last one included
ceiba coupon end <code>                           takes nothing off from now on, also in carts that carry it
`;

const momentOf = (moment: Date): string => {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

const lineOf = (coupon: Coupon & CouponUses): string => {
  const { value } = coupon;
  const parts = [
    value.kind === 'percent' ? `${value.basisPoints / 100}%` : formatQ(value.amount),
    coupon.cap === null ? '' : `at most ${formatQ(coupon.cap)}`,
    coupon.minimumSubtotal === 0 ? '' : `from ${formatQ(coupon.minimumSubtotal)} on`,
    coupon.startsAt === null ? '' : `begins ${momentOf(coupon.startsAt)}`,
    coupon.endsAt === null ? '' : `ends ${momentOf(coupon.endsAt)}`,
    `used ${coupon.uses}${coupon.totalLimit === null ? '' : ` of ${coupon.totalLimit}`}`,
    coupon.customerLimit === null ? '' : `${coupon.customerLimit} for each customer`,
  ];
  return `${coupon.code.padEnd(16)}${coupon.label}: ${parts.filter((part) => part !== '').join(', ')}`;
};

const add = async ({ db, args, now, say }: DatabaseCall): Promise<boolean> => {
  const read = readNewCoupon(args.slice(1));
  if (!read.ok) {
    say(`Nothing was changed: "${read.error.word}" should be ${read.error.expected}.`);
    return false;
  }
  const isNew = await addCoupon(db.write, read.value, now);
  say(
    isNew
      ? lineOf({ ...read.value, uses: 0, customerUses: 0 })
      : `Nothing was changed: there is a coupon ${read.value.code} already. What one promises does not change; end it, and add another.`,
  );
  return isNew;
};

const end = async ({ db, now, say }: DatabaseCall, code: string): Promise<boolean> => {
  const isEnded = await endCoupon(db.write, normalizeCouponCode(code), now);
  say(
    isEnded
      ? `${normalizeCouponCode(code)} takes nothing off from now on; orders that used it keep it.`
      : `Nothing was changed: there is no coupon ${normalizeCouponCode(code)} that could end.`,
  );
  return isEnded;
};

/** `npm run ceiba -- coupon …`; false when it was refused, and nothing written then. */
export async function runCouponCommand(command: DatabaseCall): Promise<boolean> {
  const [verb, code, ...more] = command.args;
  if (verb === 'add') return add(command);
  if (verb === 'end' && code !== undefined && more.length === 0) return end(command, code);
  if (verb === 'list' && code === undefined) {
    for (const coupon of await listCoupons(command.db.write)) command.say(lineOf(coupon));
    return true;
  }
  command.say(couponUsage);
  return false;
}

/** `expected` says in English what stands at `word`. */
interface CouponWordRefusal {
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
function readNewCoupon(args: readonly string[]): Result<Coupon, CouponWordRefusal> {
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
