import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

/** Records the hash with which each password is compared. */
const watched = () => {
  const compared: string[] = [];
  const passwords = createPasswords(1, async (hash, password) => {
    compared.push(String(hash));
    return verify(hash, password);
  });
  return { compared, passwords };
};

/** Returns kind, version and cost of a hash, which determine the time of a comparison. */
const costOf = (hash: string | undefined): string | undefined => /^\$argon2id\$v=\d+\$[^$]+\$/.exec(hash ?? '')?.[0];

test('without an account, a hash of the same cost is compared and every password is wrong', async () => {
  const { compared, passwords } = watched();
  const hash = await passwords.hash('Ceiba2026demo', 'ana');
  expect(await passwords.isRight('Ceiba2026demo', hash, 'ana')).toBe(true);
  expect(await passwords.isRight('Otra2026', hash, 'ana')).toBe(false);
  expect(await passwords.isRight('Ceiba2026demo', null, 'ana')).toBe(false);
  expect(compared).toHaveLength(3);
  expect(compared.map(costOf)).toEqual(Array(3).fill('$argon2id$v=19$m=19456,t=2,p=1$'));
});

test('a password matches in every Unicode composition of its letters', async () => {
  const { passwords } = watched();
  const hash = await passwords.hash('Contrase\u00f1a1', 'ana');
  expect(await passwords.isRight('Contrasen\u0303a1', hash, 'ana')).toBe(true);
});
