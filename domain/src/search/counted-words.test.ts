import { expect, test } from 'vitest';
import { countedWords } from './counted-words.ts';

test.each([
  ['  Tele   55" ', 'tele 55"'],
  ['aire 12000 btu', 'aire 12000 btu'],
  ['modelo 123456', 'modelo 123456'],
  ['', null],
  ['   ', null],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), null],
  ['ana@correo.gt', null],
  ['5555-1234', null],
  ['5555 1234 5', null],
  ['4242424242424242', null],
  ['5555.1234', null],
  ['(502) 5555/1234', null],
  ['tele\u001b]0;malo\u0007 55', 'tele ]0;malo 55'],
  ['tele\u009b31m', 'tele 31m'],
  ['tele\u202e55', 'tele 55'],
  ['\u0000', null],
])('%j is counted as %j', (typed, expected) => {
  expect(countedWords(typed)).toBe(expected);
});
