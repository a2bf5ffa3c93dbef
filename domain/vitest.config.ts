import { defineConfig } from 'vitest/config';

// Only the mutation run uses this file; `npm test` uses the root configuration.
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
