import { listSlugs } from './ask-database.ts';
import { startBareProcess } from './bare-process.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { cpuLines, withCpu } from './cpu-time.ts';
import { medianRatio, ratio, spreadOf } from './figures.ts';
import { type Answer, openConnection, requestOf } from './http-connection.ts';
import type { RunningProcess } from './processes.ts';
import { atLeast, type BenchResult, printed } from './result.ts';
import { allLatencies, type Effort, interleave, medianRate, type Round, ratesOf, runRound } from './rounds.ts';

const readers = 16;

/** Headers the server's HTTP layer writes by itself. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

const headersOf = ({ head }: Answer): Record<string, string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
      .filter(([name]) => !ownHeaders.has(name.toLowerCase())),
  );

const isPort = (answer: unknown): answer is { port: number } =>
  typeof answer === 'object' && answer !== null && 'port' in answer;

const brotli = { 'accept-encoding': 'br, gzip' };

/** Readers who ask one server for pages; `nextPath` is asked before each. */
export const openReaders = async (port: number, count: number, nextPath: () => string) => {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  const known = new Map<string, Buffer>();
  const request = (path: string): Buffer => {
    const made = known.get(path) ?? requestOf('GET', path, { headers: brotli });
    if (known.size < 100) known.set(path, made);
    return made;
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

/** Asks until the answer is given from what the shop keeps; @throws when it keeps none. */
const fetchKept = async (port: number, path: string): Promise<Answer> => {
  const connection = await openConnection(port);
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await connection.send(requestOf('GET', path, { headers: brotli }));
    if (!/^x-cache: hit/im.test(answer.head)) continue;
    connection.close();
    return answer;
  }
  throw new Error(`${path} is not kept`);
};

/** A kept page or answer over HTTP beside a bare route that sends the same bytes under the same headers; `bar`: the least ratio. */
export const benchCached = async (
  shop: RunningProcess,
  { name, path, bar }: { name: string; path: string; bar: number },
  { rounds, roundMs }: Effort,
): Promise<{ results: BenchResult[]; bareRate: number }> => {
  const page = await fetchKept(shop.port, path);
  const bare = startBareProcess('bare-server.ts');
  const answer = await bare.ask({ headers: headersOf(page), body: page.body.toString('base64') }, isPort);
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
  const results = [
    atLeast(name, medianRatio(ratesOf(pair.first), ratesOf(pair.second)), bar, detail),
    ...cpuLines(`${name}-cpu`, pair, 'an answer'),
  ];
  return { results, bareRate: medianRate(pair.second) };
};

/** Settings of a shop that keeps no page and no answer. */
export const keepsNothing = { CACHE_MB: '0' };

/** Pages like one another, in turns: who asks for one that is being made would be answered with it. */
export const inTurns = (slugs: readonly string[]) => {
  let visit = 0;
  return (): string => {
    visit += 1;
    return `/${slugs[visit % slugs.length] ?? ''}`;
  };
};

/** Product pages rendered anew each time. */
const benchUncached = async (
  port: number,
  slugs: readonly string[],
  { rounds, roundMs }: Effort,
  bareRate: number,
): Promise<BenchResult> => {
  const people = await openReaders(port, 4, inTurns(slugs));
  await people.round(roundMs);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await people.round(roundMs));
  people.close();
  const times = spreadOf(allLatencies(measured));
  const rate = medianRate(measured);
  const detail = `÷ the bare route: ${rate.toFixed(0)} pages/s rendered and compressed; ${times}; 4 readers`;
  return printed('page-uncached', ratio(rate, bareRate), detail);
};

/** The home page kept, the product page kept and not kept. */
export const benchPages = async (
  room: BenchRoom,
  database: ShopDatabase,
  path: string,
  effort: Effort,
): Promise<BenchResult[]> => {
  const shop = await room.startShop({ database });
  const home = await benchCached(shop, { name: 'home-cached', path: '/', bar: 0.7 }, effort);
  const { results, bareRate } = await benchCached(shop, { name: 'page-cached', path, bar: 0.7 }, effort);
  await shop.stop();
  const forgetful = await room.startShop({ database, env: keepsNothing });
  results.push(await benchUncached(forgetful.port, await listSlugs(database, 50), effort, bareRate));
  await forgetful.stop();
  return [...home.results, ...results];
};
