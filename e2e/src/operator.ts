import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataDir } from './where.ts';

const command = fileURLToPath(new URL('../../server/src/ceiba.ts', import.meta.url));

/** Runs `npm run ceiba -- …` on the tests' own shop, which stays open. Returns its output. Throws if it failed. */
export const ceiba = async (...args: string[]): Promise<string> => {
  // Uses the compile cache, like all processes of `npm test`, because it halves the time.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], {
    env: { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE },
  });
  return stdout;
};
