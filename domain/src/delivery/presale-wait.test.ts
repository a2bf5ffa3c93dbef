import { expect, test } from 'vitest';
import { awaitedPresale, isPresaleAhead, presaleWaitTexts } from './presale-wait.ts';

const item = (sku: string, presale?: string | null) => ({
  sku,
  presale: presale === undefined ? null : { deliveryDate: presale },
});
const today = '2026-11-24';

test.each<[string, ReturnType<typeof item>[], string | null]>([
  ['nothing', [], null],
  ['no presale', [item('A'), item('B')], null],
  ['one presale', [item('A'), item('B', '2026-12-09')], 'B'],
  ['the last of two', [item('A', '2027-01-01'), item('B', '2026-12-09')], 'A'],
  ['a presale without a day counts as the latest', [item('A', '2027-01-01'), item('B', null)], 'B'],
  ['a presale that arrives today', [item('A'), item('B', today)], 'B'],
  ['no presale, as it arrived yesterday', [item('A'), item('B', '2026-11-23')], null],
])('[DEC-215] the presale that a shipment waits for: %s', (_, items, sku) => {
  expect(awaitedPresale(items, today)?.sku ?? null).toBe(sku);
});

test.each<[string, string | null | undefined, boolean]>([
  ['no presale', undefined, false],
  ['yesterday', '2026-11-23', false],
  ['today', today, true],
  ['tomorrow', '2026-11-25', true],
  ['an unknown day', null, true],
])('[DEC-96] a presale counts until its day has passed: %s', (_, presale, isAhead) => {
  expect(isPresaleAhead(item('A', presale), today)).toBe(isAhead);
});

test('[DEC-215] the texts mention the presale that an order waits for', () => {
  expect([presaleWaitTexts.line('Consola'), presaleWaitTexts.order('Consola'), presaleWaitTexts.apart]).toEqual([
    'Sale junto con Consola',
    'Tu pedido espera a Consola',
    'Pedirlo aparte',
  ]);
});
