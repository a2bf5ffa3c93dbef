import { listExcused, traceReport, traceRequirements } from './requirements.ts';

// `npm run trace` prints the state of each group of requirements. `npm run --silent trace -- --json` is for programs: a
// list of groups, each with the IDs that are `proven`, `ruleOnly` and `none`. `--json --tests` adds `requirements`:
// each ID with its state and the tests that quote it.
if (process.argv.includes('--json')) {
  process.stdout.write(`${JSON.stringify(traceReport(process.argv.includes('--tests')), null, 2)}\n`);
} else {
  const traces = traceRequirements();
  const excused = listExcused();
  const row = (name: string, ...cells: (string | number)[]): string =>
    `${name.padEnd(7)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
  process.stdout.write(`${row('', 'proven', 'rule only', 'none')}\n`);
  for (const { group, proven, ruleOnly, none } of traces) {
    process.stdout.write(`${row(group, proven.length, ruleOnly.length, none.length)}\n`);
    if (ruleOnly.length > 0) process.stdout.write(`         rule only: ${ruleOnly.join(' ')}\n`);
    const shown = none.map((id) => (excused.has(id) ? `${id} (excused)` : id));
    if (shown.length > 0) process.stdout.write(`         none: ${shown.join(' ')}\n`);
  }
  const sum = (key: 'proven' | 'ruleOnly' | 'none'): number =>
    traces.reduce((total, trace) => total + trace[key].length, 0);
  process.stdout.write(`${row('all', sum('proven'), sum('ruleOnly'), sum('none'))}\n`);
  process.stdout.write(
    `\nproven: a test quotes it where somebody meets it, or quotes it for a rule the product reaches.\nrule only: quoted by tests of code that no entry point of the product reaches, or proven in part (docs/spec/in-part.md).\n`,
  );
}
