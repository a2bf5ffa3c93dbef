import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../ask-database.ts';
import { atLeast, atMost, type BenchResult, printed } from '../result.ts';
import type { Buyers } from './buyers.ts';
import type { Clerk } from './clerk.ts';
import { errandsOf, type Market, refusedErrand } from './errands.ts';
import type { ChaosScene } from './scene.ts';

export interface Played {
  buyers: Buyers;
  clerk: Clerk;
  /** How often each fault happened, by name. */
  faults: ReadonlyMap<string, number>;
  market: Market;
  couponLimit: number;
}

interface Books {
  live: number;
  /** Orders that are neither placed nor given back, charges and points on their way. */
  unsettled: number;
  doubled: number;
  used: number;
  mailless: number;
}

/** Of each live order its mail: what it costs and where it is paid, that it was placed, or that it was canceled. */
const mailOf = `case o.status when 'pending_payment' then 'store-payment:' when 'canceled' then 'order-canceled:'
  else 'order-confirmation:' end || o.id`;

/** Orders that stand, without those the demo shop came with. */
const bought = ({ earlierOrders }: Market): string =>
  `o.status <> 'void' and o.id <> all ('{${earlierOrders.join(',')}}'::uuid[])`;

const readBooks = async ({ database }: ChaosScene, market: Market): Promise<Books> => {
  const [books] = await ask<Books>(
    database,
    `select (select count(*) from orders o where ${bought(market)})::float8 as live,
       ((select count(*) from orders where status in ('placing', 'voiding'))
         + (select count(*) from payments where status = 'reversing')
         + (select count(*) from points_certificates where settle_after is not null))::float8 as unsettled,
       (select count(*) from (select cart_id from orders where status <> 'void' group by cart_id having count(*) > 1) d)::float8 as doubled,
       (select used_count from coupons where code = '${market.couponCode}')::float8 as used,
       (select count(*) from orders o where ${bought(market)} and ${mailOf} not in (select dedupe_key from mails))::float8 as mailless`,
  );
  if (books === undefined) throw new Error('the books are empty');
  return books;
};

/** How the orders without their mail stand, and what their jobs said last. */
const whyMailless = async ({ database }: ChaosScene, market: Market): Promise<string> => {
  const rows = await ask<{ text: string }>(
    database,
    `select concat_ws(' ', o.status, o.payment_type, count(*), string_agg(distinct j.last_error, '; ')) as text
     from orders o left join graphile_worker._private_jobs j on j.payload ->> 'orderId' = o.id::text
     where ${bought(market)} and ${mailOf} not in (select dedupe_key from mails) group by o.status, o.payment_type`,
  );
  return rows.map(({ text }) => text).join(', ');
};

/** What a bank was asked about is settled, and mails are written, by and by; answers the books then, or when it gives up. */
const settledBooks = async (scene: ChaosScene, market: Market, limitMs: number): Promise<Books> => {
  for (const end = Date.now() + limitMs; ; await sleep(1_000)) {
    const books = await readBooks(scene, market);
    if (books.unsettled + books.mailless === 0 || Date.now() > end) return books;
  }
};

/** Orders that shoppers were told and that are not in the books under that number. */
const findLost = async ({ database }: ChaosScene, { orders }: Buyers): Promise<number> => {
  const rows = await ask<{ name: string }>(
    database,
    `select cart_id || ' ' || number as name from orders where status <> 'void'`,
  );
  const known = new Set(rows.map(({ name }) => name));
  return orders.filter(({ cartId, number }) => !known.has(`${cartId} ${number}`)).length;
};

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const textOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');

const countsOf = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** Ways of buying that should lead to an order and of which none did: nothing was proved of them. */
const unproven = ({ byErrand }: Buyers): string[] =>
  errandsOf().flatMap(([name]) => (name === refusedErrand || byErrand.has(name) ? [] : [name]));

/** Longer than a worker that died keeps its jobs, and the reconciler its leases. */
const settlingMs = 180_000;

/** Once everything stands again: what shoppers were told is true, and the guard finds nothing. */
export const audit = async (
  scene: ChaosScene,
  { buyers, clerk, faults, market, couponLimit }: Played,
  say: (text: string) => void,
): Promise<BenchResult[]> => {
  const { live, unsettled, doubled, used, mailless } = await settledBooks(scene, market, settlingMs);
  const { isSound, said } = await scene.checkInvariants();
  if (!isSound) say(said);
  const missing = unproven(buyers);
  return [
    printed('faults', sumOf(faults), textOf(faults)),
    atLeast('orders', live, 1, `in the books; ${buyers.orders.length} told to their buyers`),
    atMost('errands-unproven', missing.length, 0, `ways of buying without one order: ${missing.join(', ')}`),
    printed('told', buyers.orders.length, textOf(buyers.byErrand)),
    printed('office', sumOf(clerk.done), `commands: ${textOf(clerk.done)}; ${clerk.failed()} refused or not heard`),
    printed(
      'ended-by-itself',
      sumOf(scene.ended()),
      `programs, started again as a supervisor does it: ${textOf(scene.ended())}`,
    ),
    printed('given-up', buyers.given.length, `errands refused or given up: ${textOf(countsOf(buyers.given))}`),
    printed('repeated', sumOf(buyers.troubles.counts), `calls: ${textOf(buyers.troubles.counts)}`),
    atMost('orders-lost', await findLost(scene, buyers), 0, 'told to a buyer and not in the books'),
    atMost('orders-doubled', doubled, 0, 'carts with more than one order'),
    atMost('unsettled', unsettled, 0, 'orders, charges and points on their way three minutes later'),
    atMost('coupon-uses', used, couponLimit, `of a coupon for ${couponLimit} orders`),
    atMost(
      'mails-missing',
      mailless,
      0,
      `orders whose mail the worker has not written: ${await whyMailless(scene, market)}`,
    ),
    atMost('invariants-broken', isSound ? 0 : 1, 0, `ceiba check: ${said.split('\n').at(-1)}`),
  ];
};
