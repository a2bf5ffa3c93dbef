import { expect, test } from 'vitest';
import { createCardKeys } from './save-card.ts';

/** Creates a shop's keys from the secret in its database and its acquirer's secret. */
const keysOf = (secret: string, acquirerKey: string) => {
  const run = async <Row>(): Promise<Row[]> => JSON.parse(JSON.stringify([{ value: secret }]));
  return createCardKeys({ write: { run } }, acquirerKey);
};

const number = '4111111111111111';

test('a card’s key depends on its number, the database’s secret and the acquirer’s secret, not on spaces', async () => {
  const own = await keysOf('a', 'x').ofNumber(number);
  expect(own).toMatch(/^[\w-]{43}$/);
  expect(await keysOf('a', 'x').ofNumber('4111 1111 1111 1111')).toBe(own);
  const others = [keysOf('b', 'x'), keysOf('a', 'y')].map((keys) => keys.ofNumber(number));
  expect(new Set([own, ...(await Promise.all(others)), await keysOf('a', 'x').ofNumber('4242424242424242')]).size).toBe(
    4,
  );
});

test('an invalid number has no key, and a saved card has the key with which it was saved, or its own key', async () => {
  const keys = keysOf('a', 'x');
  expect(await keys.ofNumber('4111')).toBeNull();
  expect(await keys.ofSaved({ cardKey: 'its-own', vaultToken: 'tok' })).toBe('its-own');
  expect(await keys.ofSaved({ cardKey: null, vaultToken: 'tok' })).toMatch(/^[\w-]{43}$/);
});
