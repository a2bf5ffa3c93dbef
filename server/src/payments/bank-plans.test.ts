import type { PaymentBody } from '@ceiba/contract/payments';
import { examples } from '@ceiba/contract/testing/test-all';
import { isBankDiscounted } from '@ceiba/domain/carts/cart-totals';
import { type Centavos, toQuetzales } from '@ceiba/domain/money/money';
import { type BankPlan, bankPlans, singlePlan } from '@ceiba/domain/payments/bank-plans';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { type CardBin, installmentOffer, installmentsMethodCode } from '@ceiba/domain/payments/installments';
import { demoTerms } from '@ceiba/domain/testing/terms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type LineFacts,
  payableByGiftCardsOf,
  priceCart,
  priceWithCard,
  type StoredCart,
} from '../carts/cart-snapshot.ts';
import { anyCart } from '../testing/any-cart.ts';
import { checkPayments, readPayments } from './check-payments.ts';

const now = new Date('2026-11-24T16:00:00Z');

/** Cards of the demo. Two more cards give one bank different promotions and different plans. */
const bins: CardBin[] = [
  ...demoCardBins,
  { bin: '424243', cardType: 'visa', bankName: 'BAM-MAX', plans: [6, 18], hasDiscount: false },
  { bin: '520000', cardType: 'mastercard', bankName: 'BAM-MAX', plans: [3], hasDiscount: true },
];

/** Returns a card number with these first six digits and a correct check digit. */
const numberOf = (bin: string): string => {
  const length = bin.startsWith('3') ? 15 : 16;
  const start = bin.padEnd(length - 1, '0');
  const sum = [...start].reverse().reduce((all, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
};

const paymentOf = (card: CardBin, plan: number, total: Centavos): PaymentBody => ({
  paymentType: plan === singlePlan ? 'Card' : 'CardInstallments',
  paymentPlan: plan,
  paymentAmount: toQuetzales(total),
  ...{ ccNumber: numberOf(card.bin), ccDate: '12/39', ccCVV: card.cardType === 'amex' ? '1234' : '123' },
  ccOwner: 'Lucía Paz',
});

/** Sets the payment method of a plan as the checkout does, then checks the payment as every order does. */
async function charge(cart: StoredCart<LineFacts>, card: CardBin, plan: number, total: Centavos): Promise<string> {
  const before = priceCart(cart, demoTerms).totalBeforeBankPromotion;
  const offer = installmentOffer(card, before, demoTerms);
  const method = plan === singlePlan ? 'kosmos_payment' : installmentsMethodCode(offer);
  const priced = priceCart({ ...cart, paymentMethod: { method, bin: card.bin }, card }, demoTerms);
  const offered = readPayments([paymentOf(card, plan, total)]);
  if (!offered.ok) return offered.error.code;
  const checked = await checkPayments(
    offered.value,
    {
      grandTotal: priced.totals.grandTotal,
      hasDonation: cart.donation !== null,
      isDigitalOnly: priced.isDigitalOnly,
      isPayableInCash: true,
      hasBankDiscount: isBankDiscounted(priced.totals.discounts),
      pointsProgram: null,
      payableByGiftCards: payableByGiftCardsOf(priced),
      isStorePaymentCall: false,
    },
    now,
    {
      offerOf: (bin) => Promise.resolve(installmentOffer(bin === card.bin ? card : null, before, demoTerms)),
      findSavedCard: () => undefined,
    },
  );
  return checked.ok ? `${checked.value.amount} in ${checked.value.plan}` : checked.error.code;
}

const rowsOf = (cart: StoredCart<LineFacts>, cards: (CardBin | null)[]): BankPlan[] => {
  const priced = priceCart(cart, demoTerms);
  const facts = { totalBeforeBankPromotion: priced.totalBeforeBankPromotion, hasDonation: cart.donation !== null };
  return bankPlans(cards, priceWithCard(priced, demoTerms), facts, demoTerms);
};

const everyPlan = [singlePlan, 2, 3, 6, 10, 12, 18, 24, 36, 48];

test('[BANK-02] [BANK-03] [DEC-225] the total in the row of a card equals the amount that an order charges, to the centavo', async () => {
  await fc.assert(
    fc.asyncProperty(anyCart, fc.constantFrom(...bins), async (cart, card) => {
      const rows = rowsOf(cart, [card]);
      const [single] = rows;
      if (single === undefined) {
        expect(priceCart(cart, demoTerms).totalBeforeBankPromotion).toBe(0);
        return;
      }
      expect(rows.every(({ certain }) => certain)).toBe(true);
      for (const plan of everyPlan) {
        const row = rows.find((each) => each.plan === plan);
        if (row === undefined) {
          expect(await charge(cart, card, plan, single.total)).toMatch(/^PAY_/);
          continue;
        }
        expect(await charge(cart, card, plan, row.total)).toBe(`${row.total} in ${plan}`);
        expect(row.monthly).toBe(Math.floor(row.total / plan + 0.5));
      }
    }),
    { numRuns: examples(10_000) },
  );
});

test('[BANK-04] a row marked as certain has one total for all cards of the bank, and other rows show the highest total', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      for (const row of rowsOf(cart, bins)) {
        const own = bins.filter(
          ({ bin }) =>
            rowsOf(
              cart,
              bins.filter((card) => card.bin === bin),
            )[0]?.bank === row.bank,
        );
        const perCard = own
          .filter(({ cardType }) => cardType === row.brand)
          .map((card) => rowsOf(cart, [card]).find(({ plan }) => plan === row.plan));
        const having = perCard.filter((each) => each !== undefined);
        expect(having.length).toBeGreaterThan(0);
        expect(Math.max(...having.map(({ total }) => total))).toBe(row.total);
        const isSame = having.length === perCard.length && having.every(({ total }) => total === row.total);
        expect(row.certain).toBe(isSame);
      }
    }),
    { numRuns: examples(300) },
  );
});
