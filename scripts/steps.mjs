// The steps of `npm run check` and `npm test`. A step counts its tests. A single check counts as one test.
import { randomInt } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { noBrowser } from './browser.mjs';
import { node, projectEnv, root, run, say } from './environment.mjs';

const reports = join(root, '.data', 'reports');

/** Returns a step for a command that passes or fails as a whole. */
const single = (name, command, args) => ({
  name,
  run: async () => {
    const { code, output } = await run(command, args, { quiet: true });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output: code === 0 ? '' : output };
  },
});

/** Decides the order of the test files (vitest.config.ts). */
const seed = process.env.SEED ?? String(randomInt(1, 1_000_000));

/** Prints before the tests how to repeat their order. `command`: the npm command. */
export const saySeed = (command) =>
  say(`Test files run in the order of seed ${seed} (repeat it: SEED=${seed} ${command})`);

/** Returns a step for all tests of one project in vitest.config.ts, or some of its files. `more`: further arguments for vitest. */
const vitest = (name, project, more = []) => ({
  name,
  run: async () => {
    const file = join(reports, `${project}.json`);
    await rm(file, { force: true });
    const args = [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...more,
    ];
    // Runs without colours, because colour codes would make the log hard to read.
    const { code, output } = await run('vitest', args, {
      quiet: true,
      env: { ...projectEnv, NO_COLOR: '1', SEED: seed },
    });
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    const passed = report.numPassedTests ?? 0;
    const failed = report.numFailedTests ?? 0;
    // A file that does not load, or an interrupted run, has no test to count. It counts as one failure.
    const broken = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
    return { passed, failed: failed + broken, output: code === 0 && broken === 0 ? '' : output };
  },
});

/** Returns titles of the tests that passed only on a later try. They count as failed. */
const flakyTitles = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(flakyTitles),
];

/**
 * Returns the step for tests in the browser that browser.mjs found, in the shop that `shopStep` has loaded. `more`: further
 * arguments for Playwright.
 */
export const browserStep = (browser, more = [], isLoaded = true) => ({
  name: 'browser',
  run: async () => {
    if (browser === undefined) return { passed: 0, failed: 1, output: noBrowser };
    const file = join(reports, 'browser.json');
    await rm(file, { force: true });
    const shop = isLoaded ? { E2E_LOADED: '1' } : {};
    const env = { ...projectEnv, ...shop, CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const { code, output } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...more], {
      quiet: true,
      env,
    });
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    const passed = report.stats?.expected ?? 0;
    const flaky = flakyTitles(report);
    const failed = (report.stats?.unexpected ?? 0) + (report.stats?.skipped ?? 0) + flaky.length;
    const broken = code !== 0 && failed === 0 ? 1 : 0;
    const notes = flaky.map((title) => `failed, then passed on a second try: ${title}`);
    return { passed, failed: failed + broken, output: [...notes, ...(code === 0 ? [] : [output])].join('\n') };
  },
});

export const staticSteps = [
  single('format and lint', 'biome', ['check', '--error-on-warnings', '.']),
  single('types', 'tsc', ['-p', 'tsconfig.json']),
  single('types of the storefront', 'npm', ['run', 'types', '-w', 'storefront', '--silent']),
  single('types of the desk', 'npm', ['run', 'types', '-w', 'desk', '--silent']),
  single('types of the browser tests', 'tsc', ['-p', 'e2e/tsconfig.json']),
  single('unused code', 'knip', []),
];
export const unitStep = (more) => vitest('rules, contract, architecture', 'unit', more);
export const screenStep = (more) => vitest('screens', 'screen', more);
export const deskScreenStep = (more) => vitest('screens of the desk', 'desk-screen', more);
/** Loads the shop of the browser tests with its pictures, so that the tests only have to open it. */
export const shopStep = single('shop of the browser tests', node, [
  join(root, 'e2e', 'src', 'start-test-shop.mjs'),
  '--load',
]);
/** One worker more than cores, because these tests wait for a database and for other processes. */
export const apiStep = (more = []) =>
  vitest('API on a real database', 'api', [`--maxWorkers=${cpus().length + 1}`, ...more]);
export const debianStep = (more) => vitest('with programs of Debian', 'debian', more);

const runStep = async (step) => {
  const start = Date.now();
  const { passed, failed, output } = await step.run();
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  say(`${failed === 0 ? '✓' : '✗'} ${step.name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  if (output !== '') say(output);
  return { passed, failed };
};

/** Runs steps, `atOnce` at the same time. Each step prints its line at its end. A failed step also prints its whole output. */
export const runSteps = async (steps, atOnce = 1) => {
  await mkdir(reports, { recursive: true });
  const waiting = [...steps];
  const total = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { passed, failed } = await runStep(step);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return total;
};

/** Prints the last line of a command, and sets its exit code. */
export const end = (...totals) => {
  const sum = (key) => totals.reduce((all, total) => all + total[key], 0);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
};
