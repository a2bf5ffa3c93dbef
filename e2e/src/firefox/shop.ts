import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the tests' own shop, or uses the shop at E2E_URL. Returns a function that closes the shop. */
export async function openShop(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL !== undefined) return async () => {};
  const script = fileURLToPath(new URL('../start-test-shop.mjs', import.meta.url));
  const shop = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const isOpen = new Promise<void>((resolve, reject) => {
    createInterface({ input: shop.stdout }).on('line', (line) => line.includes('Ceiba is open') && resolve());
    shop.on('close', () => reject(new Error('The shop did not open.')));
  });
  await isOpen;
  return async () => {
    shop.kill('SIGTERM');
    await once(shop, 'close');
  };
}
