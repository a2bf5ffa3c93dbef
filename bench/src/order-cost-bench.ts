import { ask, stockShelves } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { watchCpu } from './cpu-time.ts';
import { median } from './figures.ts';
import { openShoppers } from './purchase-bench.ts';
import { basketsOf } from './purchase-journey.ts';
import { atMost, type BenchResult } from './result.ts';
import type { Effort } from './rounds.ts';

/** CPU milliseconds of one cash order with three products: everything the shop does for it, mail and jobs included. */
const costBars = { database: 6, shop: 4 } as const;

/** Longest that the last mails of a round may take. */
const patienceMs = 120_000;

const countMails = async (database: ShopDatabase): Promise<number> =>
  (await ask<{ mails: number }>(database, 'select count(*)::integer as mails from mails'))[0]?.mails ?? 0;

/** Waits until so many mails are written. @throws when that takes longer than anybody would wait */
const waitForMails = async (database: ShopDatabase, wanted: number): Promise<void> => {
  for (const end = Date.now() + patienceMs; (await countMails(database)) < wanted; ) {
    if (Date.now() > end) throw new Error(`only ${await countMails(database)} of ${wanted} mails were written`);
    await new Promise((done) => setTimeout(done, 500));
  }
};

/**
 * What one order costs in CPU time, of the database server and of the shop's process, which is web and worker in one as
 * `npm start` runs it. A round ends when the last mail is written.
 */
export const benchOrderCost = async (
  room: BenchRoom,
  database: ShopDatabase,
  effort: Effort,
): Promise<BenchResult[]> => {
  const basket = basketsOf(await stockShelves(database));
  const shop = await room.startShop({ database, role: 'start' });
  const people = await openShoppers(shop.port, basket);
  const costs: { database: number; shop: number }[] = [];
  for (let round = 0; round <= effort.rounds; round += 1) {
    const before = await countMails(database);
    const watch = watchCpu();
    const { latencies } = await people.round(effort.roundMs);
    await waitForMails(database, before + latencies.length);
    const cost = (pid: number): number => (watch([pid]) * 1000) / latencies.length;
    // The first warms up.
    if (round > 0) costs.push({ database: cost(room.databasePid), shop: cost(shop.pid) });
  }
  people.close();
  await shop.stop();
  return [
    atMost(
      'order-cost-database',
      median(costs.map((cost) => cost.database)),
      costBars.database,
      'ms of CPU of all PostgreSQL processes an order',
    ),
    atMost(
      'order-cost-shop',
      median(costs.map((cost) => cost.shop)),
      costBars.shop,
      'ms of CPU of web and worker an order',
    ),
  ];
};
