import { expect } from 'vitest';
import { sealRows } from '../audit/seals.store.ts';
import { checkInvariants, nightlyReach } from '../invariants/check-invariants.ts';
import { createHttpBankLedger } from '../payments/http-gateway.ts';
import type { Database } from '../platform/db/database.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import { getPolicy } from '../policies/policies.store.ts';
import { markLateShipments } from '../shipments/shipments.tasks.ts';
import { merchantKey, type TestBank } from './order-calls.ts';
import { until } from './until.ts';

/** Runs the worker's jobs of each minute whose effects the guard checks. Tests run no worker. */
export const runMinuteJobs = async (db: Database, now: Date): Promise<void> => {
  await db.transaction((tx) => sealRows(tx, now));
  await markLateShipments(db, { publicUrl: null, policy: await getPolicy(db.write) }, now);
};

/**
 * Checks that no invariant is violated in our books, or between our books and the bank's. `asMeant`: the rules that a test broke
 * intentionally.
 */
export const expectSoundBooks = async (
  db: Database,
  bank: TestBank,
  asMeant: readonly string[] = [],
): Promise<void> => {
  const there = { url: bank.url, merchantKey };
  const books = { bank: createHttpBankLedger(there), programs: createHttpPointsPrograms(there) };
  // At that time no order is being placed, and a charge without an order is a fault.
  const later = new Date(Date.now() + 10 * 60_000);
  await runMinuteJobs(db, later);
  let found = await checkInvariants(db, books, later, nightlyReach(later));
  // At that time, running jobs look abandoned. A job of the clock ends in a moment, but an abandoned job is found again.
  await until(async () => {
    if (!found.some(({ invariant }) => invariant === 'job-in-living-hands')) return true;
    found = await checkInvariants(db, books, later, nightlyReach(later));
    return false;
  }).catch(() => {});
  expect(found.filter(({ invariant }) => !asMeant.includes(invariant))).toEqual([]);
};

/** Returns all data that placing an order may change and that a refusal must leave unchanged, without the order rows of failed attempts. */
export const stateOf = async ({ pool }: Database, cartId: string): Promise<object> => {
  const rows = async (sql: string, values: unknown[] = []) => (await pool.query<object>(sql, values)).rows;
  return {
    cart: await rows('select * from carts where id = $1', [cartId]),
    lines: await rows('select * from cart_lines where cart_id = $1 order by id', [cartId]),
    levels: await rows('select * from stock_levels order by product_id, store_code'),
    totals: await rows('select * from stock_totals order by product_id'),
    coupons: await rows('select code, used_count from coupons order by code'),
    uses: await rows('select * from coupon_uses order by order_id'),
    certificates: await rows(
      `select code, order_id, status, amount from points_certificates where cart_id = $1 and status <> 'issued' order by code`,
      [cartId],
    ),
    liveOrders: await rows(`select id from orders where cart_id = $1 and status <> 'void'`, [cartId]),
    unmailed: await rows('select order_id from order_mail_outbox order by order_id'),
  };
};

/** Returns the units of a product at each place that has any. */
export const levelsOf = async ({ pool }: Database, productId: number): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ store_code: string; quantity: number }>(
    'select store_code, quantity from stock_levels where product_id = $1 and quantity > 0 order by store_code',
    [productId],
  );
  return Object.fromEntries(rows.map((row) => [row.store_code, row.quantity]));
};
