import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../bench-room.ts';
import { atLeast, atMost, type BenchResult, say } from '../figures.ts';
import type { Buyers } from './buyers.ts';
import type { ChaosScene } from './scene.ts';
import type { Market } from './ways-of-buying.ts';

/** The confirmations to shoppers, which must be true afterwards. */
export type Promises = Pick<Buyers, 'orders' | 'carts'>;

interface Books {
  live: number;
  /** Orders that are neither placed nor refunded, and charges and points in progress. */
  unsettled: number;
  doubled: number;
  mailless: number;
}

/** The mail of each live order: payment instructions for the store, the confirmation, or the cancellation. */
const mailOf = `case o.status when 'pending_payment' then 'store-payment:' when 'canceled' then 'order-canceled:'
  else 'order-confirmation:' end || o.id`;

/** SQL condition: placed orders, without the orders of the demo shop. */
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
       (select count(*) from orders o where ${bought(market)} and ${mailOf} not in (select dedupe_key from mails))::float8 as mailless`,
  );
  if (books === undefined) throw new Error('the books are empty');
  return books;
};

/** Returns the state of orders without their mail, and the last errors of their jobs. */
const whyMailless = async ({ database }: ChaosScene, market: Market): Promise<string> => {
  const rows = await ask<{ text: string }>(
    database,
    `select concat_ws(' ', o.status, o.payment_type, count(*), string_agg(distinct j.last_error, '; ')) as text
     from orders o left join graphile_worker._private_jobs j on j.payload ->> 'orderId' = o.id::text
     where ${bought(market)} and ${mailOf} not in (select dedupe_key from mails) group by o.status, o.payment_type`,
  );
  return rows.map(({ text }) => text).join(', ');
};

/** In ms. Longer than the lease of a dead worker's jobs, and longer than the reconciler's leases. */
const settlingMs = 180_000;

/** Waits until all payments are settled and all mails are written, for `settlingMs` at most. Returns the ledgers. */
const settledBooks = async (scene: ChaosScene, market: Market): Promise<Books> => {
  for (const end = Date.now() + settlingMs; ; await sleep(1_000)) {
    const books = await readBooks(scene, market);
    if (books.unsettled + books.mailless === 0 || Date.now() > end) return books;
  }
};

/** Counts confirmed orders that are missing in the database, and carts without a confirmed unit. */
const findLost = async ({ database }: ChaosScene, promises: Promises): Promise<{ orders: number; carts: number }> => {
  const orders = await ask<{ name: string }>(
    database,
    `select cart_id || ' ' || number as name from orders where status <> 'void'`,
  );
  const lines = await ask<{ name: string; quantity: number }>(
    database,
    `select l.cart_id || ' ' || p.sku as name, l.quantity from cart_lines l join products p on p.id = l.product_id`,
  );
  const known = new Set(orders.map(({ name }) => name));
  const quantities = new Map(lines.map(({ name, quantity }) => [name, quantity]));
  return {
    orders: promises.orders.filter(({ cartId, number }) => !known.has(`${cartId} ${number}`)).length,
    // An add without a response may have been made. There may be more units, but never fewer.
    carts: promises.carts.filter(({ id, sku, added }) => (quantities.get(`${id} ${sku}`) ?? 0) < added).length,
  };
};

/** After everything runs again, checks that the confirmations to shoppers are true and that the guard finds nothing. */
export const audit = async (scene: ChaosScene, market: Market, promises: Promises): Promise<BenchResult[]> => {
  const { live, unsettled, doubled, mailless } = await settledBooks(scene, market);
  const { isSound, said } = await scene.checkInvariants();
  if (!isSound) say(said);
  const missing = await findLost(scene, promises);
  const why = mailless === 0 ? '' : `: ${await whyMailless(scene, market)}`;
  return [
    atLeast('orders', live, 1, `in the books; ${promises.orders.length} confirmed to buyers`),
    atMost('orders-lost', missing.orders, 0, 'confirmed to a buyer, but not in the books'),
    atMost('orders-doubled', doubled, 0, 'carts with more than one order'),
    atMost(
      'carts-lost',
      missing.carts,
      0,
      `of ${promises.carts.length} open carts; each must hold every confirmed unit`,
    ),
    atMost('unsettled', unsettled, 0, 'orders, charges and points still in progress after three minutes'),
    atMost('mails-missing', mailless, 0, `orders without their mail${why}`),
    atMost('invariants-broken', isSound ? 0 : 1, 0, `ceiba check: ${said.split('\n').at(-1)}`),
  ];
};
