import { expect, test } from 'vitest';
import { cartCodePath, codeAlphabet, codeLength, partText, readCartCode } from './cart-code.ts';

test('a code has eight characters without 0, O, 1, I, L and U', () => {
  expect([...codeAlphabet].filter((each) => '0O1ILU'.includes(each))).toEqual([]);
  expect(new Set(codeAlphabet).size).toBe(30);
  expect(Math.floor(codeLength * Math.log2(codeAlphabet.length))).toBe(39);
});

test.each([
  ['K7M4-QPXR', 'K7M4QPXR'],
  ['k7m4qpxr', 'K7M4QPXR'],
  [' K7M4 QPXR ', 'K7M4QPXR'],
  ['K7M4-QPX', null],
  ['K7M4-QPXRR', null],
  ['K7M4-QPX0', null],
  ['', null],
])('[WA-02] the typed code %s is parsed as %s', (typed, code) => {
  expect(readCartCode(typed)).toBe(code);
});

test('[WA-03] a code has the address of its page', () => {
  expect(cartCodePath('K7M4QPXR')).toBe('/c/K7M4-QPXR');
});

test.each([
  [{ asked: 2, added: 2, reason: null }, 'Agregamos 2 unidades'],
  [
    { asked: 1, added: 1, reason: 'WARRANTY_NOT_AVAILABLE' as const },
    'Agregamos 1 unidad: sin su garantía, que ya no se vende',
  ],
  [{ asked: 3, added: 2, reason: 'QUANTITY_GREATER_THAN_STOCK' as const }, 'Agregamos 2 de 3: no hay más'],
  [{ asked: 9, added: 0, reason: 'CART_QUANTITY_LIMIT' as const }, 'No lo agregamos: caben hasta 10 de cada uno'],
])('[WA-03] the reader sees the outcome of each line: %o', (part, text) => {
  expect(partText(part)).toBe(text);
});
