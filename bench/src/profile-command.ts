import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listSlugs, stockShelves } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { hottest, idleShare, profileWhile, type Share, stageShares } from './cpu-profile.ts';
import { percentile } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { inTurns, keepsNothing, openReaders } from './pages-bench.ts';
import { freePort, projectDir } from './processes.ts';
import { basketsOf, type ReadyCart, shopper } from './purchase-journey.ts';
import { chosenParts } from './result.ts';
import { type Round, runRound } from './rounds.ts';

const loadMs = 6_000;
const workers = 4;

type Load = (milliseconds: number) => Promise<Round>;

interface Scene {
  port: number;
  slug: string;
  slugs: readonly string[];
  skus: string[];
  open: Connection[];
}

const readingLoad = async ({ port }: Scene, nextPath: () => string): Promise<Load> =>
  (await openReaders(port, workers, nextPath)).round;

/** Quantities of a line of three, up and down. */
const cartLoad = async ({ open, skus }: Scene): Promise<Load> => {
  const changes = await Promise.all(
    open.map(async (connection) => {
      const { call, fill } = shopper(connection);
      const id = await fill(skus.slice(0, 3));
      const answer = await connection.send(requestOf('GET', `/v1/carts/${id}`));
      const line = /"cartItemId":"([0-9a-f-]{36})"/.exec(answer.body.toString('utf8'))?.[1];
      let quantity = 1;
      return async () => {
        quantity = (quantity % 9) + 1;
        await call('PATCH', `/v1/carts/${id}/products`, { cartItemId: line, quantity });
      };
    }),
  );
  return (milliseconds) => runRound(changes, milliseconds);
};

/** Only the last call: the carts are made ready before. */
const placingLoad = async ({ open, skus }: Scene, carts: number): Promise<Load> => {
  const basket = basketsOf(skus);
  const ready: ReadyCart[] = [];
  await Promise.all(
    open.map(async (connection) => {
      const { prepare } = shopper(connection);
      while (ready.length < carts) ready.push(await prepare(basket()));
    }),
  );
  const latencies: number[] = [];
  return async () => {
    const begun = performance.now();
    await Promise.all(
      open.map(async (connection) => {
        const { order } = shopper(connection);
        for (let cart = ready.pop(); cart !== undefined; cart = ready.pop()) {
          const start = performance.now();
          await order(cart);
          latencies.push(performance.now() - start);
        }
      }),
    );
    return { rate: (latencies.length * 1000) / (performance.now() - begun), latencies };
  };
};

const loads: Record<string, (scene: Scene) => Promise<Load>> = {
  'page-cached': (scene) => readingLoad(scene, () => `/${scene.slug}`),
  'page-uncached': (scene) => readingLoad(scene, inTurns(scene.slugs)),
  'product-call-kept': (scene) => readingLoad(scene, () => `/v1/products/slug/${scene.slug}`),
  'product-call': (scene) => readingLoad(scene, () => `/v1/products/slug/${scene.slug}`),
  search: (scene) => readingLoad(scene, () => '/v1/search?q=televisor'),
  'cart-change': cartLoad,
  placing: (scene) => placingLoad(scene, 2_000),
};

/** Loads for which nothing is kept. */
const makesAnew = new Set(['page-uncached', 'product-call', 'search']);

/** `perCall`: milliseconds the server's main thread works for one call. */
const lines = (shares: readonly Share[], most: number, perCall: number): string =>
  shares
    .slice(0, most)
    .map(({ name, share }) => {
      const time = (share * perCall * 1000).toFixed(0);
      return `    ${(share * 100).toFixed(1).padStart(5)} %  ${time.padStart(6)} µs  ${name}`;
    })
    .join('\n');

/** Loads one part of the shop at a time and prints where its time goes; the profiles stay in `bench/results/profiles`. */
export const profileShop = async (
  room: BenchRoom,
  database: ShopDatabase,
  only: string,
  say: (text: string) => void,
) => {
  const folder = join(projectDir, 'bench', 'results', 'profiles');
  await mkdir(folder, { recursive: true });
  const [skus, slugs] = [await stockShelves(database), await listSlugs(database, 50)];
  for (const [name, makeLoad] of chosenParts(loads, only)) {
    const inspectPort = await freePort();
    const shop = await room.startShop({
      database,
      nodeOptions: [`--inspect=127.0.0.1:${inspectPort}`],
      env: makesAnew.has(name) ? keepsNothing : {},
    });
    const open = await Promise.all(Array.from({ length: workers }, () => openConnection(shop.port)));
    const load = await makeLoad({ port: shop.port, slug: slugs[0] ?? '', slugs, skus, open });
    if (name !== 'placing') await load(1_500);
    let round: Round = { rate: 0, latencies: [] };
    const work = async () => {
      round = await load(loadMs);
    };
    const profile = await profileWhile(inspectPort, work, join(folder, `${name}.cpuprofile`));
    for (const connection of open) connection.close();
    await shop.stop();
    const busy = 1 - idleShare(profile);
    const perCall = (busy * 1000) / round.rate;
    const p50 = percentile(round.latencies, 0.5).toFixed(2);
    say(
      `\n${name}: ${round.rate.toFixed(0)}/s, p50 ${p50} ms, ${workers} at once; ${perCall.toFixed(2)} ms of the server’s main thread a call, ${(busy * 100).toFixed(0)} % busy`,
    );
    say(`  by part of the way\n${lines(stageShares(profile), 14, perCall)}`);
    say(`  by function, time in itself\n${lines(hottest(profile), 20, perCall)}`);
  }
  say(`\nFlame graphs: open bench/results/profiles/*.cpuprofile in Chrome's DevTools (Performance) or speedscope.app.`);
};
