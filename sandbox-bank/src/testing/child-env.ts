import { join } from 'node:path';

/**
 * The only environment of a test's child processes. It holds the variables that shift the clock (`npm run test:dates`), so that
 * their clock and the database's agree. It also names the folder of compiled modules, as `npm start` does, which halves their
 * start time.
 */
export const childEnv: Record<string, string> = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', '.data', 'compile-cache'),
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (name === 'LD_PRELOAD' || name.startsWith('FAKETIME')) ? [[name, value]] : [],
    ),
  ),
};
