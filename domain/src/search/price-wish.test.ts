import { expect, test } from 'vitest';
import { readPriceWish } from './price-wish.ts';

const told = (text: string): string => {
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
  // What is no price: sizes, counts, models, and numbers below 100 without a currency.
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
  expect(told(text)).toBe(expected);
  const { words, wish } = readPriceWish(text);
  if (wish !== null) expect(readPriceWish(`${words} ${wish.said}`)).toEqual({ words, wish });
});

test('an amount beyond every price stays a word', () => {
  expect(told('tele menos de 99999999')).toBe('tele menos de 99999999 | –');
});
