import { reachedRanges } from '../checks/src/mutation-sample.ts';

export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // Only the rules that tests execute (docs/testing.md).
  mutate: reachedRanges('domain'),
  reporters: ['clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportScoreTable: true, allowColor: false },
  jsonReporter: { fileName: 'reports/mutation.json' },
  concurrency: 1,
  timeoutMS: 5000,
  thresholds: { high: 95, low: 90, break: 90 },
};
