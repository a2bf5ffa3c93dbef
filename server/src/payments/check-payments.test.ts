import { type PaymentBody, paymentBody } from '@ceiba/contract/payments';
import { maxGiftCards } from '@ceiba/domain/gift-cards/gift-card-payment';
import { centavos } from '@ceiba/domain/money/money';
import { expect, it } from 'vitest';
import { type CardLookUps, checkPayments, readPayments } from './check-payments.ts';

const now = new Date('2026-03-04T18:00:00Z');
const total = centavos(100_00);
const cart = {
  grandTotal: total,
  hasDonation: false,
  isDigitalOnly: false,
  isPayableInCash: true,
  hasBankDiscount: false,
  pointsProgram: null,
  payableByGiftCards: total,
  isStorePaymentCall: false,
};

type Offered = Pick<PaymentBody, 'paymentType' | 'paymentAmount'> & Partial<PaymentBody>;

const cash: Offered = { paymentType: 'Cash', paymentAmount: 100 };
const giftCards = (count: number): Offered[] =>
  Array.from({ length: count }, () => ({ paymentType: 'GiftCard', paymentAmount: 1, code: 'X' }));
const installments: Offered = {
  paymentType: 'CardInstallments',
  paymentPlan: 6,
  paymentAmount: 100,
  ccNumber: '4111111111111111',
  ccDate: '12/39',
  ccCVV: '123',
  ccOwner: 'Lucía Paz',
};

/** Applies the rules to these payments. `hasDiscount`: true if the card's bank gives a discount. */
const judge = async (payments: readonly Offered[], changes: Partial<typeof cart> = {}, hasDiscount = false) => {
  const read = readPayments(payments.map((payment) => paymentBody.parse(payment)));
  if (!read.ok) throw new Error('the amounts are readable');
  const lookUps: CardLookUps = {
    offerOf: async () => ({ installments: [3, 6], bankName: 'Banco', hasDiscount }),
    findSavedCard: () => undefined,
  };
  const judged = await checkPayments(read.value, { ...cart, ...changes }, now, lookUps);
  return judged.ok ? `${judged.value.type} ${judged.value.amount}` : judged.error.code;
};

it.each<[string, Offered[], string]>([
  ['one payment', [cash], 'Cash 10000'],
  [
    'two cash payments',
    [
      { ...cash, paymentAmount: 50 },
      { ...cash, paymentAmount: 50 },
    ],
    'PAY_METHOD_NOT_ALLOWED',
  ],
  ['an unknown payment type', [cash, { paymentType: 'Trueque', paymentAmount: 0 }], 'PAY_METHOD_NOT_ALLOWED'],
  [
    'as many gift cards as an order takes, and the rest',
    [...giftCards(maxGiftCards), { ...cash, paymentAmount: 100 - maxGiftCards }],
    'Cash 9500',
  ],
  [
    'one gift card too many',
    [...giftCards(maxGiftCards + 1), { ...cash, paymentAmount: 99 - maxGiftCards }],
    'PAY_METHOD_NOT_ALLOWED',
  ],
])('[DEC-172, DEC-199] the check of an order’s payments accepts or refuses %s', async (_, payments, expected) => {
  expect(await judge(payments)).toBe(expected);
});

it.each<[string, Offered, boolean, string]>([
  ['installments with a card of that bank', installments, true, 'CardInstallments 10000'],
  ['installments with a card of another bank', installments, false, 'PAY_METHOD_NOT_ALLOWED'],
  ['cash', cash, true, 'PAY_METHOD_NOT_ALLOWED'],
])('[DEC-79] the check of a bank’s discount accepts or refuses %s', async (_, payment, hasDiscount, expected) => {
  expect(await judge([payment], { hasBankDiscount: true }, hasDiscount)).toBe(expected);
});
