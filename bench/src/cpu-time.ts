import { readdirSync, readFileSync } from 'node:fs';
import { measured, median, medianRatio } from './figures.ts';
import { type BenchResult, printed } from './result.ts';
import type { Pair, Round } from './rounds.ts';

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

export type ProcessTable = ReadonlyMap<number, ProcessStat>;

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

/** From now on: answers the CPU seconds of some processes and their children since. @throws where the system does not tell */
export const watchCpu = (): ((pids: readonly number[]) => number) => {
  const before = lookAround();
  return (pids) => {
    const after = lookAround();
    if (before === undefined || after === undefined) throw new Error('CPU time is read from /proc, which is not here');
    return cpuBetween(before, after, pids);
  };
};

/**
 * A round with the CPU time its processes spent on each call, in milliseconds. What other programs do on the machine
 * changes rates, but hardly this.
 */
export const withCpu = async (pids: readonly number[], round: () => Promise<Round>): Promise<Round> => {
  const before = lookAround();
  const done = await round();
  const after = lookAround();
  if (before === undefined || after === undefined) return done;
  return { ...done, cpuPerCall: (cpuBetween(before, after, pids) * 1000) / done.latencies.length };
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
