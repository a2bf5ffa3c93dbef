import fc from 'fast-check';
import { examples } from './test-all.ts';

// Set-up of each test file (vitest.config.ts). A property test without a number of its own tries a hundred examples.
fc.configureGlobal({ numRuns: examples(100) });
