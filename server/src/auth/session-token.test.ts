import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signToken } from '../testing/sessions.ts';
import { customerIdOf } from './session-token.ts';

const secret = 'the shop’s own';
const now = new Date('2026-11-24T16:00:00Z');
const iat = now.getTime() / 1000;
const claims = { sub: randomUUID(), iat, exp: iat + 86_400, jti: randomUUID() };
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  ['at its begin', 0, claims.sub],
  ['a second before its end', 86_399, claims.sub],
  ['at its end', 86_400, undefined],
  ['by a clock a minute behind', -60, claims.sub],
  ['long before its begin', -61, undefined],
])('a token holds %s', (_, seconds, expected) => {
  expect(customerIdOf(signToken(secret, claims), secret, at(seconds))).toBe(expected);
});

const token = signToken(secret, claims);
const [head, body, signature] = token.split('.');

test.each([
  ['signed by somebody else', signToken('another', claims)],
  ['changed after it was signed', `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`],
  ['without a signature', `${head}.${body}.`],
  ['with a signature cut short', token.slice(0, -3)],
  ['that says it needs none', signToken(secret, claims, { alg: 'none' })],
  ['of another algorithm', signToken(secret, claims, { alg: 'HS512' })],
  ['with a part more', `${token}.x`],
  ['without an end', signToken(secret, { ...claims, exp: undefined })],
  ['of nobody', signToken(secret, { ...claims, sub: 'admin' })],
  ['that is no JSON', 'a.b.c'],
  ['that is empty', ''],
])('a token %s is none', (_, forged) => {
  expect(customerIdOf(forged, secret, now)).toBeUndefined();
});
