import { type BenchRoom, listSlugs, type ShopDatabase, withoutCache } from './bench-room.ts';
import { atLeast, type BenchResult, printed, ratio, spreadOf } from './figures.ts';
import { type Answer, openConnection, requestOf } from './http-connection.ts';
import { type RunningProcess, startAsked } from './processes.ts';
import {
  allLatencies,
  cpuLines,
  type Effort,
  interleave,
  medianRate,
  type Round,
  ratioAtLeast,
  runRound,
  withCpu,
} from './rounds.ts';
import { searchMix } from './search-mix.ts';

const readers = 16;

/** Headers that the server's HTTP layer adds itself. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

const headersOf = ({ head }: Answer): Record<string, string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
      .filter(([name]) => !ownHeaders.has(name.toLowerCase())),
  );

const brotli = { 'accept-encoding': 'br, gzip' };

/** Opens readers who request pages from one server. `nextPath` is called before each request. */
export const openReaders = async (port: number, count: number, nextPath: () => string) => {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  const known = new Map<string, Buffer>();
  const request = (path: string): Buffer => {
    const bytes = known.get(path) ?? requestOf('GET', path, { headers: brotli });
    if (known.size < 100) known.set(path, bytes);
    return bytes;
  };
  return {
    round: (milliseconds: number): Promise<Round> =>
      runRound(
        open.map((connection) => async () => {
          const path = nextPath();
          const { status } = await connection.send(request(path));
          if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
        }),
        milliseconds,
      ),
    close: () => {
      for (const connection of open) connection.close();
    },
  };
};

/** Repeats a request until the response comes from the shop's cache. @throws if the response is never cached */
const fetchCached = async (port: number, path: string): Promise<Answer> => {
  const connection = await openConnection(port);
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await connection.send(requestOf('GET', path, { headers: brotli }));
    if (!/^x-cache: hit/im.test(answer.head)) continue;
    connection.close();
    return answer;
  }
  throw new Error(`${path} is not cached`);
};

/** Compares a cached page or response over HTTP with a bare route that sends the same bytes and headers. `target`: the minimum ratio. */
const benchCached = async (
  shop: RunningProcess,
  { name, path, target }: { name: string; path: string; target: number },
  { rounds, roundMs }: Effort,
): Promise<{ results: BenchResult[]; bareRate: number }> => {
  const page = await fetchCached(shop.port, path);
  const bare = startAsked('bench/src/bare-server.ts');
  const answer = await bare.ask<{ port: number }>({
    headers: headersOf(page),
    body: page.body.toString('base64'),
  });
  const shopReaders = await openReaders(shop.port, readers, () => path);
  const bareReaders = await openReaders(answer.port, readers, () => path);
  const pair = await interleave(
    () => withCpu([shop.pid], () => shopReaders.round(roundMs)),
    () => withCpu([bare.pid], () => bareReaders.round(roundMs)),
    rounds,
  );
  shopReaders.close();
  bareReaders.close();
  await bare.stop();
  const rates = `${medianRate(pair.first).toFixed(0)} a second, bare route ${medianRate(pair.second).toFixed(0)}/s`;
  const detail = `${rates}; ${page.body.length} bytes (br); ${readers} readers`;
  const results = [ratioAtLeast(name, pair, target, detail), ...cpuLines(`${name}-cpu`, pair, 'an answer')];
  return { results, bareRate: medianRate(pair.second) };
};

/** Returns paths in turn, because two simultaneous requests for a path would share one rendering. */
export const inTurns = (paths: readonly string[]) => {
  let visit = 0;
  return (): string => {
    visit += 1;
    return paths[visit % paths.length] ?? '';
  };
};

/** Measures product pages that are rendered for each request. */
const benchUncached = async (
  port: number,
  paths: readonly string[],
  { rounds, roundMs }: Effort,
  bareRate: number,
): Promise<BenchResult> => {
  const people = await openReaders(port, 4, inTurns(paths));
  await people.round(roundMs);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await people.round(roundMs));
  people.close();
  const times = spreadOf(allLatencies(measured));
  const rate = medianRate(measured);
  const detail = `÷ the bare route: ${rate.toFixed(0)} pages/s rendered and compressed; ${times}; 4 readers`;
  return printed('page-uncached', ratio(rate, bareRate), detail);
};

/** Measures the cached home page, and the product page with and without the cache. */
export const benchPages = async (
  room: BenchRoom,
  database: ShopDatabase,
  path: string,
  effort: Effort,
): Promise<BenchResult[]> => {
  const shop = await room.startShop({ database });
  const home = await benchCached(shop, { name: 'home-cached', path: '/', target: 0.7 }, effort);
  const { results, bareRate } = await benchCached(shop, { name: 'page-cached', path, target: 0.7 }, effort);
  await shop.stop();
  const uncachedShop = await room.startShop({ database, env: withoutCache });
  const others = (await listSlugs(database, 50)).map((slug) => `/${slug}`);
  results.push(await benchUncached(uncachedShop.port, others, effort, bareRate));
  await uncachedShop.stop();
  return [...home.results, ...results];
};

const [few, many] = [16, 64];

/** Compares many callers with few in one shop. 1 means equally fast. */
const benchCrowd = async (
  port: number,
  name: string,
  paths: readonly string[],
  { rounds, roundMs }: Effort,
): Promise<{ result: BenchResult; fewRate: number }> => {
  const [crowd, group] = [await openReaders(port, many, inTurns(paths)), await openReaders(port, few, inTurns(paths))];
  await group.round(roundMs);
  const pair = await interleave(
    () => crowd.round(roundMs),
    () => group.round(roundMs),
    rounds,
  );
  crowd.close();
  group.close();
  const fewRate = medianRate(pair.second);
  const detail = `${medianRate(pair.first).toFixed(0)} a second with ${many} callers, ${fewRate.toFixed(0)} with ${few}; ${paths.length} different searches`;
  return { result: ratioAtLeast(name, pair, 0.95, detail), fewRate };
};

/**
 * Measures the API calls of programs and of open pages. A product is compared with a bare route that sends the same bytes. 500 searches are
 * measured with few and with many callers, each with and without the cache.
 */
export const benchCalls = async (room: BenchRoom, database: ShopDatabase, effort: Effort): Promise<BenchResult[]> => {
  const [slug = ''] = await listSlugs(database, 1);
  const searches = (await searchMix(database))
    .flatMap(({ name, paths }) => (name === 'suggestions' ? [] : paths))
    .slice(0, 500);
  const shop = await room.startShop({ database });
  const product = await benchCached(
    shop,
    { name: 'product-call', path: `/v1/products/slug/${slug}`, target: 0.5 },
    effort,
  );
  const cached = await benchCrowd(shop.port, 'search-crowd', searches, effort);
  await shop.stop();
  const uncachedShop = await room.startShop({ database, env: withoutCache });
  const uncached = await benchCrowd(uncachedShop.port, 'search-crowd-anew', searches, effort);
  await uncachedShop.stop();
  const detail = `${cached.fewRate.toFixed(0)} searches a second by ${few} callers, ${uncached.fewRate.toFixed(0)} without a cache`;
  return [
    ...product.results,
    cached.result,
    uncached.result,
    atLeast('search-call', cached.fewRate / uncached.fewRate, 2, detail),
  ];
};
