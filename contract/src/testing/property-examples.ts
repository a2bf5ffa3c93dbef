import fc from 'fast-check';
import { examples } from './test-all.ts';

// Set-up of each test file (vitest.config.ts). A property test without its own number tries a hundred examples.
fc.configureGlobal({ numRuns: examples(100) });
