import { describe, expect, test } from 'vitest';
import {
  isSavedCardExpired,
  type SavedCard,
  savedCardEnding,
  savedCardExpiry,
  savedCardName,
  savedCardNumber,
  savedCardsFor,
} from './saved-card.ts';

const card = (maskedInstrument: string, more: Partial<SavedCard> = {}): SavedCard => ({
  instrumentToken: maskedInstrument,
  maskedInstrument,
  expirationMonth: 8,
  expirationYear: 2028,
  ...more,
});
const visa = card('411111******1111');
const amex = card('378282*****0005');
const master = card('222300******0008');

describe('saved cards', () => {
  test.each([
    [visa, 'Visa', '4111 11•• •••• 1111', '•••• 1111'],
    [amex, 'American Express', '3782 82•••• •0005', '•••• 0005'],
    [master, 'Mastercard', '2223 00•• •••• 0008', '•••• 0008'],
    [card('422222***2222'), 'Visa', '4222 22•• •222 2', '•••• 2222'],
    [card('999999******1111'), 'Tarjeta', '999999••••••1111', '•••• 1111'],
  ])('[PAY-32] type and groups of %o come from its masked number', (one, name, number, ending) => {
    expect([savedCardName(one), savedCardNumber(one), savedCardEnding(one)]).toEqual([name, number, ending]);
    expect(savedCardExpiry(one)).toBe('08 / 28');
  });

  test('[PAY-38] Amex is not offered in installments', () => {
    expect(savedCardsFor('monthlyPayments', [visa, amex, master])).toEqual([visa, master]);
    expect(savedCardsFor('singlePayment', [visa, amex, master])).toEqual([visa, amex, master]);
  });

  test.each([
    ['2028-08-31T23:59:59-06:00', false],
    ['2028-09-01T00:00:00-06:00', true],
  ])('[DIF-38, PAY-37] a card at %s is expired: %s', (at, expected) => {
    expect(isSavedCardExpired(visa, new Date(at))).toBe(expected);
  });
});
