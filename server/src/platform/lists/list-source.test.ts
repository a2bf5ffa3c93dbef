import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './list-source.ts';

test.each([
  ['date', '2026-11-30'],
  ['date', '-infinity'],
  ['timestamptz', '2026-11-30 08:00:00.123456+00'],
  ['timestamptz', '-infinity'],
  ['bigint', '-5'],
] as const)('a cursor with a %s of %s is accepted', (type, value) => {
  expect(readCursor(writeCursor(value, 'key'), type, 'text')).toEqual([value, 'key']);
});

test.each([
  ['date', '2026-02-30'],
  ['bigint', '5.5'],
  ['bigint', '9223372036854775808'],
] as const)('a cursor with a %s of %s is refused', (type, value) => {
  expect(readCursor(writeCursor(value, 'key'), type, 'text')).toBeUndefined();
});
