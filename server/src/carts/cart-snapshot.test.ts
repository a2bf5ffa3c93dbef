import { examples } from '@ceiba/contract/testing/test-all';
import { centavos } from '@ceiba/domain/money/money';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { installmentOffer, type PaymentMethodCode } from '@ceiba/domain/payments/installments';
import { paymentOptions } from '@ceiba/domain/payments/payment-options';
import { demoTerms } from '@ceiba/domain/testing/terms';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCart, cartOf, lineOf } from '../testing/any-cart.ts';
import { type LineFacts, priceCart, type StoredCart, type StoredPaymentMethod } from './cart-snapshot.ts';

const codes: (PaymentMethodCode | null)[] = [null, 'kosmos_payment', 'otherVisaInstallments', 'bamMaxVisaInstallments'];
const choices = codes.flatMap((method) => [null, ...demoCardBins].map((card) => ({ method, card })));

const chosen = (cart: StoredCart<LineFacts>, { method, card }: (typeof choices)[number], minimum: number) => {
  const paymentMethod: StoredPaymentMethod | null = method && { method, bin: card?.bin ?? null };
  const policy = { ...demoTerms, cashLimit: centavos(2_500_00), installmentsMinimum: centavos(minimum) };
  return { priced: priceCart({ ...cart, paymentMethod, card }, policy), policy };
};

/** Returns everything that page and order offer this cart. The offers must not depend on the cart's payment method. */
function offered(cart: StoredCart<LineFacts>, choice: (typeof choices)[number], minimum: number) {
  const { priced, policy } = chosen(cart, choice, minimum);
  const { totals, totalBeforeBankPromotion, isDigitalOnly } = priced;
  const toPay = {
    grandTotal: totals.grandTotal,
    rest: totals.grandTotal,
    totalBeforeBankPromotion,
    hasDonation: false,
    isDigitalOnly,
  };
  const shopper = { deliveryType: cart.deliveryType, isContactConfirmed: false, units: 1 };
  const options = paymentOptions({ ...toPay, ...shopper }, policy);
  return {
    methods: options.map(({ method, isDisabled }) => `${method} ${isDisabled ? 'closed' : 'open'}`),
    plans: demoCardBins.map((card) => installmentOffer(card, totalBeforeBankPromotion, policy).installments),
    isPaidByPoints: totals.grandTotal === 0,
  };
}

describe('payment methods of a cart', () => {
  test('the offered methods do not depend on the chosen method, around each limit (DEC-212)', () => {
    fc.assert(
      fc.property(anyCart, fc.constantFrom(0, 500_00, 2_500_00), (cart, minimum) => {
        const [first, ...others] = choices.map((choice) => offered(cart, choice, minimum));
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: examples(300) },
    );
  });

  test.each([
    [499_99, 499_99, 0],
    [500_00, 450_00, 50_00],
    [509_00, 458_10, 50_90],
    [555_55, 499_99, 55_56],
  ])('of %d centavos, the buyer pays %d in cuotas with the bank’s card', (goods, paid, promotion) => {
    const [card] = demoCardBins.filter(({ hasDiscount }) => hasDiscount);
    const cart = cartOf([lineOf(goods)], { deliveryType: 'storepickup' });
    const { priced } = chosen(cart, { method: 'bamMaxVisaInstallments', card: card ?? null }, 500_00);
    expect(priced.totals.grandTotal).toBe(paid);
    expect(priced.totals.discounts.map(({ amount }) => amount)).toEqual(promotion === 0 ? [] : [promotion]);
    expect(priced.totalBeforeBankPromotion).toBe(goods);
  });
});
