import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { atLeast, atMost, type BenchResult, chosenParts, countsOf, printed, say, totalOf } from '../figures.ts';
import { audit } from './audit.ts';
import { openBuyers } from './buyers.ts';
import { type DatabaseCluster, missingPackages, openDatabaseCluster } from './database-cluster.ts';
import { runOnStage, type Stage, waitForPlacing } from './stage.ts';

// `npm run chaos -- --ha`: the primary of three databases is killed, frozen and cut off while people buy. See docs/operations.md.
const { values } = parseArgs({
  options: {
    chaos: { type: 'boolean', default: true },
    ha: { type: 'boolean', default: true },
    /** Regular expression for the names of faults. */
    only: { type: 'string', default: '.' },
  },
});

/** Maximum time without an order, in seconds. */
const longestGap = 30;

/** Milliseconds for which a primary is down. Longer than the other nodes need to elect a new primary and to work for a while. */
const goneMs = 45_000;

/** Measures the longest time without a new order. Returns this time in milliseconds, and the number of orders at the end. */
const watchOrders = async (count: () => number, lastsMs: number) => {
  const startedAt = performance.now();
  let [known, since, longestMs] = [count(), startedAt, 0];
  while (performance.now() - startedAt < lastsMs) {
    await sleep(20);
    longestMs = Math.max(longestMs, performance.now() - since);
    if (count() > known) [known, since] = [count(), performance.now()];
  }
  return { longestMs, orders: known };
};

/** The faults of the primary, by name. */
const faults: Record<string, (cluster: DatabaseCluster) => DatabaseCluster['kill']> = {
  killed: ({ kill }) => kill,
  frozen: ({ freeze }) => freeze,
  'cut-off': ({ cutOff }) => cutOff,
};

const playFault = async (name: string, cluster: DatabaseCluster, stage: Stage): Promise<BenchResult[]> => {
  const { market, webPorts, promises } = stage;
  const crowd = openBuyers({ ports: webPorts, market, count: 8, collectors: 2 });
  const countOrders = (): number => crowd.orders.length;
  await sleep(5_000);
  await waitForPlacing(stage, 2);
  const former = await cluster.primary();
  const before = countOrders();
  await faults[name]?.(cluster)(former);
  const { longestMs, orders } = await watchOrders(countOrders, goneMs);
  const next = await cluster.primary();
  await cluster.mend(former);
  await cluster.isWhole();
  const again = countOrders();
  await sleep(5_000);
  const after = countOrders();
  await crowd.stop();
  promises.orders.push(...crowd.orders);
  promises.carts.push(...crowd.carts);
  const { counts, silent503 } = crowd.troubles;
  return [
    atMost(`${name}-gap`, longestMs / 1_000, longestGap, `s without an order; ${former} was primary, ${next} is`),
    atMost(`${name}-same-primary`, former === next ? 1 : 0, 0, 'the primary was not replaced'),
    atLeast(`${name}-goes-on`, orders - before, 1, `orders while it was gone; ${before} before`),
    atLeast(`${name}-mended`, after - again, 1, 'orders in the 5 s after it was back as a standby'),
    printed(`${name}-repeated`, totalOf(counts), `calls: ${countsOf(counts)}`),
    atMost(`${name}-silent-503`, silent503, 0, 'answers 503 that do not say when to come back'),
    printed(
      `${name}-given-up`,
      crowd.given.length,
      `purchases refused or given up: ${crowd.given.slice(0, 5).join(', ')}`,
    ),
  ];
};

const chosen = chosenParts(faults, values.only);
let cluster: DatabaseCluster | undefined;

/** @throws if there is no cluster */
const openCluster = (): DatabaseCluster => {
  if (cluster === undefined) throw new Error('there is no cluster');
  return cluster;
};

runOnStage(
  async () => {
    const missing = await missingPackages();
    if (missing !== undefined) {
      say(missing);
      process.exit(1);
    }
    say('Starting three databases, etcd, HAProxy, two web processes, a worker and a bank …');
    return {
      webCount: 2,
      openServer: async (dir) => {
        cluster = await openDatabaseCluster(dir);
        const { url, replicaUrl, close } = cluster;
        return {
          url,
          replicaUrl,
          close,
          act: () => Promise.reject(new Error('a cluster has no database server to restart as a whole')),
        };
      },
    };
  },
  { code: 'FAILOVER', limit: 100_000 },
  (stage) => [
    ...chosen.map(([name]) => [name, () => playFault(name, openCluster(), stage)] as const),
    ['audit', () => audit(stage, stage.market, stage.promises)] as const,
  ],
);
