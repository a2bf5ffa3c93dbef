import { configDefaults, defineConfig } from 'vitest/config';

/** ms for a test: a busy machine is slow, not wrong, and waiting long costs only those that fail. */
const patience = 120_000;

/**
 * Under another clock (`npm run test:dates`) PostgreSQL's timers never ring: what waits for a lock, or for a connection that fell
 * silent, would wait for ever. The times of files are not moved either: a lock that is a file looks as old as the days in between.
 */
const notOnOtherDays =
  process.env.FAKETIME === undefined
    ? []
    : [
        '**/counting-and-selling-out.api.test.ts',
        '**/lost-connections.api.test.ts',
        '**/migrate.api.test.ts',
        'checks/src/commands.test.ts',
      ];

// Five projects: `unit` needs nothing but Node; `screen` opens pages of the shop in jsdom, `desk-screen` those of the desk; `api` gets a real PostgreSQL
// from its global set-up; `debian` wants programs of Debian's packages (docs/testing.md), and is no part of `npm test`.
export default defineConfig({
  test: {
    // A file does not get a process of its own: starting it and reading every module again took half of the time. Tests
    // put back what they change of the process (globals, clocks, environment), as they do for the next test of their file.
    isolate: false,
    // Every core: of two the runner takes one by itself, and tests on a database wait for it most of their time.
    maxWorkers: '100%',
    // No file may count on another: their order is another each time, and the same for the same seed (`SEED=… npm test`).
    sequence: { shuffle: { files: true }, seed: Number(process.env.SEED ?? Date.now()) },
    // Without an order by earlier durations nothing of them has to be kept, which two runs at once would write over.
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
          exclude: [
            '**/node_modules/**',
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
          exclude: [...configDefaults.exclude, ...notOnOtherDays],
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
