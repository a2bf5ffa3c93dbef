import { expect, test } from 'vitest';
import { readPriceWish } from './price-wish.ts';

const summary = (text: string): string => {
  const { words, wish } = readPriceWish(text);
  if (wish === null) return `${words} | –`;
  const { min, max, first, isOffersOnly } = wish;
  const parts = [
    min === null ? '' : `from ${min / 100}`,
    max === null ? '' : `to ${max / 100}`,
    first === 'best-selling' ? '' : first,
    isOffersOnly ? 'offers' : '',
  ];
  return `${words} | ${parts.filter((part) => part !== '').join(' ')}`;
};

test.each([
  ['televisor menos de 3000', 'televisor | to 3000'],
  ['televisor menos de Q3,000.50', 'televisor | to 3000.5'],
  ['tele hasta q 2500', 'tele | to 2500'],
  ['tele <3000', 'tele | to 3000'],
  ['tele <= 3000', 'tele | to 3000'],
  ['laptop más de 10000', 'laptop | from 10000'],
  ['laptop desde Q8,000', 'laptop | from 8000'],
  ['laptop > 8000', 'laptop | from 8000'],
  ['laptop menos de 5 mil', 'laptop | to 5000'],
  ['laptop menos de 5mil', 'laptop | to 5000'],
  ['celulares de menos de mil', 'celulares | to 1000'],
  ['celular entre 1000 y 2000', 'celular | from 1000 to 2000'],
  ['celular entre 2 y 3 mil', 'celular | from 2000 to 3000'],
  ['celular entre Q2000 y Q1000', 'celular | from 1000 to 2000'],
  ['entre 2000 y 3000 refrigeradora', 'refrigeradora | from 2000 to 3000'],
  ['colchón de 1000 a 2000 quetzales', 'colchón | from 1000 to 2000'],
  ['más de 3000 menos de 2000', ' | from 2000 to 3000'],
  ['tablet con Q1500', 'tablet | to 1500 dearest'],
  ['celular de 2000 quetzales', 'celular | to 2000 dearest'],
  ['el celular más barato', 'el celular | cheapest'],
  ['laptop económica menos de 5000', 'laptop | to 5000 cheapest'],
  ['lo más barato en audífonos', 'audífonos | cheapest'],
  ['tele en oferta', 'tele | offers'],
  ['ofertas de laptops', 'laptops | offers'],
  ['¿celulares baratos?', '¿celulares | cheapest'],
  ['barato', ' | cheapest'],
  // No prices: sizes, counts, models, and numbers below 100 without a currency.
  ['televisor', 'televisor | –'],
  ['soporte hasta 55', 'soporte hasta 55 | –'],
  ['soporte de 32 a 65 pulgadas', 'soporte de 32 a 65 pulgadas | –'],
  ['celular menos de 256 gb', 'celular menos de 256 gb | –'],
  ['aire 12000 btu', 'aire 12000 btu | –'],
  ['tele menos de 99', 'tele menos de 99 | –'],
  ['tele menos de 100', 'tele | to 100'],
  ['tele menos de Q99', 'tele | to 99'],
  ['llanta 185/65 R15', 'llanta 185/65 R15 | –'],
  ['menos de', 'menos de | –'],
  ['entre 1000 y', 'entre 1000 y | –'],
  ['Q', 'Q | –'],
  ['', ' | –'],
])('[DEC-180] %s', (text, expected) => {
  expect(summary(text)).toBe(expected);
  const { words, wish } = readPriceWish(text);
  if (wish === null) return;
  expect(readPriceWish(`${words} ${wish.said}`)).toEqual({ words, wish });
  // Even without its limits, the rest of the wish keeps its meaning.
  const besides = readPriceWish(`${words} ${wish.saidBesides}`.trim()).wish;
  const { isOffersOnly } = wish;
  if (wish.saidBesides === '') expect(besides).toBeNull();
  else expect(besides).toMatchObject({ min: null, max: null, isOffersOnly, said: wish.saidBesides });
});

test('an amount above every price is a search word', () => {
  expect(summary('tele menos de 99999999')).toBe('tele menos de 99999999 | –');
});

const upTo = [
  ...['que no pase de', 'que no pasen de', 'que cueste menos de', 'que cuesten menos de', 'no más de', 'no mayor a'],
  ...['por debajo de', 'por menos de', 'abajo de', 'debajo de', 'menos de', 'menos que', 'menor a', 'menor de'],
  ...['menor que', 'menores a', 'menores de', 'como máximo', 'máximo de', 'máximo', 'bajo', 'hasta', '<', '<='],
];
const fromOn = [
  ...['por encima de', 'por arriba de', 'arriba de', 'encima de', 'más de', 'mayor a', 'mayor de', 'mayor que'],
  ...['mayores a', 'mayores de', 'a partir de', 'como mínimo', 'mínimo de', 'mínimo', 'desde', '>', '>='],
];

test.each([
  ...upTo.map((comparison) => [comparison, 'tele | to 3000'] as const),
  ...fromOn.map((comparison) => [comparison, 'tele | from 3000'] as const),
])('[DEC-180] “%s” before an amount is parsed completely', (comparison, expected) => {
  expect(summary(`tele ${comparison} 3000`)).toBe(expected);
  expect(readPriceWish(`tele ${comparison} 3000`).wish?.said).toBe(`${comparison} 3000`);
});

test.each([
  // Unusual spacing and punctuation.
  ['  tele   menos de 3000 ', 'tele | to 3000'],
  ['¿barato? tele', 'tele | cheapest'],
  ['(¿barata? tele', 'tele | cheapest'],
  ['tele ¡barato?!', 'tele | cheapest'],
  ['tele menos de 3000?!', 'tele | to 3000'],
  ['tele menos de q 99', 'tele | to 99'],
  ['tele menos de q. 99', 'tele | to 99'],
  ['tele menos de Q12,345', 'tele | to 12345'],
  ['tele menos de Q1,234,567', 'tele | to 1234567'],
  ['tele menos de Q1234,567', 'tele menos de Q1234,567 | –'],
  ['tele menos de Q1,2345', 'tele menos de Q1,2345 | –'],
  ['tele menos', 'tele menos | –'],
  // The largest amount that is accepted.
  ['tele menos de Q10,000,000', 'tele | to 10000000'],
  ['tele menos de Q10,000,000.01', 'tele menos de Q10,000,000.01 | –'],
  // Words that join two amounts, and words that precede them.
  ['celular entre 1000 o 2000', 'celular entre 1000 o 2000 | –'],
  ['modelo 1000 a 2000', 'modelo 1000 a 2000 | –'],
  // Between two amounts: an amount without a unit must be at least 100, or share the other's unit.
  ['celular entre 50 y 200', 'celular entre 50 y 200 | –'],
  ['celular entre 99 y 200', 'celular entre 99 y 200 | –'],
  ['celular entre 100 y 200', 'celular | from 100 to 200'],
  ['celular entre Q50 y 200', 'celular | from 50 to 200'],
  ['celular entre 50 y Q200', 'celular | from 50 to 200'],
  ['cable entre 2 y Q500', 'cable | from 2 to 500'],
  ['cable entre Q2 y Q3000', 'cable | from 2 to 3000'],
  ['juego entre 2 y 3000', 'juego entre 2 y 3000 | –'],
  ['celular entre 99 y 200 mil', 'celular | from 99000 to 200000'],
  ['celular entre 100 y 3 mil', 'celular | from 100 to 3000'],
  ['celular entre 1 y mil', 'celular | from 1 to 1000'],
  ['celular entre 5 y mil', 'celular | from 5 to 1000'],
  ['celular entre 1 y 1 mil', 'celular | from 1 to 1000'],
  ['celular entre 1 y 2 mil', 'celular | from 1000 to 2000'],
  // Words before a budget, and words that join a wish to a product.
  ['tengo Q1500 tablet', 'tablet | to 1500 dearest'],
  ['presupuesto Q1500 tablet', 'tablet | to 1500 dearest'],
  ['laptop barata con cámara', 'laptop con cámara | cheapest'],
  ['izabal q9', 'izabal q9 | –'],
  ['izabal q10', 'izabal | to 10 dearest'],
  ['barato de 1000 a 2000 tele', 'tele | from 1000 to 2000 cheapest'],
])('[DEC-180] %s, at the limits of the grammar', (text, expected) => {
  expect(summary(text)).toBe(expected);
});

test.each(['de', 'con', 'por', 'a', 'en', 'tengo', 'presupuesto'])(
  '“%s” before an amount belongs to the wish',
  (word) => {
    expect(readPriceWish(`tablet ${word} Q1500`).wish?.said).toBe(`${word} Q1500`);
  },
);

test('a wish has all its words, and also the words that set no limit', () => {
  expect(readPriceWish('laptop barata en oferta menos de 5000')).toEqual({
    words: 'laptop',
    wish: {
      min: null,
      max: 5_000_00,
      first: 'cheapest',
      isOffersOnly: true,
      said: 'barata oferta menos de 5000',
      saidBesides: 'barata oferta',
    },
  });
  expect(readPriceWish('tele <3000').wish).toMatchObject({ first: 'best-selling', saidBesides: '' });
});
