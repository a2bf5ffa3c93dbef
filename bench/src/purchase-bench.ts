import { stockShelves } from './ask-database.ts';
import { isReady, startBareProcess } from './bare-process.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { cpuLines, withCpu } from './cpu-time.ts';
import { median, medianRatio, spreadOf } from './figures.ts';
import { openConnection } from './http-connection.ts';
import { basketsOf, callsPerJourney, shopper } from './purchase-journey.ts';
import { recordJourneys } from './record-journeys.ts';
import { atLeast, atMost, type BenchResult, printed } from './result.ts';
import { allLatencies, type Effort, interleave, isRound, medianRate, type Round, ratesOf, runRound } from './rounds.ts';
import type { Sent } from './sql-wire.ts';

const shoppers = 8;
const recorded = 100;

/** As the shop's own pool (DATABASE_CONNECTIONS). */
const connections = 10;

/** The shop's side of a round: so many shoppers, each on a connection of their own. */
export const openShoppers = async (port: number, basket: () => string[], count = shoppers) => {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  return {
    round: (milliseconds: number): Promise<Round> =>
      runRound(
        open.map((connection) => {
          const { buy } = shopper(connection);
          return () => buy(basket());
        }),
        milliseconds,
      ),
    close: () => {
      for (const connection of open) connection.close();
    },
  };
};

const statementsOf = (journeys: readonly Sent[][]): number =>
  journeys.flat().filter(({ kind }) => kind === 'query').length / journeys.length;

/** Whole purchases over HTTP beside the same statements sent by a bare script. */
export const benchPurchase = async (
  room: BenchRoom,
  database: ShopDatabase,
  effort: Effort,
): Promise<BenchResult[]> => {
  const basket = basketsOf(await stockShelves(database));
  const { journeys, trips } = await recordJourneys(room, database, recorded, async (connection) => {
    const { buy } = shopper(connection);
    return () => buy(basket());
  });
  const bare = startBareProcess('bare-sql.ts');
  await bare.ask({ url: database.url, scripts: journeys, connections, keepsIds: false }, isReady);
  const shop = await room.startShop({ database });
  const people = await openShoppers(shop.port, basket);
  const pair = await interleave(
    () => withCpu([shop.pid, room.databasePid], () => people.round(effort.roundMs)),
    () => withCpu([bare.pid, room.databasePid], () => bare.ask({ shoppers, milliseconds: effort.roundMs }, isRound)),
    effort.rounds,
  );
  people.close();
  await shop.stop();
  await bare.stop();
  const rates = `${medianRate(pair.first).toFixed(0)} journeys/s, bare SQL ${medianRate(pair.second).toFixed(0)}/s`;
  const times = spreadOf(allLatencies(pair.first));
  return [
    atLeast(
      'purchase',
      medianRatio(ratesOf(pair.first), ratesOf(pair.second)),
      0.5,
      `${rates}; ${times}; ${shoppers} shoppers`,
    ),
    ...cpuLines('purchase-cpu', pair, 'a journey, database included'),
    atMost('purchase-trips', median(trips), 13, `round trips to the database a journey of ${callsPerJourney} calls`),
    printed('purchase-statements', statementsOf(journeys), `SQL statements a journey of ${callsPerJourney} calls`),
  ];
};
