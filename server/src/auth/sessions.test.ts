import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signToken } from '../testing/sessions.ts';
import { readSessionToken, writeSessionToken } from './sessions.store.ts';

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
])('a valid token holds %s', (_, seconds, expected) => {
  expect(readSessionToken(signToken(secret, claims), secret, at(seconds))?.customerId).toBe(expected);
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
])('a token %s is refused', (_, forged) => {
  expect(readSessionToken(forged, secret, now)).toBeUndefined();
});

test('[DEC-04] a session’s token is a JWT with sub, iat, exp and jti, and can be read back', () => {
  const session = { customerId: claims.sub, sessionId: claims.jti };
  const written = writeSessionToken(session, secret, { createdAt: now, expiresAt: at(86_400) });
  const said: unknown = JSON.parse(Buffer.from(written.split('.')[1] ?? '', 'base64url').toString());
  expect(said).toEqual(claims);
  expect(readSessionToken(written, secret, now)).toEqual(session);
});
