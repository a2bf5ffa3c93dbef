import type { Coupon, CouponUses } from '@ceiba/domain/coupons/coupon';
import { normalizeCouponCode } from '@ceiba/domain/coupons/coupon';
import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { formatQ } from '@ceiba/domain/money/money';
import type { DatabaseCall } from '../slice.ts';
import { addCoupon, endCoupon, listCoupons } from './kept-coupons.store.ts';
import { readNewCoupon } from './read-new-coupon.ts';

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
