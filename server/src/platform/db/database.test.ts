import pg from 'pg';
import { expect, test } from 'vitest';
import { readMoment } from './database.ts';

const { builtins, getTypeParser } = pg.types;

test.each([
  ['2026-11-23 01:41:14.03+00', '2026-11-23T01:41:14.030Z'],
  ['2026-11-23 01:41:14+00', '2026-11-23T01:41:14.000Z'],
  ['2026-11-23 01:41:14.283999+00', '2026-11-23T01:41:14.283Z'],
  ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
  ['2026-11-22 19:41:14.5-06', '2026-11-23T01:41:14.500Z'],
  ['2026-11-23 07:26:14+05:45', '2026-11-23T01:41:14.000Z'],
  ['12026-11-23 01:41:14+00', '+012026-11-23T01:41:14.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
])('%s is parsed as the right moment', (text, moment) => {
  expect(readMoment(text)).toEqual(new Date(moment));
});

test('a value that is not a moment is returned as the driver parses it', () => {
  for (const text of ['infinity', '-infinity', ''])
    expect(readMoment(text)).toEqual(getTypeParser(builtins.TIMESTAMPTZ, 'text')(text));
});
