import { describe, expect, test } from 'vitest';
import { type CardForm, emptyCard, installmentsBin, isPaymentComplete, paymentBodyOf } from './card-form.ts';

const now = new Date('2026-11-21T12:00:00-06:00');
const card: CardForm = {
  cardNumber: '4111 1111 1111 1111',
  expirationDate: '08 / 28',
  cvv: '123',
  cardHolderName: 'Lucía Ajú',
  paymentPlan: '',
  isSaveCard: false,
};
const plans = [6, 10, 12];

describe('[CHK-22] when a payment is complete', () => {
  test.each([
    ['incomplete without a method', null, card, false],
    ['[PAY-04] cash is always complete', 'cashPayments', emptyCard, true],
    ['complete with all fields of a card', 'singlePayment', card, true],
    ['incomplete without a holder', 'singlePayment', { ...card, cardHolderName: '  ' }, false],
    ['incomplete with a past expiry', 'singlePayment', { ...card, expirationDate: '10 / 26' }, false],
    ['complete with a card that expires this month', 'singlePayment', { ...card, expirationDate: '11 / 26' }, true],
    ['[DIF-29] complete with a 13-digit Visa', 'singlePayment', { ...card, cardNumber: '4222 2222 2222 2' }, true],
    ['[PAY-19] installments are incomplete without a plan', 'monthlyPayments', card, false],
    ['installments are complete with an offered plan', 'monthlyPayments', { ...card, paymentPlan: '10' }, true],
    ['installments are incomplete with another plan', 'monthlyPayments', { ...card, paymentPlan: '48' }, false],
  ] as const)('%s', (_, method, form, isComplete) => {
    expect(isPaymentComplete(method, form, plans, now)).toBe(isComplete);
  });
});

describe('[PAY-21] [DIF-30] the bin for which plans are loaded', () => {
  test.each([
    ['the first six digits of a complete number in installments', 'monthlyPayments', '4111 1111 1111 1111', '411111'],
    ['the first six digits of an Amex of 15 digits', 'monthlyPayments', '3782 822463 10005', '378282'],
    ['no bin in a single payment', 'singlePayment', '4111 1111 1111 1111', null],
    ['[PAY-22] no bin for a shorter number', 'monthlyPayments', '4111 1111 1111 111', null],
    ['[DIF-29] no bin for a 13-digit Visa', 'monthlyPayments', '4222 2222 2222 2', null],
  ] as const)('%s', (_, method, number, bin) => {
    expect(installmentsBin(method, number)).toBe(bin);
  });
});

describe('[PAY-39] [DEC-104] the payment to send', () => {
  const payment = { card: { ...card, paymentPlan: '12' }, savedCard: null, amount: 947.5, fingerprintSessionId: 'f' };

  test('cash contains no card', () => {
    expect(paymentBodyOf({ ...payment, method: 'cashPayments' }, now)).toEqual({
      paymentType: 'Cash',
      paymentPlan: 0,
      paymentAmount: 947.5,
      fingerprintSessionId: 'f',
    });
  });

  test('a single payment is plan 1', () => {
    expect(paymentBodyOf({ ...payment, method: 'singlePayment' }, now)).toMatchObject({
      paymentType: 'Card',
      paymentPlan: 1,
      ccNumber: '4111111111111111',
      ccDate: '08/28',
      ccCVV: '123',
      ccOwner: 'Lucía Ajú',
    });
  });

  test('installments contain the chosen plan', () => {
    expect(paymentBodyOf({ ...payment, method: 'monthlyPayments' }, now)).toMatchObject({
      paymentType: 'CardInstallments',
      paymentPlan: 12,
    });
  });
});
