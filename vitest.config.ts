import { defineConfig } from 'vitest/config';

// Three projects: `unit` needs nothing but Node; `screen` opens pages of the shop in jsdom; `api` gets a real PostgreSQL
// from its global set-up.
export default defineConfig({
  test: {
    // Every core: of two the runner takes one by itself, and tests on a database wait for it most of their time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,bench,checks,sandbox-bank,server,demo,storefront}/**/*.test.{ts,tsx}'],
          // A busy machine is slow, not wrong.
          testTimeout: 30_000,
          exclude: [
            '**/node_modules/**',
            '**/*.api.test.ts',
            '**/*.screen.test.tsx',
            '**/.stryker-tmp/**',
            '**/build/**',
          ],
        },
      },
      {
        test: {
          name: 'screen',
          include: ['storefront/**/*.screen.test.tsx'],
          environment: 'jsdom',
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,demo}/**/*.api.test.ts'],
          globalSetup: ['server/src/testing/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
