import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from '../bench-room.ts';
import {
  atLeast,
  atMost,
  type BenchResult,
  chosenParts,
  countsOf,
  isGood,
  playParts,
  printed,
  runCommand,
  say,
  totalOf,
} from '../figures.ts';
import { stopAll } from '../processes.ts';
import { audit, type Promises } from './audit.ts';
import { openBuyers } from './buyers.ts';
import { type DatabaseCluster, missingPackages, openDatabaseCluster } from './database-cluster.ts';
import { type Market, openMarket } from './errands.ts';
import { type ChaosScene, openScene } from './scene.ts';

// `npm run chaos -- --ha`: the primary of three databases is killed, frozen and cut off while people buy. See docs/operations.md.
const { values } = parseArgs({
  options: {
    chaos: { type: 'boolean', default: true },
    ha: { type: 'boolean', default: true },
    /** Regular expression over the names of faults. */
    only: { type: 'string', default: '.' },
  },
});

interface Stage extends ChaosScene {
  cluster: DatabaseCluster;
  market: Market;
  /** Of all faults so far: the books are compared with it after the last. */
  promises: Promises;
}

/** How long shoppers may be without an order. Seconds. */
const longestGap = 30;

/** How long a primary is gone: longer than the others need to agree on another, and to go on for a while. Milliseconds. */
const goneMs = 45_000;

/** Until several orders are between their claim and the bank's answer. */
const waitForPlacing = async ({ database }: Stage): Promise<void> => {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const rows = await ask(database, `select id from orders where status in ('placing', 'voiding')`);
    if (rows.length >= 2) return;
  }
};

/** The longest time without a new order, and how many there were at the end. Milliseconds. */
const watchOrders = async (count: () => number, lastsMs: number) => {
  const begun = performance.now();
  let [known, since, longestMs] = [count(), begun, 0];
  while (performance.now() - begun < lastsMs) {
    await sleep(20);
    longestMs = Math.max(longestMs, performance.now() - since);
    if (count() > known) [known, since] = [count(), performance.now()];
  }
  return { longestMs, orders: known };
};

/** What happens to the primary, by its name. */
const faults: Record<string, (cluster: DatabaseCluster) => DatabaseCluster['kill']> = {
  killed: ({ kill }) => kill,
  frozen: ({ freeze }) => freeze,
  'cut-off': ({ cutOff }) => cutOff,
};

const playFault = async (name: string, stage: Stage): Promise<BenchResult[]> => {
  const { cluster, market, webPorts, promises } = stage;
  const crowd = openBuyers({ ports: webPorts, market, count: 8, collectors: 2 });
  const countOrders = (): number => crowd.orders.length;
  await sleep(5_000);
  await waitForPlacing(stage);
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
      `errands refused or given up: ${crowd.given.slice(0, 5).join(', ')}`,
    ),
  ];
};

runCommand(async () => {
  const chosen = chosenParts(faults, values.only);
  const missing = await missingPackages();
  if (missing !== undefined) {
    say(missing);
    return false;
  }
  say('Starting three databases, etcd, HAProxy, two web processes, a worker and a bank …');
  let cluster: DatabaseCluster | undefined;
  const scene = await openScene({
    webCount: 2,
    openServer: async (dir) => {
      cluster = await openDatabaseCluster(dir);
      const { url, replicaUrl, close } = cluster;
      return { url, replicaUrl, close, act: () => Promise.reject(new Error('a cluster is broken node by node')) };
    },
  });
  try {
    if (cluster === undefined) throw new Error('there is no cluster');
    const market = await openMarket(scene, { code: 'FAILOVER', limit: 100_000 });
    const stage: Stage = { ...scene, cluster, market, promises: { orders: [], carts: [] } };
    return isGood(
      await playParts([
        ...chosen.map(([name]) => [name, () => playFault(name, stage)] as const),
        ['audit', () => audit(stage, market, stage.promises)] as const,
      ]),
    );
  } finally {
    await scene.close();
  }
}, stopAll);
