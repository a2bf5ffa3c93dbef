import { expect, test } from 'vitest';
import { createChallenge, hardestNumber, readProof } from './altcha.ts';

const secret = 'secreto-de-prueba';
const begun = new Date('2026-11-22T01:50:00Z');

/** Made with altcha-lib 2.8.0 (`altcha-lib/v1`) from the same secret, salt, number and end. */
const ofTheLibrary = {
  algorithm: 'SHA-256',
  challenge: '6246fae25fcfbe0f4b2dbba05a3b2ae396a90d7a8081714d9e83d8b7f11bda9c',
  maxnumber: 50_000,
  salt: 'a1b2c3d4e5f6a7b8c9d0e1f2?expires=1795312800&',
  signature: '4e90a486d92f65ccb0989a1849856134afa21ce286668e25fa2bf914593cf2af',
};

const parts = { salt: 'a1b2c3d4e5f6a7b8c9d0e1f2', number: 4242 };
const tokenOf = (proof: object): string => Buffer.from(JSON.stringify(proof)).toString('base64');
const good = { ...ofTheLibrary, number: 4242 };

test('[DEC-171] a challenge equals a challenge of ALTCHA’s own library, and its proof is accepted', () => {
  expect(createChallenge(secret, begun, false, parts)).toEqual(ofTheLibrary);
  const proof = { challenge: good.challenge, expiresAt: new Date('2026-11-22T02:00:00Z'), isHard: false };
  expect(readProof(tokenOf(good), secret, begun)).toEqual(proof);
  expect(readProof(tokenOf({ ...good, took: 812 }), secret, begun)).toEqual(proof);
});

test('[DEC-219] a hard challenge has four times as many numbers, and the signature covers the difficulty', () => {
  const hard = createChallenge(secret, begun, true, { ...parts, number: 200_000 });
  expect(hard.maxnumber).toBe(4 * hardestNumber);
  const solved = { ...hard, number: 200_000 };
  expect(readProof(tokenOf(solved), secret, begun)).toMatchObject({ isHard: true });
  expect(readProof(tokenOf({ ...solved, number: 200_001 }), secret, begun)).toBeUndefined();
  expect(readProof(tokenOf({ ...solved, salt: solved.salt.replace('hard=1&', '') }), secret, begun)).toBeUndefined();
  expect(readProof(tokenOf({ ...good, salt: `${good.salt}hard=1&` }), secret, begun)).toBeUndefined();
});

test('every challenge is different', () => {
  const challenges = Array.from({ length: 50 }, () => createChallenge(secret, begun).challenge);
  expect(new Set(challenges).size).toBe(50);
});

test.each<[string, string]>([
  ['another number', tokenOf({ ...good, number: 4243 })],
  ['a number beyond the hardest', tokenOf({ ...good, number: hardestNumber + 1 })],
  ['a number as text', tokenOf({ ...good, number: '4242' })],
  ['another signature', tokenOf({ ...good, signature: `${good.signature.slice(0, -1)}e` })],
  ['a later end', tokenOf({ ...good, salt: good.salt.replace('1795312800', '1895312800') })],
  ['a digit moved into the salt', tokenOf({ ...good, salt: `${good.salt}4`, number: 242 })],
  ['another algorithm', tokenOf({ ...good, algorithm: 'SHA-1' })],
  ['no signature', tokenOf({ ...good, signature: undefined })],
  ['JSON that is not base64', JSON.stringify(good)],
  ['base64 that is no JSON', Buffer.from('hola').toString('base64')],
  ['nothing', ''],
])('%s is not accepted as a proof', (_, token) => {
  expect(readProof(token, secret, begun)).toBeUndefined();
});

test('a proof of this shop is not accepted with another shop’s secret', () => {
  expect(readProof(tokenOf(good), 'otro', begun)).toBeUndefined();
});

test.each([
  ['2026-11-22T01:59:59.999Z', true],
  ['2026-11-22T02:00:00.000Z', false],
])('a proof sent at %s: %s', (moment, isRead) => {
  expect(readProof(tokenOf(good), secret, new Date(moment)) !== undefined).toBe(isRead);
});
