import { stockShelves } from './ask-database.ts';
import { isReady, startBareProcess } from './bare-process.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { cpuLines, withCpu } from './cpu-time.ts';
import { medianRatio, spreadOf } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { shopper } from './purchase-journey.ts';
import { recordJourneys } from './record-journeys.ts';
import { atLeast, type BenchResult } from './result.ts';
import { allLatencies, type Effort, interleave, isRound, medianRate, ratesOf, runRound } from './rounds.ts';

const shoppers = 8;

/** As the shop's own pool (DATABASE_CONNECTIONS). */
const connections = 10;

/** So many carts are changed by the bare script, each by nobody else meanwhile. */
const recordedCarts = 4 * shoppers;

/** Changes of one turn: there and back, so that each writes. */
const quantities = [2, 3] as const;

/** A cart of three products; the answer changes the first line there and back. @throws when the cart shows no line */
export const openCart = async (connection: Connection, skus: readonly string[]): Promise<() => Promise<void>> => {
  const { call, fill } = shopper(connection);
  const id = await fill(skus.slice(0, 3));
  const answer = await connection.send(requestOf('GET', `/v1/carts/${id}`));
  const line = /"cartItemId":"([0-9a-f-]{36})"/.exec(answer.body.toString('utf8'))?.[1];
  if (line === undefined) throw new Error(`cart ${id} shows no line`);
  return async () => {
    for (const quantity of quantities) await call('PATCH', `/v1/carts/${id}/products`, { cartItemId: line, quantity });
  };
};

/** Changing a quantity over HTTP beside the same statements, on carts that are there, sent by a bare script. */
export const benchCartChange = async (
  room: BenchRoom,
  database: ShopDatabase,
  effort: Effort,
): Promise<BenchResult[]> => {
  const skus = await stockShelves(database);
  const recorded = await recordJourneys(room, database, recordedCarts, (connection) => openCart(connection, skus));
  const bare = startBareProcess('bare-sql.ts');
  await bare.ask({ url: database.url, scripts: recorded.journeys, connections, keepsIds: true }, isReady);
  const shop = await room.startShop({ database });
  const open = await Promise.all(Array.from({ length: shoppers }, () => openConnection(shop.port)));
  const changes = await Promise.all(open.map((connection) => openCart(connection, skus)));
  // Few changes fit into a round on a busy machine: without this the shop's first ones, not yet compiled, would count.
  await runRound(changes, 2 * effort.roundMs);
  const pair = await interleave(
    () => withCpu([shop.pid, room.databasePid], () => runRound(changes, effort.roundMs)),
    () => withCpu([bare.pid, room.databasePid], () => bare.ask({ shoppers, milliseconds: effort.roundMs }, isRound)),
    effort.rounds,
  );
  for (const connection of open) connection.close();
  await shop.stop();
  await bare.stop();
  const rate = (turns: number): string => (turns * quantities.length).toFixed(0);
  const rates = `${rate(medianRate(pair.first))} changes/s, bare SQL ${rate(medianRate(pair.second))}/s`;
  const times = spreadOf(allLatencies(pair.first));
  return [
    atLeast(
      'cart-change',
      medianRatio(ratesOf(pair.first), ratesOf(pair.second)),
      0.5,
      `${rates}; two changes: ${times}; ${shoppers} shoppers`,
    ),
    ...cpuLines('cart-change-cpu', pair, 'two changes, database included'),
  ];
};
