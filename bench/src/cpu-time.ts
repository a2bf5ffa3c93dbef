import { readdirSync, readFileSync } from 'node:fs';
import { medianCpu, type Pair, type Round } from './rounds.ts';

/** Of one process, as Linux tells it: its parent, and the CPU seconds it has used (counted in hundredths). */
const statOf = (pid: number): { parent: number; cpu: number } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything; fields are counted from behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
};

/** CPU seconds that a process and its children have used so far, by process; empty where the system does not tell. */
const cpuOfFamilies = (pids: readonly number[]): Map<number, number> => {
  const used = new Map<number, number>();
  if (process.platform !== 'linux') return used;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  for (const pid of all) {
    const stat = statOf(pid);
    if (stat !== undefined && (pids.includes(pid) || pids.includes(stat.parent))) used.set(pid, stat.cpu);
  }
  return used;
};

/**
 * A round with the CPU time its processes spent on each call, in milliseconds. What other programs do on the machine
 * changes rates, but hardly this.
 */
export const withCpu = async (pids: readonly number[], round: () => Promise<Round>): Promise<Round> => {
  const before = cpuOfFamilies(pids);
  const measured = await round();
  let seconds = 0;
  for (const [pid, cpu] of cpuOfFamilies(pids)) seconds += cpu - (before.get(pid) ?? 0);
  return { ...measured, cpuPerCall: (seconds * 1000) / measured.latencies.length };
};

/** "1.20 ms of CPU a page, bare 0.90 ms". */
export const cpuText = ({ first, second }: Pair, what: string): string =>
  `${medianCpu(first).toFixed(3)} ms of CPU ${what}, bare ${medianCpu(second).toFixed(3)} ms`;
