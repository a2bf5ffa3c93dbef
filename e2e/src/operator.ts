import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataDir } from './where.ts';

const command = fileURLToPath(new URL('../../server/src/ceiba.ts', import.meta.url));

/** `npm run ceiba -- …` on the tests' own shop, which stays open; answers what it said, throws when it refused. */
export const ceiba = async (...args: string[]): Promise<string> => {
  // Its modules are found compiled, as in all that `npm test` starts: half of its time.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], {
    env: { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE },
  });
  return stdout;
};
