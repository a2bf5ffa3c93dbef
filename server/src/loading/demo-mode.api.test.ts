import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { merchantKey, openShopWithBank } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { importShopLoader } from './shop-loader.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let open: Awaited<ReturnType<typeof openShopWithBank>>;
let folder = '';
beforeAll(async () => {
  open = await openShopWithBank();
  // A shop with products is not filled, because this file does not test the pictures of the demo shop.
  await createShopBasics(open.shop.db);
  await createProduct(open.shop.db, { sku: 'SPEAKER' });
  folder = await mkdtemp(join(tmpdir(), 'ceiba-loads-'));
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the whole shop, web and worker, until it is open, then stops it. Returns the project's files that it has loaded. */
const filesLoadedBy = async (name: string, settings: Record<string, string>): Promise<string[]> => {
  const record = join(folder, name);
  const hook = new URL('../testing/record-loads-process.ts', import.meta.url).href;
  const shop = spawn(process.execPath, ['--import', hook, join(root, 'server/src/ceiba.ts'), 'start'], {
    env: {
      ...childEnv,
      PATH: process.env.PATH,
      LOADED_FILES: record,
      DATABASE_URL: open.shop.url,
      BANK_URL: open.bank.url,
      BANK_KEY: merchantKey,
      MEDIA_DIR: join(folder, 'media'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((done, fail) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Ceiba is open')) done();
    };
    shop.stdout.on('data', read);
    shop.stderr.on('data', read);
    shop.once('exit', () => fail(new Error(`the shop did not start:\n${output}`)));
  });
  shop.kill('SIGTERM');
  await once(shop, 'exit');
  const urls = (await readFile(record, 'utf8')).split('\n').filter((url) => url.startsWith('file:'));
  return urls.map((url) => relative(root, fileURLToPath(url)));
};

const isDemoCode = (file: string): boolean => file.startsWith(`demo/`);

test('[OPS-01] a real shop starts without loading code of the demo shop or of tracing', async () => {
  const files = await filesLoadedBy('real', { DEMO: 'false' });
  expect(files).toContain('server/src/services.ts');
  expect(files.filter(isDemoCode)).toEqual([]);
  const ofTelemetry = files.flatMap((file) => /@opentelemetry\/[\w-]+/.exec(file) ?? []);
  expect([...new Set(ofTelemetry)], 'without an address for traces nothing is loaded that would make them').toEqual([
    '@opentelemetry/api',
  ]);
});

test('in demo mode, the shop loads the demo by its entry file', async () => {
  const files = (await filesLoadedBy('demo', { DEMO: 'true' })).filter(isDemoCode);
  expect(files[0]).toBe('demo/src/shop-loader.ts');
  expect(files).toContain('demo/src/illustrations/draw-picture.ts');
});

test('a missing demo shop and an invalid file lead to clear errors', async () => {
  await expect(importShopLoader(join(root, 'demo/src/none.ts'))).rejects.toThrow(/not installed .*DEMO=false/);
  const other = fileURLToPath(new URL('../testing/until.ts', import.meta.url));
  await expect(importShopLoader(other)).rejects.toThrow('exports no shop loader');
});
