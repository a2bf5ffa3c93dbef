import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { couponCodeForm, coupons } from '@ceiba/contract/desk/entities/coupons';
import { type Coupon, type CouponUses, normalizeCouponCode } from '@ceiba/domain/coupons/coupon';
import {
  addDays,
  type CivilDate,
  guatemalaMoment,
  guatemalaTime,
  parseCivilDate,
} from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, readQuetzales, toQuetzales, zero } from '@ceiba/domain/money/money';
import { commitIfOk } from '../platform/db/database.ts';
import { lockEntity } from '../platform/entities/entity.store.ts';
import type { EntityValues } from '../platform/entities/entity-table.ts';
import { putEntity } from '../platform/entities/put-entity.ts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { amountShown, optional, typed, typedWord } from '../platform/operations/typed-words.ts';
import { couponTable } from './coupons.table.ts';
import { endCoupon, listCoupons } from './operator-coupons.store.ts';

const momentOf = (moment: Date): string => {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

const offText = (value: Coupon['value']): string =>
  value.kind === 'percent' ? `${value.basisPoints / 100}%` : formatQ(value.amount);

const lineOf = (coupon: Coupon & CouponUses): string => {
  const parts = [
    offText(coupon.value),
    coupon.cap === null ? '' : `at most ${formatQ(coupon.cap)}`,
    coupon.minimumSubtotal === 0 ? '' : `from ${formatQ(coupon.minimumSubtotal)} on`,
    coupon.startsAt === null ? '' : `begins ${momentOf(coupon.startsAt)}`,
    coupon.endsAt === null ? '' : `ends ${momentOf(coupon.endsAt)}`,
    `used ${coupon.uses}${coupon.totalLimit === null ? '' : ` of ${coupon.totalLimit}`}`,
    coupon.customerLimit === null ? '' : `${coupon.customerLimit} for each customer`,
  ];
  return `${coupon.code.padEnd(16)}${coupon.label}: ${parts.filter((part) => part !== '').join(', ')}`;
};

/** Q1,000,000: more than any cart. */
const maxMoney = 100_000_000;

const amountOf = (text: string): Centavos | undefined => {
  const amount = readQuetzales(text);
  return amount.ok && amount.value > 0 && amount.value <= maxMoney ? amount.value : undefined;
};

/** Parses "10%" or "12.5%" to basis points from 1 to 10,000, and any other text as an amount such as "Q100". */
const offOf = (text: string): Coupon['value'] | undefined => {
  const amount = amountOf(text.replace(/%$/, ''));
  if (amount === undefined) return undefined;
  if (!text.endsWith('%')) return { kind: 'fixed', amount };
  return amount <= 10_000 ? { kind: 'percent', basisPoints: amount } : undefined;
};

const money = 'quetzales above 0 with at most two decimals, for example Q100 or 99.50';
const typedMoney = typed(amountShown, money, amountOf);

const typedOrders = typed('<orders>', 'a whole number from 1 on', (text) =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined,
);

const typedDay = typed('<day>', 'a day, for example 2026-12-24', (text): CivilDate | undefined => {
  const date = parseCivilDate(text);
  return date.ok ? date.value : undefined;
});

const typedCode = typed('<code>', 'a code of 3 to 40 letters, digits, "-" and "_"', (text) =>
  couponCodeForm.pattern.test(text) ? normalizeCouponCode(text) : undefined,
);

const typedLabel = typed('<label>', 'what shoppers read beside the discount, at most 60 letters', (text) =>
  text.trim() !== '' && text.length <= 60 ? text.trim() : undefined,
);

/** Returns a coupon's typed values in the form of the desk's call. */
const valuesOf = ({ code, label, value, cap, minimumSubtotal, ...coupon }: Coupon): EntityValues => ({
  ...{ code, label },
  ...(value.kind === 'percent' ? { percent: value.basisPoints / 100 } : { amount: toQuetzales(value.amount) }),
  ...(cap !== null && { cap: toQuetzales(cap) }),
  ...(minimumSubtotal > 0 && { minimum: toQuetzales(minimumSubtotal) }),
  ...(coupon.startsAt !== null && { startsAt: coupon.startsAt.toISOString() }),
  ...(coupon.endsAt !== null && { endsAt: coupon.endsAt.toISOString() }),
  ...(coupon.totalLimit !== null && { totalLimit: coupon.totalLimit }),
  ...(coupon.customerLimit !== null && { customerLimit: coupon.customerLimit }),
});

/** Commands for coupons (DEC-78). */
export const couponCommands: readonly Command[] = [
  databaseCommand({
    usage: 'coupon list',
    changes: null,
    summary: 'lists every coupon with its discount, limits and uses (DEC-78)',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const coupons = await listCoupons(db.write);
      answer(coupons, coupons.map(lineOf));
      return true;
    },
  }),
  databaseCommand({
    usage: 'coupon add <code> <off> <label>',
    changes: { entity: 'coupons', calls: [changingCallsOf(coupons)[0]] },
    summary:
      'adds a coupon of, for example, 10% or Q100, with the text that shoppers read. from and until are whole days of Guatemala, both included. ' +
      'limit: maximum number of orders',
    canDryRun: true,
    takes: {
      code: typedCode,
      off: typed('<off>', `a share as 10%, at most 100%, or ${money}`, offOf),
      label: typedLabel,
      cap: optional(typedMoney),
      minimum: optional(typedMoney),
      from: optional(typedDay),
      until: optional(typedDay),
      limit: optional(typedOrders),
      'per-customer': optional(typedOrders),
    },
    check: ({ from, until }) =>
      from !== undefined && until !== undefined && until < from
        ? `--until should be no day before its first, not "${until}".`
        : undefined,
    run: async (
      { db, end, reportChange },
      { code, off, label, cap, minimum, from, until, limit, 'per-customer': each },
    ) => {
      const coupon: Coupon = {
        code,
        value: off,
        label,
        cap: cap ?? null,
        minimumSubtotal: minimum ?? zero,
        startsAt: from === undefined ? null : guatemalaMoment(from, 0),
        endsAt: until === undefined ? null : new Date(guatemalaMoment(addDays(until, 1), 0).getTime() - 1),
        totalLimit: limit ?? null,
        customerLimit: each ?? null,
      };
      const isKnown = (await lockEntity(db.write, couponTable, code)) !== undefined;
      if (isKnown)
        return end(
          false,
          `Nothing was changed: there is a coupon ${code} already. What one promises does not change; end it, and add another.`,
        );
      const added = await commitIfOk(db, (tx) => putEntity(tx, couponTable, null, valuesOf(coupon)));
      if (!added.ok) return end(false, `Nothing was changed: ${added.error.text}`);
      if (added.value !== null) reportChange(added.value);
      return end(true, lineOf({ ...coupon, uses: 0, customerUses: 0 }));
    },
  }),
  databaseCommand({
    usage: 'coupon end <code>',
    changes: { entity: 'coupons', calls: ['endCoupon'] },
    summary: 'ends a coupon now, also in carts that have it',
    canDryRun: true,
    takes: { code: typedWord },
    run: async ({ db, now, end, reportChange }, { code }) => {
      const name = normalizeCouponCode(code);
      const ended = await db.transaction(async (tx) => {
        const locked = await lockEntity(tx, couponTable, name);
        return locked && endCoupon(tx, locked, now);
      });
      if (ended === undefined) return end(false, `Nothing was changed: there is no coupon ${name} that could end.`);
      reportChange(ended.change);
      return end(true, `${name} takes nothing off from now on; orders that used it keep it.`);
    },
  }),
];
