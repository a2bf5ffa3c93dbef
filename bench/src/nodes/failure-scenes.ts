import { setTimeout as sleep } from 'node:timers/promises';
import { ask, listSlugs } from '../ask-database.ts';
import { atLeast, atMost, type BenchResult, printed } from '../result.ts';
import { countsOf, crowdOf, remember, type Scene, totalOf } from './journeys-scene.ts';
import { keepReading } from './readers.ts';
import { metricsToken } from './stage.ts';

/** So many orders wait at the bank when something dies: some are cut off between charge and confirmation. */
const slowBuyers = 4;

/** Until several orders are between their claim and the bank's answer, on whichever node. */
const waitForPlacing = async ({ stage }: Scene): Promise<void> => {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const rows = await ask(stage.database, `select id from orders where status in ('placing', 'voiding')`);
    if (rows.length >= slowBuyers - 1) return;
  }
};

const seconds = (milliseconds: number): number => milliseconds / 1000;

/** One of the nodes dies while people buy (SIGKILL), and comes back. */
export const playNodeKilled = async (scene: Scene): Promise<BenchResult[]> => {
  const { stage } = scene;
  const crowd = crowdOf(scene, slowBuyers);
  await sleep(4_000);
  await waitForPlacing(scene);
  await stage.killNode(1);
  const before = crowd.promises.orders.length;
  await sleep(4_000);
  const meanwhile = crowd.promises.orders.length - before;
  await stage.startNode(1);
  await sleep(3_000);
  await crowd.stop();
  remember(scene, crowd.promises);
  const { troubles } = crowd;
  return [
    atLeast('kill-goes-on', meanwhile, 1, 'purchases in the 4 s after a node was killed'),
    printed('kill-troubled', totalOf(troubles.counts), `calls repeated: ${countsOf(troubles.counts)}`),
    printed('kill-longest-step', seconds(troubles.longestMs), 's until a shopper got an answer, longest'),
    printed(
      'kill-longest-order',
      seconds(troubles.longestOrderMs),
      's until an order cut off at the bank was settled, longest',
    ),
  ];
};

/** One node is stopped as a release does it (SIGTERM), and started again, then the other. */
export const playRollingRestart = async (scene: Scene): Promise<BenchResult[]> => {
  const { stage } = scene;
  const crowd = crowdOf(scene);
  await sleep(2_000);
  for (const index of stage.nodes.keys()) {
    await stage.stopNode(index);
    await stage.startNode(index);
    await sleep(2_500);
  }
  await crowd.stop();
  remember(scene, crowd.promises);
  const { troubles } = crowd;
  return [
    atMost('release-troubled', totalOf(troubles.counts), 0, `calls repeated: ${countsOf(troubles.counts)}`),
    printed('release-longest-step', seconds(troubles.longestMs), 's until a shopper got an answer, longest'),
  ];
};

/** Whether a node reads from the replica now. */
export const replicaInUse = async (port: number): Promise<boolean> => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  return /^ceiba_replica_used 1$/m.test(await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text());
};

/** Milliseconds until every node reads from the replica (or none does). */
const timeUntilReplica = async (nodes: readonly number[], isUsed: boolean): Promise<number> => {
  const start = performance.now();
  while ((await Promise.all(nodes.map(replicaInUse))).some((used) => used !== isUsed)) {
    if (performance.now() - start > 60_000) throw new Error(`the replica is not ${isUsed ? 'used' : 'left'}`);
    await sleep(50);
  }
  return performance.now() - start;
};

/** The replica crashes under reads, and comes back. */
export const playReplicaKilled = async ({ stage }: Scene): Promise<BenchResult[]> => {
  await timeUntilReplica(stage.nodes, true);
  const slugs = await listSlugs(stage.database, 200);
  const paths = slugs.flatMap((slug) => [`/v1/products/slug/${slug}`, `/v1/search?q=${slug.split('-')[0]}`]);
  const reading = keepReading(stage.port, paths, 8);
  await sleep(2_000);
  await stage.servers.kill('standby');
  const left = await timeUntilReplica(stage.nodes, false);
  await sleep(2_000);
  await stage.servers.start('standby');
  const back = await timeUntilReplica(stage.nodes, true);
  await sleep(1_000);
  const { count, failures, slowestMs } = await reading.stop();
  return [
    atMost(
      'replica-failed-reads',
      totalOf(failures),
      0,
      `of ${count}, while the replica crashed and came back: ${countsOf(failures)}`,
    ),
    printed('replica-slowest-read', slowestMs, 'ms, slowest read meanwhile'),
    printed('replica-left', left, 'ms until no node reads from it any more'),
    printed('replica-back', seconds(back), 's from its start until every node reads from it again'),
  ];
};

/** The primary is restarted (`pg_ctl restart -m fast`) while people buy. */
export const playDatabaseRestart = async (scene: Scene): Promise<BenchResult[]> => {
  const { stage } = scene;
  // A page that nobody has asked for yet: no node has kept it.
  const slug = (await listSlugs(stage.database, 200)).at(-1);
  const crowd = crowdOf(scene, slowBuyers);
  await sleep(3_000);
  await waitForPlacing(scene);
  const start = performance.now();
  await stage.servers.stop('primary');
  const [page, call] = await Promise.all(
    [`/${slug}`, '/v1/carts/00000000-0000-4000-8000-000000000000'].map((path) =>
      fetch(`http://127.0.0.1:${stage.port}${path}`),
    ),
  );
  await stage.servers.start('primary');
  const away = performance.now() - start;
  const before = crowd.promises.orders.length;
  while (crowd.promises.orders.length === before && performance.now() - start < 60_000) await sleep(20);
  const silence = performance.now() - start;
  await sleep(3_000);
  await crowd.stop();
  remember(scene, crowd.promises);
  const { troubles } = crowd;
  const answers = `a call ${call?.status}, a page ${page?.status}`;
  return [
    printed('restart-away', seconds(away), `s the database was away; meanwhile: ${answers}`),
    printed('restart-silence', seconds(silence), 's from its stop until the next purchase was done'),
    printed(
      'restart-longest-order',
      seconds(troubles.longestOrderMs),
      's until an order cut off at the bank was settled',
    ),
    printed('restart-troubled', totalOf(troubles.counts), `calls repeated: ${countsOf(troubles.counts)}`),
    atMost('restart-silent-503', troubles.silent503, 0, '503 without Retry-After'),
  ];
};
