import { readdirSync, readFileSync } from 'node:fs';
import { atLeast, type BenchResult, measured, median, medianRatio, printed } from './figures.ts';

/** Work that several workers repeat concurrently. Each call counts. */
export type Worker = () => Promise<void>;

export interface Round {
  /** Calls per second of all workers together. */
  rate: number;
  /** Milliseconds of each call. */
  latencies: number[];
  /** CPU milliseconds per call, if the processes could be measured. */
  cpuPerCall?: number;
}

/** The length of a measurement. With more rounds, the median varies less. */
export interface Effort {
  rounds: number;
  roundMs: number;
}

/**
 * Runs the workers concurrently for some time. Calls in progress at the end are finished and counted. @param now milliseconds of
 * a clock that never goes backwards
 *
 * @throws the error of a worker, and if nothing was done
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
      for (let startedAt = now(); startedAt < end; ) {
        await work();
        const endedAt = now();
        latencies.push(endedAt - startedAt);
        startedAt = endedAt;
      }
    }),
  );
  if (latencies.length === 0) throw new Error('the round made no call: nothing was done');
  return { rate: measured('a rate', (latencies.length * 1000) / (now() - start)), latencies };
};

export interface Pair {
  first: Round[];
  second: Round[];
}

/**
 * Measures two things in alternating rounds. The order changes each turn, so that other load on the machine affects
 * both. The first round of each side is a warm-up and does not count. @param rounds counted rounds of each, 1 or more
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

/** Returns the first side's rate divided by the second's, as the median over the turns. */
export const rateRatio = ({ first, second }: Pair): number => medianRatio(ratesOf(first), ratesOf(second));

export const ratioAtLeast = (name: string, pair: Pair, target: number, detail: string): BenchResult =>
  atLeast(name, rateRatio(pair), target, detail);

/** A process's parent, and the CPU seconds that the process and its ended children have used. */
export interface ProcessStat {
  parent: number;
  cpu: number;
}

/** Parses a line of Linux's /proc/<pid>/stat, which counts hundredths of a second. @throws if the line is malformed */
export const readStat = (line: string): ProcessStat => {
  // The name in brackets may contain anything. Fields are therefore counted after it.
  const nameEnd = line.lastIndexOf(') ');
  if (nameEnd < 0) throw new Error(`not a line of /proc: ${line}`);
  const fields = line.slice(nameEnd + 2).split(' ');
  const field = (index: number): number => measured('a field of /proc', Number.parseInt(fields[index] ?? '', 10));
  return { parent: field(1), cpu: (field(11) + field(12) + field(13) + field(14)) / 100 };
};

type ProcessTable = ReadonlyMap<number, ProcessStat>;

/**
 * Returns the CPU seconds of some processes and their children between two snapshots. The time of a child that ends in between is
 * added to its parent's time. It is neither lost nor counted twice.
 *
 * @throws if one of the processes has ended, or time went backwards
 */
export const cpuBetween = (before: ProcessTable, after: ProcessTable, pids: readonly number[]): number => {
  const familyCpu = (table: ProcessTable): number => {
    for (const pid of pids) if (!table.has(pid)) throw new Error(`process ${pid} is missing: its CPU time is unknown`);
    let seconds = 0;
    for (const [pid, { parent, cpu }] of table) if (pids.includes(pid) || pids.includes(parent)) seconds += cpu;
    return seconds;
  };
  // The values are hundredths of a second, so their sums are rounded to hundredths.
  return measured('CPU time', Math.round((familyCpu(after) - familyCpu(before)) * 100) / 100);
};

/** Returns a snapshot of all processes. Undefined on systems other than Linux. */
const lookAround = (): ProcessTable | undefined => {
  if (process.platform !== 'linux') return undefined;
  const table = new Map<number, ProcessStat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      table.set(Number(name), readStat(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch (error) {
      // The process has ended since the list was read.
      if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')))
        throw error;
    }
  }
  return table;
};

/**
 * Starts a measurement. The returned function gives the CPU seconds of some processes and their children since then. Undefined on
 * systems other than Linux.
 */
export const watchCpu = (): ((pids: readonly number[]) => number | undefined) => {
  const before = lookAround();
  return (pids) => {
    const after = lookAround();
    return before && after && cpuBetween(before, after, pids);
  };
};

/** Runs a round and adds the CPU time per call in milliseconds. Other programs on the machine change rates, but hardly the CPU time. */
export const withCpu = async (pids: readonly number[], round: () => Promise<Round>): Promise<Round> => {
  const watch = watchCpu();
  const result = await round();
  const seconds = watch(pids);
  return seconds === undefined ? result : { ...result, cpuPerCall: (seconds * 1000) / result.latencies.length };
};

/** Prints the CPU time of the second side (bare) compared with the first (ours). Prints no line without figures from the system. */
export const cpuLines = (name: string, { first, second }: Pair, what: string): BenchResult[] => {
  const watched = (rounds: readonly Round[]): number[] =>
    rounds.flatMap(({ cpuPerCall }) => (cpuPerCall === undefined ? [] : [cpuPerCall]));
  const [ours, bare] = [watched(first), watched(second)];
  if (ours.length === 0 && bare.length === 0) return [];
  const detail = `${median(ours).toFixed(3)} ms of CPU ${what}, bare ${median(bare).toFixed(3)} ms`;
  return [printed(name, medianRatio(bare, ours), detail)];
};
