import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stockShelves } from '../ask-database.ts';
import { projectDir, stopAll } from '../processes.ts';
import { basketsOf } from '../purchase-journey.ts';
import { atMost, type BenchResult, chosenParts, isGood, lineOf, tableHead, wholeNumber } from '../result.ts';
import { findLosses, readEarlierOrders, waitForMails } from './books.ts';
import { playCommits } from './commit-scene.ts';
import { playDatabaseRestart, playNodeKilled, playReplicaKilled, playRollingRestart } from './failure-scenes.ts';
import { playJourneys, type Scene } from './journeys-scene.ts';
import { playPriceChange } from './price-scene.ts';
import { playPurge } from './purge-scene.ts';
import { playScale } from './scale-scene.ts';
import { openStage, type Stage } from './stage.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '2' },
    /** Regular expression over the names of scenes. */
    only: { type: 'string', default: '.' },
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const scenes: Record<string, (scene: Scene) => Promise<BenchResult[]>> = {
  journeys: playJourneys,
  scale: playScale,
  commits: playCommits,
  price: playPriceChange,
  purge: playPurge,
  kill: playNodeKilled,
  release: playRollingRestart,
  replica: playReplicaKilled,
  restart: playDatabaseRestart,
};

/** After everything: what shoppers were told is what the books say. */
const audit = async ({ stage, promises }: Scene, earlier: readonly string[]): Promise<BenchResult[]> => {
  const losses = await findLosses(stage, promises, earlier);
  const mails = await waitForMails(stage, earlier);
  const { isSound, said } = await stage.checkInvariants();
  if (!isSound) say(said);
  return [
    atMost('orders-lost', losses.orders, 0, `of ${promises.orders.length} that shoppers were told`),
    atMost('orders-surplus', losses.surplusOrders, 0, 'orders nobody was told, or twice for one cart'),
    atMost(
      'carts-lost',
      losses.carts,
      0,
      `of ${promises.carts.length} left open, with every unit whose add was answered`,
    ),
    atMost('mails-missing', mails, 0, 'orders whose mail the worker has not written'),
    atMost('invariants-broken', isSound ? 0 : 1, 0, `ceiba check: ${said.split('\n').at(-1)}`),
  ];
};

const play = async (stage: Stage): Promise<BenchResult[]> => {
  const scene: Scene = {
    stage,
    basket: basketsOf(await stockShelves(stage.database)),
    promises: { orders: [], carts: [] },
  };
  const earlier = await readEarlierOrders(stage);
  const results: BenchResult[] = [];
  say(tableHead);
  const lookBack = (last: Scene) => audit(last, earlier);
  for (const [name, part] of [...chosenParts(scenes, values.only), ['audit', lookBack]] as const) {
    const found = await part(scene).catch((error: Error) => {
      throw new Error(`scene ${name}`, { cause: error });
    });
    results.push(...found);
    for (const result of found) say(lineOf(result));
  }
  return results;
};

const main = async (): Promise<boolean> => {
  const nodes = wholeNumber('--nodes', values.nodes, 2, 8);
  chosenParts(scenes, values.only);
  say(`Starting ${nodes} nodes, a worker, a bank, a database with a replica and a proxy …`);
  const stage = await openStage(nodes, say);
  const stop = (): void => {
    void stage.close().finally(() => process.exit(1));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const results = await play(stage);
    const folder = join(projectDir, 'bench', 'results');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'nodes.json'), `${JSON.stringify(results, null, 2)}\n`);
    return isGood(results);
  } finally {
    await stage.close();
  }
};

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: Error) => {
    stopAll();
    say(error.cause instanceof Error ? `${error.message}: ${error.cause.stack}` : (error.stack ?? error.message));
    process.exit(1);
  },
);
