import { setTimeout as sleep } from 'node:timers/promises';
import { listSlugs } from '../ask-database.ts';
import { medianRatio } from '../figures.ts';
import { openReaders } from '../pages-bench.ts';
import { type BenchResult, printed } from '../result.ts';
import { allLatencies, interleave, medianRate, type Round, ratesOf } from '../rounds.ts';
import { openCrowd, type Promises } from './crowd.ts';
import { remember, type Scene } from './journeys-scene.ts';

/** People at once, on one node or spread over all. */
const people = 16;
const rounds = 3;
const roundMs = 3_000;

/** A round done by people at these nodes. */
type RoundAt = (nodes: readonly number[]) => Promise<Round>;

const share = (nodes: readonly number[]): number => Math.max(1, Math.floor(people / nodes.length));

/** Readers of one address, spread over the nodes. */
const reading =
  (nextPath: () => string): RoundAt =>
  async (nodes) => {
    const open = await Promise.all(nodes.map((node) => openReaders(node, share(nodes), nextPath)));
    const all = await Promise.all(open.map(({ round }) => round(roundMs)));
    for (const { close } of open) close();
    return { rate: all.reduce((sum, { rate }) => sum + rate, 0), latencies: allLatencies(all) };
  };

/** Calls that the promises of a crowd stand for: those that changed a cart. */
const cartCalls = ({ carts }: Promises): number => carts.reduce((sum, { added }) => sum + 1 + added, 0);
const orders = (promises: Promises): number => promises.orders.length;

/** A crowd that buys in cash and by card, or fills carts and leaves them; its promises are remembered. */
const shopping =
  (scene: Scene, kind: 'buyers' | 'collectors', count: (promises: Promises) => number): RoundAt =>
  async (nodes) => {
    const { basket } = scene;
    const begun = performance.now();
    const none = { buyers: 0, collectors: 0 };
    const crowds = nodes.map((port) => openCrowd({ port, basket, ...none, [kind]: share(nodes) }));
    await sleep(roundMs);
    await Promise.all(crowds.map(({ stop }) => stop()));
    const seconds = (performance.now() - begun) / 1000;
    for (const { promises } of crowds) remember(scene, promises);
    const done = crowds.reduce((sum, { promises }) => sum + count(promises), 0);
    return { rate: done / seconds, latencies: crowds.flatMap(({ journeys }) => journeys) };
  };

/** How much more all nodes do together than one of them alone, the same people in turns; on one machine its cores are the end. */
export const playScale = async (scene: Scene): Promise<BenchResult[]> => {
  const { nodes } = scene.stage;
  const slugs = await listSlugs(scene.stage.database, 50);
  let turn = 0;
  const parts: [name: string, what: string, round: RoundAt][] = [
    ['scale-kept-pages', 'kept pages', reading(() => `/${slugs[0]}`)],
    ['scale-product-calls', 'product calls', reading(() => `/v1/products/slug/${slugs[turn++ % slugs.length]}`)],
    ['scale-carts', 'changes of carts', shopping(scene, 'collectors', cartCalls)],
    ['scale-orders', 'purchases, half by card', shopping(scene, 'buyers', orders)],
  ];
  const results: BenchResult[] = [];
  for (const [name, what, round] of parts) {
    const pair = await interleave(
      () => round(nodes),
      () => round(nodes.slice(0, 1)),
      rounds,
    );
    const rates = `${medianRate(pair.first).toFixed(0)} against ${medianRate(pair.second).toFixed(0)} a second`;
    const ratio = medianRatio(ratesOf(pair.first), ratesOf(pair.second));
    results.push(printed(name, ratio, `${nodes.length} processes ÷ one: ${rates}; ${what}, ${people} people`));
  }
  return results;
};
