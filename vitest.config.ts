import { leftOut } from '@ceiba/contract/testing/test-all';
import { configDefaults, defineConfig } from 'vitest/config';

/** ms for a test: a busy machine is slow, not wrong, and waiting long costs only those that fail. */
const patience = 120_000;

const excluded = [...configDefaults.exclude, ...leftOut];

const setupFiles = ['contract/src/testing/property-examples.ts'];

/**
 * Tests that cannot run under another clock (`npm run test:dates`). PostgreSQL's timers never fire there: a test that waits for a
 * lock, or for a silent connection, would wait for ever. File times do not move either, so a lock file looks days old.
 */
const notOnOtherDays =
  process.env.FAKETIME === undefined
    ? []
    : [
        '**/counting-and-selling-out.all.api.test.ts',
        '**/lost-connections.api.test.ts',
        '**/migrate.api.test.ts',
        'checks/src/commands.test.ts',
      ];

// Five projects. `unit` needs only Node. `screen` opens pages of the shop in jsdom, `desk-screen` pages of the desk. `api` gets a real
// PostgreSQL from its global set-up. `debian` needs programs of Debian packages (docs/testing.md), and is not part of `npm test`.
export default defineConfig({
  test: {
    // A file does not get a process of its own: starting it and reading every module again took half of the time. Tests
    // put back what they change of the process (globals, clocks, environment), as they do for the next test of their file.
    isolate: false,
    // Every core: of two the runner takes one by itself, and tests on a database wait for it most of their time.
    maxWorkers: '100%',
    // No file may count on another: their order is another each time, and the same for the same seed (`SEED=… npm test`).
    sequence: { shuffle: { files: true }, seed: Number(process.env.SEED ?? Date.now()) },
    // Files are not sorted by earlier durations: two concurrent runs would overwrite the stored durations.
    cache: false,
    projects: [
      {
        test: {
          name: 'unit',
          hookTimeout: patience,
          include: [
            '{domain,contract,bench,checks,sandbox-bank,server,demo,ui,client,storefront,desk}/**/*.test.{ts,tsx}',
          ],
          testTimeout: patience,
          expect: { poll: { timeout: patience / 2 } },
          setupFiles,
          exclude: [
            ...excluded,
            '**/*.api.test.ts',
            '**/*.debian.test.ts',
            '**/*.screen.test.tsx',
            '**/.stryker-tmp/**',
            '**/build/**',
            ...notOnOtherDays,
          ],
        },
      },
      {
        // The copy that mutation tests change finds other workspaces outside of itself.
        server: { fs: { strict: false } },
        test: {
          name: 'screen',
          hookTimeout: patience,
          include: ['storefront/**/*.screen.test.tsx'],
          exclude: excluded,
          environment: 'jsdom',
          testTimeout: 2 * patience,
          expect: { poll: { timeout: patience / 2 } },
        },
      },
      {
        // Two applications in one process would share a browser's history and the parts both are drawn with.
        test: {
          name: 'desk-screen',
          hookTimeout: patience,
          include: ['desk/**/*.screen.test.tsx'],
          exclude: excluded,
          environment: 'jsdom',
          testTimeout: 2 * patience,
          expect: { poll: { timeout: patience / 2 } },
        },
      },
      {
        test: {
          name: 'debian',
          include: ['server/**/*.debian.test.ts'],
          testTimeout: patience,
          hookTimeout: 2 * patience,
          expect: { poll: { timeout: patience / 2 } },
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,demo}/**/*.api.test.ts'],
          exclude: [...excluded, ...notOnOtherDays],
          setupFiles,
          globalSetup: ['server/src/testing/database-setup.ts'],
          // The longest types a chapter's thirty commands, one after the other.
          testTimeout: 4 * patience,
          hookTimeout: 2 * patience,
          expect: { poll: { timeout: patience / 2 } },
        },
      },
    ],
  },
});
