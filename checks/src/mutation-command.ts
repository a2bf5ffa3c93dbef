import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Drawn, drawSample } from './mutation-sample.ts';
import { root } from './source-files.ts';

// `npm run mutation`: changes functions of server and storefront, chosen at random by a seed. Reports changes that the
// capability's tests do not detect. `--seed 7` chooses the same again, `--minutes 30` takes longer. See docs/testing.md.
const { values } = parseArgs({
  options: { seed: { type: 'string' }, files: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = Number(values.seed ?? randomInt(1, 1_000_000));
const count = Number(values.files ?? 30);
const minutes = Number(values.minutes ?? 10);
const until = Date.now() + minutes * 60_000;
const folder = join(root, '.data', 'mutation');

const place = z.object({ start: z.object({ line: z.number() }) });
const mutant = z.object({ status: z.string(), mutatorName: z.string(), replacement: z.string(), location: place });
const report = z.object({ files: z.record(z.string(), z.object({ mutants: z.array(mutant) })) });

/** Returns Stryker's settings for one file: a separate copy of the project, and only the capability's tests. */
const settingsOf = ({ file, range, tests }: Drawn, name: string): object => ({
  packageManager: 'npm',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Constants are evaluated when a file loads. Every test would therefore run for each of them.
  ignoreStatic: true,
  // The storefront's strings do not change. People check its texts by eye, and browser tests check class names by layout.
  mutator: { excludedMutations: file.startsWith('storefront/') ? ['StringLiteral'] : [] },
  mutate: [range],
  testFiles: tests,
  reporters: ['json'],
  jsonReporter: { fileName: join(folder, `${name}.report.json`) },
  cleanTempDir: 'always',
  concurrency: 1,
  // A timeout on a busy machine would count as a detected change.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: join('.data', 'mutation', `copy-${name}`),
  ignorePatterns: ['.data', 'artifacts', 'design', 'data', 'build', 'results'],
  disableTypeChecks: false,
  // Stryker would rewrite the paths in tsconfig.json through TypeScript's old API. Our paths do not leave the copy.
  tsconfigFile: 'none',
  logLevel: 'error',
  allowEmpty: true,
  allowConsoleColors: false,
});

const runStryker = async (drawn: Drawn, name: string): Promise<{ code: number; output: string }> => {
  const settings = join(folder, `${name}.json`);
  await writeFile(settings, JSON.stringify(settingsOf(drawn, name), null, 2));
  const program = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const child = spawn(process.execPath, [program, 'run', settings], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)));
  return { code, output };
};

const total = { noticed: 0, survived: 0, files: 0, broken: 0 };

/** Results of a detected change: a failing test or a timeout. Errors and constants do not count. */
const noticed = ['Killed', 'Timeout'];
const unnoticed = ['Survived', 'NoCoverage'];

const judge = async (drawn: Drawn, name: string): Promise<void> => {
  const { code, output } = await runStryker(drawn, name);
  const text = await readFile(join(folder, `${name}.report.json`), 'utf8').catch(() => '');
  if (code !== 0 || text === '') {
    total.broken += 1;
    process.stdout.write(`${drawn.range} ${drawn.value}: could not be tried\n${output}\n`);
    return;
  }
  const mutants = Object.values(report.parse(JSON.parse(text)).files).flatMap((file) => file.mutants);
  const survivors = mutants.filter(({ status }) => unnoticed.includes(status));
  const found = mutants.filter(({ status }) => noticed.includes(status)).length;
  total.files += 1;
  total.noticed += found;
  total.survived += survivors.length;
  process.stdout.write(`${drawn.range} ${drawn.value}: ${found} of ${found + survivors.length} noticed\n`);
  for (const { status, mutatorName, replacement, location } of survivors)
    process.stdout.write(`  ${status} ${drawn.file}:${location.start.line} ${mutatorName} → ${replacement}\n`);
};

// Removes the remains of an interrupted run.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
process.stdout.write(`Sample of seed ${seed} (again: npm run mutation -- --seed ${seed})\n`);
const waiting = drawSample(seed, count).map((drawn, index) => ({ drawn, name: String(index) }));
const lane = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined && Date.now() < until; next = waiting.shift())
    await judge(next.drawn, next.name);
};
await Promise.all([lane(), lane()]);
const tried = total.noticed + total.survived;
const share = tried === 0 ? 0 : (100 * total.noticed) / tried;
process.stdout.write(
  `\nSeed ${seed}: ${total.noticed} of ${tried} changes noticed (${share.toFixed(1)} %), in ${total.files} of ${count} files; ${total.broken} could not be tried\n`,
);
// The minimum that docs/testing.md requires of a sample.
process.exitCode = total.broken === 0 && tried > 0 && share >= 85 ? 0 : 1;
