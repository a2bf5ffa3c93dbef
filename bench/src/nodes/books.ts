import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../shop-data.ts';
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

/** Compares what shoppers were told with the books. Every journey is over by now, so the books hold nothing else. */
export const findLosses = async ({ database }: Stage, { orders, carts }: Promises): Promise<Losses> => {
  const rows = await ask<OrderRow>(
    database,
    `select cart_id as "cartId", number::float8 as number from orders where status <> 'void'`,
  );
  const known = new Set(rows.map(({ cartId, number }) => `${cartId} ${number}`));
  const told = new Set(orders.map(({ cartId, number }) => `${cartId} ${number}`));
  const lines = await ask<{ cartId: string; sku: string; quantity: number }>(
    database,
    `select l.cart_id as "cartId", p.sku, l.quantity from cart_lines l join products p on p.id = l.product_id
     where l.cart_id in (select id from carts) and p.sku is not null`,
  );
  const quantities = new Map(lines.map(({ cartId, sku, quantity }) => [`${cartId} ${sku}`, quantity]));
  return {
    orders: [...told].filter((order) => !known.has(order)).length,
    surplusOrders: rows.length - [...told].filter((order) => known.has(order)).length,
    // An add that got no answer may have been made: never fewer than were answered.
    carts: carts.filter(({ id, sku, added }) => (quantities.get(`${id} ${sku}`) ?? 0) < added).length,
  };
};

/** Waits until the worker has written the mail of every order; answers how many are missing when it gives up. */
export const waitForMails = async ({ database }: Stage, limitMs = 60_000): Promise<number> => {
  for (const end = Date.now() + limitMs; ; await sleep(500)) {
    const [row] = await ask<{ missing: number }>(
      database,
      `select ((select count(*) from orders where status <> 'void') - (select count(*) from mails))::float8 as missing`,
    );
    const missing = row?.missing ?? 0;
    if (missing === 0 || Date.now() > end) return missing;
  }
};
