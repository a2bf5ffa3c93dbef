// Prints the CPU seconds of each test file at its end, as rows of a table (docs/testing.md, "Costs"). A reporter for vitest and
// for Playwright. Only a run with one worker assigns the time to the right file. Needs Linux, because it reads /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './environment.mjs';

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** Marks the processes of this run in their environment, because PostgreSQL leaves the process tree. */
const mark = `COST_OF=${process.pid}`;
process.env.COST_OF = String(process.pid);

/** Lists every process with its parent, its CPU time in ticks (with the time of its ended children), and its mark. */
const listProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The program's name may contain spaces. The third field, the state, follows its closing bracket.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        const isMarked = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark);
        return [{ id: Number(name), parent: Number(fields[1]), ticks, isMarked }];
      } catch {
        return [];
      }
    });

/** Returns the CPU seconds of this run: its workers, PostgreSQL, browsers, and the programs that tests start. */
const secondsOfRun = () => {
  const all = listProcesses();
  const own = new Set(all.filter(({ isMarked }) => isMarked).map(({ id }) => id));
  for (let size = -1; size !== own.size; ) {
    size = own.size;
    for (const { id, parent } of all) if (own.has(parent) || parent === process.pid) own.add(id);
  }
  const ticks = all.reduce((sum, { id, ticks }) => (own.has(id) ? sum + ticks : sum), 0);
  const { user, system } = process.cpuUsage();
  return ticks / ticksPerSecond + (user + system) / 1_000_000;
};

let last = 0;

const start = () => {
  last = secondsOfRun();
};

/** Prints the CPU time since the last row. */
const print = (file) => {
  const now = secondsOfRun();
  process.stdout.write(`| \`${relative(root, file)}\` | ${(now - last).toFixed(1)} |\n`);
  last = now;
};

export default class CostReporter {
  // Called by vitest.
  onTestRunStart = start;
  onTestModuleEnd = ({ moduleId }) => print(moduleId);

  // Called by Playwright at the end of tests, not of files. A file with several tests has several rows.
  onBegin = start;
  onTestEnd = ({ location }) => print(location.file);
}
