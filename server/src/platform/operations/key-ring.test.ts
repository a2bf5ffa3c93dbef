import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const sealed = createKeyRing([older]).sealSecret('whsec_1234', 'webhooks/1');

test('[OPS-12] a sealed secret reveals nothing, and can only be opened at its place', () => {
  expect(sealed).not.toContain('whsec_1234');
  expect(createKeyRing([older]).openSecret(sealed, 'webhooks/1')).toBe('whsec_1234');
  expect(() => createKeyRing([older]).openSecret(sealed, 'webhooks/2')).toThrow();
  expect(createKeyRing([older]).sealSecret('whsec_1234', 'webhooks/1')).not.toBe(sealed);
});

test('a ring with a new first key opens secrets that the older key sealed, and seals with the new key', () => {
  const ring = createKeyRing([newer, older]);
  expect(ring.openSecret(sealed, 'webhooks/1')).toBe('whsec_1234');
  expect(ring.isCurrent(sealed)).toBe(false);
  const anew = ring.sealSecret('whsec_1234', 'webhooks/1');
  expect(ring.isCurrent(anew)).toBe(true);
  expect(createKeyRing([newer]).openSecret(anew, 'webhooks/1')).toBe('whsec_1234');
});

test('a secret cannot be opened without its key, or sealed without any key', () => {
  expect(() => createKeyRing([newer]).openSecret(sealed, 'webhooks/1')).toThrow('SECRETS_KEY lacks the key');
  expect(() => createKeyRing([]).sealSecret('x', 'webhooks/1')).toThrow('SECRETS_KEY is not set');
  // These texts were sealed by another method, or not sealed at all.
  const [, ...rest] = sealed.split('.');
  for (const other of [['other', ...rest].join('.'), 'whsec_1234'])
    expect(() => createKeyRing([older]).openSecret(other, 'webhooks/1')).toThrow('SECRETS_KEY lacks the key');
});
