// The steps of `npm run check` and `npm test`. A step counts its tests, or one where it is a single check.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { projectEnv, root, run, say } from './environment.mjs';

const reports = join(root, '.data', 'reports');

/** One command that passes or fails as a whole. */
const single = (name, command, args) => ({
  name,
  run: async () => {
    const { code, output } = await run(command, args, { quiet: true });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output: code === 0 ? '' : output };
  },
});

/** All tests of one project of vitest.config.ts; `more` is handed to vitest. */
export const vitest = (name, project, more = []) => ({
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
    // Without colours: a log that nobody can read hides what failed.
    const { code, output } = await run('vitest', args, { quiet: true, env: { ...projectEnv, NO_COLOR: '1' } });
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    const passed = report.numPassedTests ?? 0;
    const failed = report.numFailedTests ?? 0;
    // A file that does not load has no test to count; it fails all the same.
    const broken = code !== 0 && failed === 0 ? 1 : 0;
    return { passed, failed: failed + broken, output: code === 0 ? '' : output };
  },
});

/** Titles of the tests that passed on a later try only: what passes by luck has failed. */
const flakyTitles = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(flakyTitles),
];

const playwright = (name) => ({
  name,
  run: async () => {
    const browser = await findBrowser();
    if (browser === undefined)
      return { passed: 0, failed: 1, output: 'No Chromium could be found or installed: set CHROMIUM_PATH.' };
    const { output: version } = await run(browser, ['--version'], { quiet: true });
    say(`Browser: ${version.match(/Chrom.*/)?.[0].trim()} (${browser})`);
    const file = join(reports, 'browser.json');
    await rm(file, { force: true });
    const env = { ...projectEnv, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const { code, output } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
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
  single('types of the browser tests', 'tsc', ['-p', 'e2e/tsconfig.json']),
  single('unused code', 'knip', []),
];
export const unitSteps = [vitest('rules, contract, architecture', 'unit'), vitest('screens', 'screen')];
export const apiSteps = [vitest('API on a real database', 'api')];
export const browserSteps = [playwright('browser')];

export const runSteps = async (steps) => {
  await mkdir(reports, { recursive: true });
  const total = { passed: 0, failed: 0 };
  for (const step of steps) {
    const start = Date.now();
    const { passed, failed, output } = await step.run();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    say(`${failed === 0 ? '✓' : '✗'} ${step.name}: ${passed} passed, ${failed} failed (${seconds} s)`);
    if (output !== '') say(output);
  }
  return total;
};
