import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../ask-database.ts';
import type { Promises } from './crowd.ts';
import type { Stage } from './stage.ts';

/** What was promised and is not there, or is there and was promised to nobody. */
export interface Losses {
  orders: number;
  /** Orders twice for one cart, or for nobody who was told so. */
  surplusOrders: number;
  carts: number;
}

interface OrderRow {
  cartId: string;
  number: number;
}

interface LineRow {
  cartId: string;
  sku: string;
  quantity: number;
}

/** Compares what shoppers were told with the books; `orders` and `lines` are all of the books' own. */
export const lossesIn = (promises: Promises, orders: readonly OrderRow[], lines: readonly LineRow[]): Losses => {
  const nameOf = ({ cartId, number }: OrderRow): string => `${cartId} ${number}`;
  const known = new Set(orders.map(nameOf));
  const told = new Set(promises.orders.map(nameOf));
  const quantities = new Map(lines.map(({ cartId, sku, quantity }) => [`${cartId} ${sku}`, quantity]));
  return {
    orders: [...told].filter((order) => !known.has(order)).length,
    surplusOrders: orders.length - [...told].filter((order) => known.has(order)).length,
    // An add that got no answer may have been made: never fewer than were answered.
    carts: promises.carts.filter(({ id, sku, added }) => (quantities.get(`${id} ${sku}`) ?? 0) < added).length,
  };
};

type Shop = Pick<Stage, 'database'>;

/** Ids of the orders that the demo shop comes with: nobody was told of them, nor got their mail. */
export const readEarlierOrders = async ({ database }: Shop): Promise<string[]> =>
  (await ask<{ id: string }>(database, 'select id from orders')).map(({ id }) => id);

const bought = (earlier: readonly string[]): string =>
  `status <> 'void' and id <> all ('{${earlier.join(',')}}'::uuid[])`;

/** What is lost when every journey is over: the books hold nothing else by now but what they held `earlier`. */
export const findLosses = async (
  { database }: Shop,
  promises: Promises,
  earlier: readonly string[],
): Promise<Losses> => {
  const orders = await ask<OrderRow>(
    database,
    `select cart_id as "cartId", number::float8 as number from orders where ${bought(earlier)}`,
  );
  const lines = await ask<LineRow>(
    database,
    `select l.cart_id as "cartId", p.sku, l.quantity from cart_lines l join products p on p.id = l.product_id
     where l.cart_id in (select id from carts) and p.sku is not null`,
  );
  return lossesIn(promises, orders, lines);
};

/** Waits until the worker has written the mail of every order but the `earlier`; answers how many are missing when it gives up. */
export const waitForMails = async (
  { database }: Shop,
  earlier: readonly string[],
  limitMs = 60_000,
): Promise<number> => {
  for (const end = Date.now() + limitMs; ; await sleep(500)) {
    const [row] = await ask<{ missing: number }>(
      database,
      `select ((select count(*) from orders where ${bought(earlier)}) - (select count(*) from mails))::float8 as missing`,
    );
    const missing = row?.missing ?? 0;
    if (missing === 0 || Date.now() > end) return missing;
  }
};
