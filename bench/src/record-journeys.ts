import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { type Connection, openConnection } from './http-connection.ts';
import { startSqlRecorder } from './sql-recorder.ts';
import type { Sent } from './sql-wire.ts';

/**
 * What a shop sends to its database for each of so many journeys, and in how many round trips, one after the other, so that no two are mixed.
 * `prepare` makes a journey ready, which is not recorded, and answers what is. The first one is not kept: connections
 * learn their statements with it.
 */
export const recordJourneys = async (
  room: BenchRoom,
  database: ShopDatabase,
  count: number,
  prepare: (connection: Connection) => Promise<() => Promise<void>>,
): Promise<{ journeys: Sent[][]; trips: number[] }> => {
  const { hostname, port } = new URL(database.url);
  const recorder = await startSqlRecorder({ host: hostname, port: Number(port) });
  const databaseUrl = database.url.replace(`:${port}/`, `:${recorder.port}/`);
  const shop = await room.startShop({ database, databaseUrl, env: { LOG_LEVEL: 'warn' } });
  const connection = await openConnection(shop.port);
  const journeys: Sent[][] = [];
  const trips: number[] = [];
  for (let done = 0; done <= count; done += 1) {
    const go = await prepare(connection);
    recorder.take();
    recorder.takeTrips();
    await go();
    journeys.push(recorder.take());
    trips.push(recorder.takeTrips());
  }
  connection.close();
  await shop.stop();
  await recorder.close();
  return { journeys: journeys.slice(1), trips: trips.slice(1) };
};
