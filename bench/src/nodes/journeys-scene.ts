import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../figures.ts';
import { atLeast, atMost, type BenchResult, printed } from '../result.ts';
import { openCrowd, type Promises } from './crowd.ts';
import type { Stage } from './stage.ts';

/** What every scene gets, and where it writes down what its shoppers were told. */
export interface Scene {
  stage: Stage;
  basket: () => string[];
  /** Of all scenes so far: the books are compared with it after the last. */
  promises: Promises;
}

/** Several shoppers at once: as many as two cores answer without a queue of their own making. */
export const crowdOf = ({ stage, basket }: Scene, slowBuyers = 0) =>
  openCrowd({ port: stage.port, basket, buyers: 8, slowBuyers, collectors: 2 });

export const remember = ({ promises }: Scene, { orders, carts }: Promises): void => {
  promises.orders.push(...orders);
  promises.carts.push(...carts);
};

/** `502 3, connection lost 8`. */
export const countsOf = (counts: ReadonlyMap<string, number>): string =>
  counts.size === 0 ? 'none' : [...counts].map(([name, count]) => `${name} ×${count}`).join(', ');

export const totalOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Shoppers who are sent to another node with every call. */
export const playJourneys = async (scene: Scene): Promise<BenchResult[]> => {
  // Code that has not run yet is slow, and the first purchases would be what is measured.
  const early = crowdOf(scene);
  await sleep(5_000);
  await early.stop();
  remember(scene, early.promises);
  const crowd = crowdOf(scene);
  const start = performance.now();
  await sleep(8_000);
  await crowd.stop();
  const seconds = (performance.now() - start) / 1000;
  remember(scene, crowd.promises);
  const { journeys, troubles } = crowd;
  const times = `p50 ${percentile(journeys, 0.5).toFixed(0)} ms, p99 ${percentile(journeys, 0.99).toFixed(0)} ms a journey`;
  return [
    printed('journeys', journeys.length / seconds, `purchases/s by 8 shoppers, half by card; ${times}`),
    atLeast('journeys-bounced', crowd.bounced() / journeys.length, 1, 'share of purchases answered by several nodes'),
    atMost('journeys-troubled', totalOf(troubles.counts), 0, `calls repeated: ${countsOf(troubles.counts)}`),
  ];
};
