import { stockShelves } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { growthOf, median, type Times } from './figures.ts';
import { type Connection, openConnection } from './http-connection.ts';
import { basketsOf, shopper } from './purchase-journey.ts';
import { atMost, type BenchResult } from './result.ts';

type Call = 'add' | 'checkout' | 'placing';

const journeys = 60;

/** Code that has not run yet is slow, and connections plan their first statements anew. */
const warmJourneys = 20;

/** Which of the calls of a journey a request is; undefined: one that opens a cart. */
export const callOf = (requestLine: string): Call | undefined => {
  if (requestLine.startsWith('POST /v1/orders ')) return 'placing';
  if (/^POST \S+\/products /.test(requestLine)) return 'add';
  return /^(?:POST|PATCH) \/v1\/carts\/[0-9a-f-]{36}/.test(requestLine) ? 'checkout' : undefined;
};

const watched = (connection: Connection, note: (call: Call, milliseconds: number) => void): Connection => ({
  close: () => connection.close(),
  send: async (request) => {
    const begun = performance.now();
    const answer = await connection.send(request);
    const call = callOf(request.toString('latin1', 0, 200));
    if (call !== undefined) note(call, performance.now() - begun);
    return answer;
  },
});

/** Whole purchases in both shops, one after the other and in turns: what carts and orders cost in a large one. */
export const benchGrownCarts = async (
  room: BenchRoom,
  databases: { large: ShopDatabase; small: ShopDatabase },
): Promise<BenchResult[]> => {
  const shops = {
    large: await room.startShop({ database: databases.large }),
    small: await room.startShop({ database: databases.small }),
  };
  const times: Record<Call, Times> = {
    add: { large: [], small: [] },
    checkout: { large: [], small: [] },
    placing: { large: [], small: [] },
  };
  let isCounted = false;
  const buyer = async (size: keyof Times) => {
    const connection = await openConnection(shops[size].port);
    const basket = basketsOf(await stockShelves(databases[size]));
    const { buy } = shopper(
      watched(connection, (call, milliseconds) => {
        if (isCounted) times[call][size].push(milliseconds);
      }),
    );
    return { buy: () => buy(basket()), close: () => connection.close() };
  };
  const [inLarge, inSmall] = [await buyer('large'), await buyer('small')];
  for (let journey = 0; journey < warmJourneys + journeys; journey += 1) {
    isCounted = journey >= warmJourneys;
    for (const { buy } of journey % 2 === 0 ? [inLarge, inSmall] : [inSmall, inLarge]) await buy();
  }
  for (const { close } of [inLarge, inSmall]) close();
  for (const shop of [shops.large, shops.small]) await shop.stop();
  return Object.entries(times).map(([call, both]) =>
    atMost(
      `cart-growth: ${call}`,
      growthOf(both),
      1.5,
      `p50 ${median(both.large).toFixed(2)} against ${median(both.small).toFixed(2)} ms, ${both.large.length} calls`,
    ),
  );
};
