import { join } from 'node:path';

/**
 * The only environment of a test's child processes. Contains the variables that shift the clock (`npm run test:dates`),
 * so that the clocks of the processes and the database agree. Also names the folder of compiled modules, like `npm
 * start`, which halves the start time.
 */
export const childEnv: Record<string, string> = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', '.data', 'compile-cache'),
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (name === 'LD_PRELOAD' || name.startsWith('FAKETIME')) ? [[name, value]] : [],
    ),
  ),
};
