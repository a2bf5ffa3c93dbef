import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { type Connection, openConnection } from './http-connection.ts';
import { basketsOf, shopper } from './purchase-journey.ts';
import { atMost, type BenchResult } from './result.ts';
import { ask, stockShelves } from './shop-data.ts';
import { type SqlRecorder, startSqlRecorder } from './sql-recorder.ts';

const couponCode = 'MENOS10';

/** Architecture §8. */
const bars = { call: 2, placing: 8 } as const;

/** "POST /v1/carts/{id}/products". */
const callOf = (request: Buffer): string => {
  const [method = '', path = ''] = request.toString('latin1', 0, request.indexOf('\r\n')).split(' ');
  return `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`;
};

/** A connection that keeps, for each call, the most statements one such call has sent; BEGIN and COMMIT are none. */
const countingStatements = (
  connection: Connection,
  recorder: SqlRecorder,
  counts: Map<string, number>,
): Connection => ({
  send: async (request) => {
    recorder.take();
    const answer = await connection.send(request);
    const statements = recorder.take().filter(({ kind }) => kind === 'query').length;
    const call = callOf(request);
    counts.set(call, Math.max(counts.get(call) ?? 0, statements));
    return answer;
  },
  close: () => connection.close(),
});

/** What every call of a checkout in cash and with a coupon sends to the database (ARCHITECTURE.md §8). */
export const benchCheckoutCalls = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const coupon = `insert into coupons (code, label, amount) values ('${couponCode}', 'Menos Q10', 1000) on conflict do nothing`;
  await ask(database, coupon);
  const basket = basketsOf(await stockShelves(database));
  const { hostname, port } = new URL(database.url);
  const recorder = await startSqlRecorder({ host: hostname, port: Number(port) });
  const databaseUrl = database.url.replace(`:${port}/`, `:${recorder.port}/`);
  const shop = await room.startShop({ database, databaseUrl, env: { LOG_LEVEL: 'warn' } });
  const connection = await openConnection(shop.port);
  const buyOnce = async (counts: Map<string, number>): Promise<void> => {
    const { call, prepare, order } = shopper(countingStatements(connection, recorder, counts));
    const cart = await prepare(basket(), { couponCode });
    await call('DELETE', `/v1/carts/coupon/${cart.id}`, {});
    await call('POST', '/v1/checkout/coupons', { cartId: cart.id, couponCode });
    await order(cart);
  };
  // The first reads what a process keeps from then on.
  await buyOnce(new Map());
  const counts = new Map<string, number>();
  await buyOnce(counts);
  connection.close();
  await shop.stop();
  await recorder.close();
  return [...counts].map(([call, count]) =>
    atMost('statements', count, call === 'POST /v1/orders' ? bars.placing : bars.call, call),
  );
};
