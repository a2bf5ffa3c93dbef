import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type BenchRoom,
  listSlugs,
  openBenchRoom,
  type ShopDatabase,
  stockShelves,
  withoutCache,
} from './bench-room.ts';
import { atLeast, atMost, type BenchResult, countsOf, isGood, playParts, printed, runCommand, say } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { freePort, projectDir, stopAll } from './processes.ts';
import { basketsOf, shopper } from './purchase-journey.ts';

// `npm run bench -- --nginx`: the unchanged `deploy/nginx.conf`, except for its addresses, in front of two web processes with
// three times their load limit. Needs nginx on the path. See docs/operations.md.

const quietMs = 10_000;
const overloadMs = 60_000;
const buyers = 8;

/** Maximum number of tries of a checkout step after responses that ask for a retry. In a browser the shopper presses the button again. */
const maxTries = 60;

/** Number of readers of pages, each on one connection: more than two nodes accept (`max_conns`). */
const readers = 1_200;
/** Number of readers that are phones behind one carrier address: more than one address may open at the same time (`limit_conn`). */
const sharing = 300;
const carrier = '127.1.0.1';

const readerAddresses = Array.from({ length: readers }, (_, n) =>
  n < sharing ? carrier : `127.2.${Math.floor(n / 250)}.${1 + (n % 250)}`,
);
const ownAddress = '127.0.0.1';

const addressesOf = (ports: readonly number[], text: string): string =>
  ports.reduce((conf, port, index) => conf.replaceAll(`10.0.0.1${index + 1}:3000`, `127.0.0.1:${port}`), text);

/** Starts nginx with the sample on a free port. @throws with nginx's message if it cannot read a file */
const startNginx = async (ports: readonly number[]) => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-nginx-'));
  await chmod(dir, 0o755);
  await mkdir(join(dir, 'cache'), { mode: 0o777 });
  await chmod(join(dir, 'cache'), 0o777);
  const port = await freePort();
  const sample = addressesOf(ports, await readFile(join(projectDir, 'deploy', 'nginx.conf'), 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/cache/nginx/ceiba', join(dir, 'cache'))
    .replaceAll('/var/log/nginx/', `${dir}/`);
  await writeFile(join(dir, 'ceiba.conf'), sample);
  const log = join(dir, 'error.log');
  await writeFile(
    join(dir, 'nginx.conf'),
    `pid ${join(dir, 'pid')};\nerror_log ${log};\nworker_processes 1;\nevents { worker_connections 4096; }\nhttp { access_log off; include ${join(dir, 'ceiba.conf')}; }\n`,
  );
  const args = ['-c', join(dir, 'nginx.conf'), '-e', log, '-g', 'daemon off;'];
  const child = spawn('nginx', args, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const answers = () => openConnection(port).then((line) => line.close());
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(await readFile(log, 'utf8'));
    if (
      await answers().then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
};

interface Asked {
  counts: Map<string, number>;
  /** The longest time without a 200 for any page that was already requested, in milliseconds. */
  blackoutMs: number;
  /** Responses of 503 without Retry-After. */
  silent: number;
}

interface Asking {
  paths: readonly string[];
  runMs: number;
  /** Source addresses of the connections, one connection from each. */
  from: readonly string[];
  /** Maximum number of requests per second. */
  rate: number;
}

/** Requests pages for some time. */
const askPages = async (port: number, { paths, runMs, from, rate }: Asking) => {
  const asked: Asked = { counts: new Map(), blackoutMs: 0, silent: 0 };
  const startedAt = performance.now();
  let [sent, lastGood] = [0, startedAt];
  const isOver = (): boolean => performance.now() - startedAt > runMs;
  const look = (): void => {
    asked.blackoutMs = Math.max(asked.blackoutMs, performance.now() - lastGood);
  };
  await Promise.all(
    from.map(async (address) => {
      let line: Connection | undefined;
      while (!isOver()) {
        sent += 1;
        const turn = sent;
        const due = startedAt + (1_000 * turn) / rate;
        await sleep(Math.max(0, due - performance.now()));
        if (isOver()) break;
        if (line?.isOpen() !== true) line = await openConnection(port, address).catch(() => undefined);
        const headers = { accept: 'text/html', 'accept-encoding': 'br' };
        const isNew = turn % 2 === 0;
        // Half of the paths are new, so they are in no cache.
        const path = isNew ? `/search?q=tv+${turn}+${Math.random()}` : (paths[turn % paths.length] ?? '/');
        const answer = await line?.send(requestOf('GET', path, { headers })).catch(() => undefined);
        const name = `${address === carrier ? 'shared ' : ''}${isNew ? 'new' : 'known'} ${answer?.status ?? 'lost'}`;
        asked.counts.set(name, (asked.counts.get(name) ?? 0) + 1);
        if (answer?.status === 503 && !/^retry-after: \d/im.test(answer.head)) asked.silent += 1;
        look();
        if (!isNew && answer?.status === 200) lastGood = performance.now();
      }
      line?.close();
    }),
  );
  look();
  return asked;
};

/** Runs checkouts one after the other until the time has passed. A step that is refused temporarily is retried. */
const buyAll = async (port: number, basket: () => string[], runMs: number) => {
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const end = performance.now() + runMs;
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      let line = await openConnection(port);
      const patient: Connection = {
        isOpen: () => true,
        close: () => line.close(),
        send: async (request) => {
          for (let tries = 1; ; tries += 1) {
            if (!line.isOpen()) line = await openConnection(port);
            const answer = await line.send(request).catch(() => undefined);
            if (answer !== undefined && (![502, 503, 504].includes(answer.status) || tries === maxTries)) return answer;
            if (tries === maxTries) throw new Error(`no success after ${maxTries} tries`);
            count('tried again');
            await sleep(500);
          }
        },
      };
      while (performance.now() < end)
        await shopper(patient)
          .buy(basket())
          .then(
            () => count('ended'),
            (error: Error) => count(`failed: ${error.message.slice(0, 100)}`),
          );
      patient.close();
    }),
  );
  return counts;
};

const total = (counts: ReadonlyMap<string, number>, of: (name: string) => boolean): number =>
  [...counts].reduce((sum, [name, each]) => (of(name) ? sum + each : sum), 0);

const isMade = (name: string): boolean => name.endsWith(' 200');
const isFromSharedAddress = (name: string): boolean => name.startsWith('shared ');

/** Returns the percentage of these pages that were delivered. */
const madeOf = (counts: ReadonlyMap<string, number>, of: (name: string) => boolean): number =>
  (100 * total(counts, (name) => of(name) && isMade(name))) / total(counts, of);

/**
 * The nodes cache nothing, so that their throughput is their real limit. nginx has cached pages to show when the nodes
 * are overloaded.
 */
const playOverload = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const basket = basketsOf(await stockShelves(database));
  const paths = (await listSlugs(database, 100)).map((slug) => `/${slug}`);
  const env = { ...withoutCache, LOG_LEVEL: 'warn' };
  const webs = [await room.startShop({ database, env }), await room.startShop({ database, env })];
  const nginx = await startNginx(webs.map(({ port }) => port));
  const ownLines = (count: number) => Array.from({ length: count }, () => ownAddress);
  const quiet = { paths, runMs: quietMs, from: ownLines(8), rate: Number.POSITIVE_INFINITY };
  const quietPages = await askPages(webs[0]?.port ?? 0, quiet);
  const capacity = (2 * total(quietPages.counts, isMade)) / (quietMs / 1_000);
  // nginx can later show only pages that it caches now.
  await askPages(nginx.port, { ...quiet, from: ownLines(4), rate: paths.length / 5 });
  say(`Two nodes make ${capacity.toFixed(0)} pages a second. Requesting ${(3 * capacity).toFixed(0)} a second …`);
  const [pages, orders] = await Promise.all([
    askPages(nginx.port, { paths, runMs: overloadMs, from: readerAddresses, rate: 3 * capacity }),
    buyAll(nginx.port, basket, overloadMs),
  ]);
  await nginx.stop();
  for (const web of webs) await web.stop();
  const startedCheckouts = total(orders, (name) => name !== 'tried again');
  return [
    printed('nginx-held', capacity, 'pages a second that two nodes make'),
    printed(
      'nginx-asked',
      total(pages.counts, () => true) / (overloadMs / 1_000),
      `pages a second; ${countsOf(pages.counts)}`,
    ),
    printed(
      'nginx-shared',
      madeOf(pages.counts, isFromSharedAddress),
      `% of the pages that ${sharing} telephones behind one address asked for`,
    ),
    printed(
      'nginx-own',
      madeOf(pages.counts, (name) => !isFromSharedAddress(name)),
      '% of everybody else’s',
    ),
    atMost('nginx-blackout', pages.blackoutMs / 1_000, 5, 's without a known page answered, the longest'),
    atMost('nginx-silent', pages.silent, 0, 'refusals that did not say when to come back'),
    atLeast(
      'nginx-checkouts',
      (100 * total(orders, (name) => name === 'ended')) / startedCheckouts,
      99,
      `% of begun checkouts ended; ${countsOf(orders)}`,
    ),
  ];
};

runCommand(async () => {
  await promisify(execFile)('nginx', ['-v']).catch((cause: Error) => {
    throw new Error('nginx is not on the path.', { cause });
  });
  const room = await openBenchRoom();
  try {
    const database = await room.addShop(1_000);
    return isGood(await playParts([['nginx', () => playOverload(room, database)]]));
  } finally {
    await room.close();
  }
}, stopAll);
