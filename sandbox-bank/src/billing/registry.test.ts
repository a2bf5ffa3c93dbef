import { checkDpi } from '@ceiba/domain/billing/dpi';
import { checkNit } from '@ceiba/domain/billing/nit';
import { expect, test } from 'vitest';
import { expectedSilenceMs } from '../testing/expected-silence.ts';
import { callBank, openTestBank } from '../testing/test-bank.ts';
import { specialIdentifiers, taxpayers } from './taxpayers.ts';

const path = (type: string, identifier: string) =>
  `/registry/taxpayers?type=${type}&identifier=${encodeURIComponent(identifier)}`;

test.each([
  ['nit', '576937K', 'Comercial La Aurora, S.A.'],
  ['nit', '576937-k', 'Comercial La Aurora, S.A.'],
  ['nit', '12345679', 'Juan Pérez'],
  ['dpi', '1234567890101', 'María López'],
  ['dpi', '1234 56789 0101', 'María López'],
  ['dpi', '2345678901201', 'José Antonio Barrios'],
])('[DEC-109] [DEC-165] %s %s is %s', async (type, identifier, name) => {
  const bank = await openTestBank();
  expect(await bank.get(path(type, identifier))).toEqual({ status: 200, body: { name } });
});

test.each([
  ['nit', '576937-1', 400, 'INVALID_IDENTIFIER'],
  ['nit', 'CF', 400, 'INVALID_IDENTIFIER'],
  ['dpi', '123456789010', 400, 'INVALID_IDENTIFIER'],
  ['dpi', '12345678901011', 400, 'INVALID_IDENTIFIER'],
  ['nit', '39525503', 404, 'TAXPAYER_NOT_FOUND'],
  ['dpi', '9999999999999', 404, 'TAXPAYER_NOT_FOUND'],
  ['passport', 'A1', 400, 'INVALID_REQUEST'],
])('[DEC-109] %s %s answers %i', async (type, identifier, status, code) => {
  const bank = await openTestBank();
  expect(await bank.get(path(type, identifier))).toMatchObject({ status, body: { code } });
});

test.each(['nit', 'dpi'] as const)('[DEC-109] a registry that is down, for %s', async (type) => {
  const bank = await openTestBank();
  const down = await bank.get(path(type, specialIdentifiers.unavailable[type]));
  expect(down).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNAVAILABLE' } });
  const silent = callBank(bank.url, 'GET', path(type, specialIdentifiers.silent[type]), undefined, expectedSilenceMs);
  await expect(silent).rejects.toThrow(/timeout/i);
});

test('[DEC-109] every taxpayer of the registry has a well-formed, unique identifier', () => {
  expect(taxpayers.size).toBeGreaterThanOrEqual(200);
  for (const identifier of taxpayers.keys()) {
    expect(identifier.length === 13 ? checkDpi(identifier) : checkNit(identifier)).toEqual({
      ok: true,
      value: identifier,
    });
  }
  const special: string[] = Object.values(specialIdentifiers).flatMap(({ nit, dpi }) => [nit, dpi]);
  expect(special.filter((identifier) => taxpayers.has(identifier))).toEqual([]);
});
