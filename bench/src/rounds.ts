import { readdirSync, readFileSync } from 'node:fs';
import { atLeast, type BenchResult, measured, median, medianRatio, printed } from './figures.ts';

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

const ratesOf = (rounds: readonly Round[]): number[] => rounds.map(({ rate }) => rate);
export const medianRate = (rounds: readonly Round[]): number => median(ratesOf(rounds));
export const allLatencies = (rounds: readonly Round[]): number[] => rounds.flatMap(({ latencies }) => latencies);

/** How much of the second's rate the first has, as the median over the turns. */
export const rateRatio = ({ first, second }: Pair): number => medianRatio(ratesOf(first), ratesOf(second));

export const ratioAtLeast = (name: string, pair: Pair, bar: number, detail: string): BenchResult =>
  atLeast(name, rateRatio(pair), bar, detail);

/** Of one process: its parent, and the CPU seconds that it and its children which have ended have used. */
export interface ProcessStat {
  parent: number;
  cpu: number;
}

/** Reads a line of Linux's /proc/<pid>/stat, which counts in hundredths of a second. @throws when it is none */
export const readStat = (line: string): ProcessStat => {
  // The name, in brackets, may hold anything; fields are counted from behind it.
  const nameEnd = line.lastIndexOf(') ');
  if (nameEnd < 0) throw new Error(`not a line of /proc: ${line}`);
  const fields = line.slice(nameEnd + 2).split(' ');
  const field = (index: number): number => measured('a field of /proc', Number.parseInt(fields[index] ?? '', 10));
  return { parent: field(1), cpu: (field(11) + field(12) + field(13) + field(14)) / 100 };
};

type ProcessTable = ReadonlyMap<number, ProcessStat>;

/**
 * CPU seconds of some processes and their children between two looks. A child that ends in between is in its parent's
 * account, so that none of its time is lost or counted twice.
 *
 * @throws when one of the processes has ended, or time would have gone back
 */
export const cpuBetween = (before: ProcessTable, after: ProcessTable, pids: readonly number[]): number => {
  const familyCpu = (table: ProcessTable): number => {
    for (const pid of pids) if (!table.has(pid)) throw new Error(`process ${pid} is not there: its time is unknown`);
    let seconds = 0;
    for (const [pid, { parent, cpu }] of table) if (pids.includes(pid) || pids.includes(parent)) seconds += cpu;
    return seconds;
  };
  // Seconds of hundredths: sums of them are rounded to what was counted.
  return measured('CPU time', Math.round((familyCpu(after) - familyCpu(before)) * 100) / 100);
};

/** Every process of the machine; undefined where the system does not tell. */
const lookAround = (): ProcessTable | undefined => {
  if (process.platform !== 'linux') return undefined;
  const table = new Map<number, ProcessStat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      table.set(Number(name), readStat(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch (error) {
      // It has ended since it was listed.
      if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')))
        throw error;
    }
  }
  return table;
};

/** From now on: answers the CPU seconds of some processes and their children since; undefined where the system does not tell. */
export const watchCpu = (): ((pids: readonly number[]) => number | undefined) => {
  const before = lookAround();
  return (pids) => {
    const after = lookAround();
    return before && after && cpuBetween(before, after, pids);
  };
};

/**
 * A round with the CPU time its processes spent on each call, in milliseconds. What other programs do on the machine
 * changes rates, but hardly this.
 */
export const withCpu = async (pids: readonly number[], round: () => Promise<Round>): Promise<Round> => {
  const watch = watchCpu();
  const done = await round();
  const seconds = watch(pids);
  return seconds === undefined ? done : { ...done, cpuPerCall: (seconds * 1000) / done.latencies.length };
};

/** CPU time of the second (bare) beside the first (ours), printed; no line where the system does not tell. */
export const cpuLines = (name: string, { first, second }: Pair, what: string): BenchResult[] => {
  const watched = (rounds: readonly Round[]): number[] =>
    rounds.flatMap(({ cpuPerCall }) => (cpuPerCall === undefined ? [] : [cpuPerCall]));
  const [ours, bare] = [watched(first), watched(second)];
  if (ours.length === 0 && bare.length === 0) return [];
  const detail = `${median(ours).toFixed(3)} ms of CPU ${what}, bare ${median(bare).toFixed(3)} ms`;
  return [printed(name, medianRatio(bare, ours), detail)];
};
