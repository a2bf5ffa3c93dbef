import { expect, test } from 'vitest';
import { centavos, quetzales, zero } from '../money/money.ts';
import { demoTerms } from '../testing/terms.ts';
import { bankLinePlan, bankPlansNote } from './bank-plan-texts.ts';

const note = (total: number, hasDonation = false) =>
  bankPlansNote({ totalBeforeBankPromotion: centavos(total), hasDonation }, demoTerms);

test.each([
  [499_99, 'Las cuotas son desde Q500.00: te faltan Q0.01.'],
  [500_00, null],
  [0, 'No queda nada por pagar con tarjeta.'],
])('[BANK-02, PAY-06] a cart of %d centavos shows %j', (total, text) => expect(note(total)).toBe(text));

test('[BANK-03, DIF-17] a cart with a donation is paid in cash', () =>
  expect(note(1_000_00, true)).toBe('La donación solo puede pagarse en efectivo.'));

const row = (plan: number, certain = true) => ({ plan, certain, monthly: plan === 1 ? zero : quetzales(plan) });

test.each([
  ['its longest plan', [row(1), row(6), row(12)], '12 cuotas de Q12.00'],
  ['its longest certain plan', [row(1), row(6), row(12, false)], '6 cuotas de Q6.00'],
  ['no plan that depends on the card', [row(1), row(6, false)], null],
  ['an excluded bank', [row(1)], 'solo contado'],
  ['nothing of an unknown bank', [], null],
])('[BANK-06] the line of a bank shows %s', (_, rows, text) => expect(bankLinePlan(rows)).toBe(text));
