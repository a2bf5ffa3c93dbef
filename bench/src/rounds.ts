/** Something done again and again by several at once; each call is one of what is counted. */
export type Worker = () => Promise<void>;

export interface Round {
  /** Done per second, by all workers together. */
  rate: number;
  /** Milliseconds of each. */
  latencies: number[];
  /** CPU milliseconds of each, where the processes were watched. */
  cpuPerCall?: number;
}

export const isRound = (value: unknown): value is Round =>
  typeof value === 'object' && value !== null && 'rate' in value && 'latencies' in value;

/** How long is measured: more rounds make a steadier median. */
export interface Effort {
  rounds: number;
  roundMs: number;
}

/** Lets the workers run side by side for a time; what is begun is finished. */
export const runRound = async (workers: readonly Worker[], milliseconds: number): Promise<Round> => {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + milliseconds;
  await Promise.all(
    workers.map(async (work) => {
      for (let begun = performance.now(); begun < end; ) {
        await work();
        const now = performance.now();
        latencies.push(now - begun);
        begun = now;
      }
    }),
  );
  return { rate: (latencies.length * 1000) / (performance.now() - start), latencies };
};

/** `share` 0.5 = median. 0 for none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export interface Pair {
  first: Round[];
  second: Round[];
}

/**
 * Two things measured side by side: a round of one, a round of the other, in turns whose order alternates, so that what
 * else the machine is doing falls on both. The first round of each warms up and is not counted.
 */
export const interleave = async (
  first: () => Promise<Round>,
  second: () => Promise<Round>,
  rounds: number,
): Promise<Pair> => {
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

/** Median over the rounds of how the first relates to the second in the same round. */
export const medianRatio = ({ first, second }: Pair, of: (round: Round) => number): number =>
  median(first.map((round, index) => of(round) / of(second[index] ?? round)));

export const cpuOf = ({ cpuPerCall }: Round): number => cpuPerCall ?? 0;
export const medianCpu = (rounds: readonly Round[]): number => median(rounds.map(cpuOf));
export const rateOf = ({ rate }: Round): number => rate;
export const allLatencies = (rounds: readonly Round[]): number[] => rounds.flatMap(({ latencies }) => latencies);
export const medianRate = (rounds: readonly Round[]): number => median(rounds.map(rateOf));
