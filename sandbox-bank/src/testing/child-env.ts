import { join } from 'node:path';

/**
 * For the children of a test, which get no other environment. What shifts the clock of this process (`npm run test:dates`): their
 * clock and the database's are the same. And where their modules' compiled code is, as `npm start` has it: half of their start.
 */
export const childEnv: Record<string, string> = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', '.data', 'compile-cache'),
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (name === 'LD_PRELOAD' || name.startsWith('FAKETIME')) ? [[name, value]] : [],
    ),
  ),
};
