import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createKeyRing } from '../operations/key-ring.ts';
import { createSealedSecrets } from './sealed-secrets.store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const secretsWith = (...keys: Buffer[]) => createSealedSecrets(createKeyRing(keys));

test('[OPS-12] during a key rotation every node can open all secrets, and afterwards the old key can be removed', async () => {
  const tx = shop.db.write;
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  await secretsWith(older).seal(tx, 'webhook:1', 'whsec_one');
  await secretsWith(older, newer).seal(tx, 'webhook:2', 'whsec_two');
  const next = secretsWith(newer, older);
  expect(await next.judge(tx)).toEqual({ unknown: 0, older: 2 });

  expect(await next.rotate(tx)).toEqual({ rotated: 2, all: 2 });

  // One node was not restarted yet. The other node has only the new key.
  for (const secrets of [secretsWith(older, newer), secretsWith(newer)]) {
    expect(await secrets.open(tx, 'webhook:1')).toBe('whsec_one');
    expect(await secrets.open(tx, 'webhook:2')).toBe('whsec_two');
  }
  expect(await secretsWith(newer).rotate(tx)).toEqual({ rotated: 0, all: 2 });
  expect(await secretsWith(older).judge(tx)).toEqual({ unknown: 2, older: 2 });
  const { rows } = await shop.db.pool.query('select sealed from sealed_secrets');
  expect(JSON.stringify(rows)).not.toContain('whsec');
  await next.remove(tx, 'webhook:1');
  expect(await next.open(tx, 'webhook:1')).toBeUndefined();
});
