import { measured, median } from './figures.ts';

/** Something done again and again by several at once; each call is one of what is counted. */
export type Worker = () => Promise<void>;

export interface Round {
  /** Done per second, by all workers together. */
  rate: number;
  /** Milliseconds of each. */
  latencies: number[];
  /** CPU milliseconds of each, where the processes could be watched. */
  cpuPerCall?: number;
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && Number.isFinite(value);

/** Whether another process answered with a round in which something was done. */
export const isRound = (value: unknown): value is Round =>
  typeof value === 'object' &&
  value !== null &&
  'rate' in value &&
  isPositive(value.rate) &&
  'latencies' in value &&
  Array.isArray(value.latencies) &&
  value.latencies.length > 0 &&
  value.latencies.every(isPositive);

/** How long is measured: more rounds make a steadier median. */
export interface Effort {
  rounds: number;
  roundMs: number;
}

/**
 * Lets the workers run side by side for a time; what is begun is finished, and counted.
 *
 * @param now milliseconds of a clock that never goes back
 * @throws what a worker throws, and when nothing was done
 */
export const runRound = async (
  workers: readonly Worker[],
  milliseconds: number,
  now: () => number = () => performance.now(),
): Promise<Round> => {
  const latencies: number[] = [];
  const start = now();
  const end = start + milliseconds;
  await Promise.all(
    workers.map(async (work) => {
      for (let begun = now(); begun < end; ) {
        await work();
        const done = now();
        latencies.push(done - begun);
        begun = done;
      }
    }),
  );
  if (latencies.length === 0) throw new Error('a round in which nothing was done');
  return { rate: measured('a rate', (latencies.length * 1000) / (now() - start)), latencies };
};

export interface Pair {
  first: Round[];
  second: Round[];
}

/**
 * Two things measured side by side: a round of one, a round of the other, in turns whose order alternates, so that what
 * else the machine is doing falls on both. The first round of each warms up and is not counted.
 *
 * @param rounds how many of each are counted, 1 or more
 */
export const interleave = async (
  first: () => Promise<Round>,
  second: () => Promise<Round>,
  rounds: number,
): Promise<Pair> => {
  if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError(`${rounds} rounds cannot be measured`);
  const pair: Pair = { first: [], second: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const isEven = round % 2 === 0;
    const one = isEven ? await first() : undefined;
    const other = await second();
    const late = one ?? (await first());
    if (round === 0) continue;
    pair.first.push(late);
    pair.second.push(other);
  }
  return pair;
};

export const ratesOf = (rounds: readonly Round[]): number[] => rounds.map(({ rate }) => rate);
export const medianRate = (rounds: readonly Round[]): number => median(ratesOf(rounds));
export const allLatencies = (rounds: readonly Round[]): number[] => rounds.flatMap(({ latencies }) => latencies);
