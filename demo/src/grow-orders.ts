import { withIndexesAside, withoutTriggers } from '@ceiba/server/loading/bulk-load.store';
import { lockLoading } from '@ceiba/server/loading/loading.store';
import type { LoadProgress } from '@ceiba/server/loading/shop-loader';
import type { Database, Tx } from '@ceiba/server/platform/db/database';
import {
  countPairs,
  insertLeftCarts,
  insertOrders,
  orderTables,
  orderTablesWithTriggers,
  prepareOrders,
  readGrownOrders,
  saveGrownOrders,
  takeNumbers,
} from './grow-orders.store.ts';

interface GrowOrders {
  db: Database;
  now: Date;
  /** Minimum number of generated orders in the shop afterwards. */
  orders: number;
  onProgress?: (progress: LoadProgress) => void;
}

/** Number of orders in one round of statements. */
const batchSize = 100_000;

/** Minimum number of products for generated orders. With fewer, two of an order's three lines could have the same product. */
const fewestProducts = 8;

/**
 * Adds orders of two years until there are `orders` generated orders, and an abandoned cart for each ten. Each order has all its
 * rows: cart, lines, payment, stock movements, mail. Runs in one transaction, which blocks the shop. Does not change products.
 * Returns the number of added orders.
 */
export const growOrders = ({ db, now, orders, onProgress = () => {} }: GrowOrders): Promise<number> =>
  db.transaction(async (tx) => {
    await lockLoading(tx);
    const before = await readGrownOrders(tx);
    const count = orders - before;
    if (count <= 0) return 0;
    const products = await prepareOrders(tx);
    if (products < fewestProducts)
      throw new Error(`${products} products that can be ordered are too few for generated orders.`);
    const tell = (done: number): void => onProgress({ step: 'orders', done, total: count });
    await withoutTriggers(tx, orderTablesWithTriggers, () =>
      withIndexesAside(tx, orderTables, () => writeOrders(tx, { before, count, products, now, tell })),
    );
    await saveGrownOrders(tx, orders);
    return count;
  });

interface Writing {
  before: number;
  count: number;
  products: number;
  now: Date;
  tell: (done: number) => void;
}

async function writeOrders(tx: Tx, { before, count, products, now, tell }: Writing): Promise<void> {
  const firstNumber = (await takeNumbers(tx, count)) - before;
  const total = before + count;
  for (let from = before + 1; from <= total; from += batchSize) {
    const to = Math.min(total, from + batchSize - 1);
    await insertOrders(tx, { from, to, total, firstNumber, products, now });
    tell(to - before);
  }
  await insertLeftCarts(tx, { first: before, count: Math.ceil(count / 10), now });
  await countPairs(tx, firstNumber + before);
}
