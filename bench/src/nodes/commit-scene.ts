import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listSlugs } from '../ask-database.ts';
import { percentile } from '../figures.ts';
import { atLeast, type BenchResult, printed } from '../result.ts';
import { openCrowd } from './crowd.ts';
import { replicaInUse } from './failure-scenes.ts';
import { countsOf, remember, type Scene, totalOf } from './journeys-scene.ts';
import { keepReading } from './readers.ts';

const shoppers = 32;
const loadMs = 10_000;
const sampleMs = 10;

/** What connections of the shop are doing at a moment, by the lock they wait for; `object` is that of NOTIFY. */
const selectStates = `select coalesce(case when wait_event_type = 'Lock' then wait_event end, 'none') as lock, count(*)::int as connections
  from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid() group by 1`;

const notifyLock = 'object';

/** Looks at the database until it is told to stop; counts what was told by NOTIFY meanwhile, to nodes and to workers. */
const watchCommits = async (url: string) => {
  const listener = new pg.Client({ connectionString: url });
  const client = new pg.Client({ connectionString: url });
  await Promise.all([listener.connect(), client.connect()]);
  const seen = new Map<string, number>();
  let told = 0;
  let isOver = false;
  listener.on('notification', () => {
    told += 1;
  });
  await listener.query('listen page_purge; listen "jobs:insert"');
  const running = (async () => {
    for (; !isOver; await sleep(sampleMs)) {
      const { rows } = await client.query<{ lock: string; connections: number }>(selectStates);
      for (const { lock, connections } of rows) seen.set(lock, (seen.get(lock) ?? 0) + connections);
    }
  })();
  running.catch(() => {});
  return {
    stop: async () => {
      isOver = true;
      await running;
      await Promise.all([listener.end(), client.end()]);
      return { seen, told };
    },
  };
};

/** Share of looks in which a node reads from the replica. */
const watchReplica = (nodes: readonly number[]) => {
  let [looks, used] = [0, 0];
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await sleep(50)) {
      const inUse = await Promise.all(nodes.map(replicaInUse));
      looks += inUse.length;
      used += inUse.filter(Boolean).length;
    }
  })();
  running.catch(() => {});
  return {
    stop: async (): Promise<number> => {
      isOver = true;
      await running;
      return used / looks;
    },
  };
};

/** Many people buy at once while others read the catalogue: what commits wait for, and where reads go. */
export const playCommits = async (scene: Scene): Promise<BenchResult[]> => {
  const { stage, basket } = scene;
  // Past the proxy, which tells nodes one address for all: placements of one client are counted one after the other.
  const buyers = Math.ceil(shoppers / stage.nodes.length);
  const crowds = stage.nodes.map((port) => openCrowd({ port, basket, buyers, collectors: 0 }));
  const countPlaced = (): number => crowds.reduce((sum, { promises }) => sum + promises.orders.length, 0);
  await sleep(3_000);
  const slugs = await listSlugs(stage.database, 200);
  const reading = keepReading(
    stage.port,
    slugs.map((slug) => `/v1/products/slug/${slug}`),
    2,
  );
  const [commits, replica] = [await watchCommits(stage.database.url), watchReplica(stage.nodes)];
  const before = countPlaced();
  const begun = performance.now();
  await sleep(loadMs);
  const placed = countPlaced() - before;
  const seconds = (performance.now() - begun) / 1000;
  const [{ seen, told }, inUse, reads] = await Promise.all([commits.stop(), replica.stop(), reading.stop()]);
  await Promise.all(crowds.map(({ stop }) => stop()));
  for (const { promises } of crowds) remember(scene, promises);
  const times = crowds.flatMap(({ journeys }) => journeys);
  const journeys = `p50 ${percentile(times, 0.5).toFixed(0)} ms a journey`;
  const busy = Math.max(1, totalOf(seen));
  const locks = [...seen].map(([lock, looks]) => `${lock} ${(looks / busy).toFixed(2)}`).join(', ');
  return [
    printed('commits', placed / seconds, `purchases/s by ${shoppers} shoppers, half by card; ${journeys}`),
    printed(
      'commits-notifying',
      (seen.get(notifyLock) ?? 0) / busy,
      `share of busy connections that wait for the lock of NOTIFY; all by lock: ${locks}; ${(told / Math.max(1, placed)).toFixed(2)} notifications an order`,
    ),
    atLeast(
      'replica-while-buying',
      inUse,
      0.9,
      `share of looks in which nodes read from the replica; ${reads.count} reads`,
    ),
    printed('replica-reads-failed', totalOf(reads.failures), `of ${reads.count}: ${countsOf(reads.failures)}`),
  ];
};
