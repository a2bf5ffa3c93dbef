import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type BenchRoom, type ShopDatabase, stockShelves } from './bench-room.ts';
import { atMost, type BenchResult, measured, median, printed, spreadOf } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { startAsked } from './processes.ts';
import { basketsOf, callsPerJourney, shopper, textIn } from './purchase-journey.ts';
import {
  allLatencies,
  cpuLines,
  type Effort,
  interleave,
  medianRate,
  type Pair,
  type Round,
  ratioAtLeast,
  runRound,
  watchCpu,
  withCpu,
} from './rounds.ts';
import { recordJourneys, type SqlScript, transactionWordOf } from './sql-script.ts';

const shoppers = 8;

/** The size of the shop's connection pool (DATABASE_CONNECTIONS). */
const connections = 10;

/** The shop's side of a round. Shoppers, each on their own connection, do the work that `prepare` prepares. */
const openWorkers = async (port: number, prepare: Compared['prepare'], count = shoppers) => {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  const workers = await Promise.all(open.map(prepare));
  return {
    round: (milliseconds: number): Promise<Round> => runRound(workers, milliseconds),
    close: () => {
      for (const connection of open) connection.close();
    },
  };
};

/** Returns shoppers who make whole purchases of the baskets. */
const buying =
  (basket: () => string[]) =>
  async (connection: Connection): Promise<() => Promise<void>> => {
    const { buy } = shopper(connection);
    return () => buy(basket());
  };

export const openShoppers = (port: number, basket: () => string[], count = shoppers) =>
  openWorkers(port, buying(basket), count);

interface Compared {
  /** Recorded journeys. The bare script sends them in turn. */
  recorded: number;
  prepare: (connection: Connection) => Promise<() => Promise<void>>;
  /** True if the scripts change existing rows. Otherwise each run creates its own rows. */
  keepsIds: boolean;
}

/** Compares shoppers over HTTP with a bare script that sends the same recorded statements. */
const besideBareSql = async (
  room: BenchRoom,
  database: ShopDatabase,
  { rounds, roundMs }: Effort,
  { recorded, prepare, keepsIds }: Compared,
): Promise<{ pair: Pair; scripts: SqlScript[] }> => {
  const scripts = await recordJourneys(room, database, recorded, prepare);
  const bare = startAsked('bench/src/bare-sql.ts');
  await bare.ask({ url: database.url, scripts, connections, keepsIds });
  const shop = await room.startShop({ database });
  const people = await openWorkers(shop.port, prepare);
  // On a busy machine, few changes fit into a round. Without this warm-up the shop's first changes, whose code is not compiled
  // yet, would count.
  if (keepsIds) await people.round(2 * roundMs);
  const pair = await interleave(
    () => withCpu([shop.pid, room.databasePid], () => people.round(roundMs)),
    () => withCpu([bare.pid, room.databasePid], () => bare.ask<Round>({ shoppers, milliseconds: roundMs })),
    rounds,
  );
  people.close();
  await shop.stop();
  await bare.stop();
  return { pair, scripts };
};

/** Quantities of one turn. They alternate, so that each change writes. */
const quantities = [2, 3] as const;

/** Opens a cart of three products. The returned function alternates the quantity of the first line. @throws if the cart has no line */
export const openCart = async (connection: Connection, skus: readonly string[]): Promise<() => Promise<void>> => {
  const { call, fill } = shopper(connection);
  const id = await fill(skus.slice(0, 3));
  const { body } = await connection.send(requestOf('GET', `/v1/carts/${id}`));
  const line = textIn(body.toString('utf8'), /"cartItemId":"([0-9a-f-]{36})"/);
  return async () => {
    for (const quantity of quantities) await call('PATCH', `/v1/carts/${id}/products`, { cartItemId: line, quantity });
  };
};

/**
 * Measures changes of a quantity in existing carts. There are four times as many carts as shoppers, so that no two shoppers
 * change the same cart.
 */
export const benchCartChange = async (
  room: BenchRoom,
  database: ShopDatabase,
  effort: Effort,
): Promise<BenchResult[]> => {
  const skus = await stockShelves(database);
  const prepare = (connection: Connection) => openCart(connection, skus);
  const { pair } = await besideBareSql(room, database, effort, { recorded: 4 * shoppers, prepare, keepsIds: true });
  const rate = (rounds: readonly Round[]): string => (medianRate(rounds) * quantities.length).toFixed(0);
  const rates = `${rate(pair.first)} changes/s, bare SQL ${rate(pair.second)}/s`;
  const times = spreadOf(allLatencies(pair.first));
  return [
    ratioAtLeast('cart-change', pair, 0.5, `${rates}; two changes: ${times}; ${shoppers} shoppers`),
    ...cpuLines('cart-change-cpu', pair, 'two changes, database included'),
  ];
};

/** Measures whole purchases. */
export const benchPurchase = async (
  room: BenchRoom,
  database: ShopDatabase,
  effort: Effort,
): Promise<BenchResult[]> => {
  const prepare = buying(basketsOf(await stockShelves(database)));
  const { pair, scripts } = await besideBareSql(room, database, effort, { recorded: 100, prepare, keepsIds: false });
  const rates = `${medianRate(pair.first).toFixed(0)} journeys/s, bare SQL ${medianRate(pair.second).toFixed(0)}/s`;
  const times = spreadOf(allLatencies(pair.first));
  const trips = scripts.map((script) => script.filter(({ isTrip }) => isTrip).length);
  const statements = scripts.map((script) => script.filter((sent) => transactionWordOf(sent) === undefined).length);
  const ofJourney = `a journey of ${callsPerJourney} calls`;
  return [
    ratioAtLeast('purchase', pair, 0.5, `${rates}; ${times}; ${shoppers} shoppers`),
    ...cpuLines('purchase-cpu', pair, 'a journey, database included'),
    atMost('purchase-trips', median(trips), 13, `round trips to the database ${ofJourney}`),
    printed('purchase-statements', median(statements), `SQL statements ${ofJourney}`),
  ];
};

/** Maximum CPU milliseconds of one cash order with three products: all the shop's work for it, with mail and jobs. */
const costBars = { database: 6, shop: 4 } as const;

/** Maximum time for the last mails of a round, in milliseconds. */
const patienceMs = 120_000;

const countMails = async (database: ShopDatabase): Promise<number> =>
  (await ask<{ mails: number }>(database, 'select count(*)::integer as mails from mails'))[0]?.mails ?? 0;

/** Waits until this number of mails is written. @throws after `patienceMs` */
const waitForMails = async (database: ShopDatabase, wanted: number): Promise<void> => {
  for (const end = Date.now() + patienceMs; (await countMails(database)) < wanted; await sleep(500))
    if (Date.now() > end) throw new Error(`only ${await countMails(database)} of ${wanted} mails were written`);
};

/**
 * Measures the CPU time of one order, in the database server and in the shop's process. That process is web and worker in one, as
 * with `npm start`. A round ends when the last mail is written.
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
    const cost = (pid: number): number => (measured('CPU time', watch([pid])) * 1000) / latencies.length;
    // The first round is a warm-up.
    if (round > 0) costs.push({ database: cost(room.databasePid), shop: cost(shop.pid) });
  }
  people.close();
  await shop.stop();
  const middle = (part: keyof typeof costBars): number => median(costs.map((cost) => cost[part]));
  return [
    atMost(
      'order-cost-database',
      middle('database'),
      costBars.database,
      'ms of CPU of all PostgreSQL processes an order',
    ),
    atMost('order-cost-shop', middle('shop'), costBars.shop, 'ms of CPU of web and worker an order'),
  ];
};
