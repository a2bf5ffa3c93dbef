import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerDevStorefront } from './dev-storefront.ts';
import { createResponseCache } from './response-cache.ts';

const projectDir = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));

test('in development, the storefront’s builder cannot end the process before the database is closed', async () => {
  const app = fastify();
  const before = process.listeners('SIGTERM');
  await registerDevStorefront(app, {
    projectDir,
    publicUrl: 'http://localhost',
    calls: { answer: () => Promise.reject(new Error('no call is expected')) },
    responses: createResponseCache({ maxBytes: 0, findPriceChange: async () => null }),
  });
  const after = process.listeners('SIGTERM');
  await app.close();
  expect(after).toEqual(before);
}, 600_000);
