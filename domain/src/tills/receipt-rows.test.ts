import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos, quetzales, sum, zero } from '../money/money.ts';
import { receiptRows } from './receipt-rows.ts';

const anyAmount = fc.integer({ min: 0, max: 1_000_000 }).map(centavos);
const anyLine = fc
  .record({
    title: fc.constant('Bocina'),
    sku: fc.constant('SPEAKER'),
    quantity: fc.integer({ min: 1, max: 5 }),
    goods: anyAmount,
    warranty: fc.option(fc.record({ label: fc.constant('Garantía de 1 año'), amount: anyAmount })),
  })
  .map(({ goods, ...line }) => ({ ...line, worth: centavos(goods + (line.warranty?.amount ?? 0) * line.quantity) }));

test('[CASH-02] the rows of a receipt sum to the paid amount, with any other payment methods', () => {
  fc.assert(
    fc.property(
      fc.record({
        lines: fc.array(anyLine, { maxLength: 5 }),
        shipping: anyAmount,
        donation: anyAmount,
        due: anyAmount,
        amount: anyAmount,
        hasPoints: fc.boolean(),
        hasGiftCards: fc.boolean(),
      }),
      (parts) => {
        const { rows, total } = receiptRows(parts);
        expect(sum(rows.map(({ amount }) => amount))).toBe(parts.amount);
        expect(total).toBe(parts.amount);
        expect(rows.filter(({ code }) => code !== '')).toHaveLength(parts.lines.length);
      },
    ),
  );
});

test('a receipt shows warranty, delivery, donation, and the amounts that points or gift cards paid', () => {
  const line = { title: 'Bocina', sku: 'SPEAKER', quantity: 2 };
  const lines = [{ ...line, worth: quetzales(240), warranty: { label: 'Garantía', amount: quetzales(20) } }];
  const parts = { lines, shipping: quetzales(35), donation: quetzales(5), hasPoints: true, hasGiftCards: false };
  const texts = (of: Parameters<typeof receiptRows>[0]) =>
    receiptRows(of).rows.map(({ label, amount }) => `${label} ${amount}`);
  expect(texts({ ...parts, due: quetzales(180), amount: quetzales(178) })).toEqual([
    '2 Bocina 20000',
    '2 Garantía 4000',
    'Envío 3500',
    'Donación 500',
    'Puntos -10000',
    'No se cobró -200',
  ]);
  const plain = {
    ...parts,
    lines: [{ ...line, worth: quetzales(200), warranty: null }],
    shipping: zero,
    donation: zero,
  };
  expect(texts({ ...plain, due: quetzales(200), amount: quetzales(200) })).toEqual(['2 Bocina 20000']);
  expect(texts({ ...plain, hasGiftCards: true, due: quetzales(150), amount: quetzales(150) })[1]).toBe(
    'Puntos y tarjeta de regalo -5000',
  );
});
