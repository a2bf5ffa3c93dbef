import { defineConfig } from 'vitest/config';

// Used by the mutation run only; `npm test` takes the root configuration.
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
