import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { baseURL } from '../where.ts';

/** ms between two looks, and until it must be open: a new machine draws and encodes all pictures first. */
const lookAgain = 500;
const limit = 1_800_000;

const isReady = (): Promise<boolean> =>
  fetch(`${baseURL}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the tests' own shop; where E2E_URL names one, that is walked. Answers what closes it. */
export async function openShop(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL !== undefined) return async () => {};
  if (await isReady()) throw new Error(`${baseURL} is taken: set E2E_PORT`);
  const script = fileURLToPath(new URL('../start-test-shop.mjs', import.meta.url));
  const shop = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
  const end = Date.now() + limit;
  while (!(await isReady())) {
    if (shop.exitCode !== null || Date.now() > end) throw new Error('The shop did not open.');
    await wait(lookAgain);
  }
  return async () => {
    shop.kill('SIGTERM');
    await once(shop, 'close');
  };
}
