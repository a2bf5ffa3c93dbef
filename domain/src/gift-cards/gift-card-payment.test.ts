import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos, sum } from '../money/money.ts';
import { anyAmount } from '../testing/lines.ts';
import { giftCardName, plainGiftCardCode, spreadGiftCards } from './gift-card-payment.ts';

test.each([
  ['the whole balance of a card with less than the payable amount', 300_00, [200_00], [200_00]],
  ['no more than the payable amount', 150_00, [200_00], [150_00]],
  ['one card after the other', 250_00, [200_00, 200_00], [200_00, 50_00]],
  ['nothing of a card after the whole amount is paid', 200_00, [200_00, 1], [200_00, 0]],
  ['nothing of a card without a payable amount', 0, [200_00], [0]],
  ['nothing without a card', 100_00, [], []],
])('[DEC-199] %s', (_, payable, balances, expected) => {
  expect(spreadGiftCards(centavos(payable), balances.map(centavos))).toEqual(expected.map(centavos));
});

test('[DEC-199] the cards pay as much as possible, and each card at most its balance', () => {
  fc.assert(
    fc.property(anyAmount, fc.array(anyAmount, { maxLength: 5 }), (payable, balances) => {
      const parts = spreadGiftCards(payable, balances);
      expect(sum(parts)).toBe(Math.min(payable, sum(balances)));
      expect(parts.every((part, index) => part >= 0 && part <= (balances[index] ?? 0))).toBe(true);
    }),
  );
});

test('different spellings of a code give the same code', () => {
  expect(plainGiftCardCode(' k7qm-2xwd 9hpa·VT4E\n')).toBe('K7QM2XWD9HPAVT4E');
});

test('[DEC-199] a card is shown with its last four characters', () => {
  expect(giftCardName('VT4E')).toBe('Tarjeta de regalo •••• VT4E');
});
