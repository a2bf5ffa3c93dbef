import { stockShelves } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { percentile, ratio } from './figures.ts';
import { openConnection, requestOf } from './http-connection.ts';
import { basketsOf, shopper } from './purchase-journey.ts';
import { atMost, type BenchResult, printed } from './result.ts';
import { runRound } from './rounds.ts';

const shoppers = 4;
const quietMs = 8_000;
const floodAtOnce = 16;
const floodRequests = 2_000;

/** Shoppers who fill carts and go through the checkout up to the order: nine calls. */
const openShoppers = async (port: number, basket: () => string[]) => {
  const open = await Promise.all(Array.from({ length: shoppers }, () => openConnection(port)));
  const workers = open.map((connection) => {
    const { prepare } = shopper(connection);
    return async () => void (await prepare(basket()));
  });
  return { workers, close: () => open.forEach((connection) => void connection.close()) };
};

/** One client asks for made-up addresses; counts of its answers by status. */
const flood = async (port: number): Promise<Map<number, number>> => {
  const statuses = new Map<number, number>();
  let sent = 0;
  const open = await Promise.all(Array.from({ length: floodAtOnce }, () => openConnection(port)));
  await Promise.all(
    open.map(async (connection) => {
      while (sent < floodRequests) {
        sent += 1;
        const path = sent % 2 === 0 ? `/?z=${sent}` : `/search?q=${sent}`;
        const { status } = await connection.send(
          requestOf('GET', path, { headers: { 'x-forwarded-for': '192.168.66.66', 'accept-encoding': 'br' } }),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      connection.close();
    }),
  );
  return statuses;
};

/** How much longer shoppers wait while one client floods the shop with 2,000 addresses nobody has asked for. */
export const benchFlood = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const basket = basketsOf(await stockShelves(database));
  const shop = await room.startShop({ database, env: { RATE_LIMIT_FACTOR: '1' } });
  const people = await openShoppers(shop.port, basket);
  await runRound(people.workers, quietMs / 4);
  const quiet = await runRound(people.workers, quietMs);
  const [statuses, busy] = await Promise.all([flood(shop.port), runRound(people.workers, quietMs)]);
  people.close();
  await shop.stop();
  const [before, during] = [percentile(quiet.latencies, 0.99), percentile(busy.latencies, 0.99)];
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    atMost(
      'flood-p99',
      ratio(during, before),
      2,
      `p99 of a journey during the flood ÷ quiet: ${during.toFixed(0)} ÷ ${before.toFixed(0)} ms; the flood got ${told}`,
    ),
    printed('flood-rate', ratio(busy.rate, quiet.rate), 'journeys a second during the flood ÷ quiet'),
  ];
};
