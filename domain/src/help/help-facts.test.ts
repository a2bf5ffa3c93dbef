import { expect, test } from 'vitest';
import { quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { businessDaysText, helpFacts, minutesText, withFacts } from './help-facts.ts';

test('a text contains the values of the current policy', () => {
  const text = 'Desde {freeDeliveryThreshold}; devoluciones por {returnDays}.';
  expect(withFacts(text, helpFacts(defaultShopPolicy))).toBe('Desde Q1,000; devoluciones por 30 días hábiles.');
  const changed = { ...defaultShopPolicy, freeDeliveryThreshold: quetzales(799.5), returnDays: 1 };
  expect(withFacts(text, helpFacts(changed))).toBe('Desde Q799.50; devoluciones por 1 día hábil.');
});

test('an unknown name stays as typed', () => {
  expect(withFacts('{nada} {toString} {} {', helpFacts(defaultShopPolicy))).toBe('{nada} {toString} {} {');
});

test.each([
  [0, '0 minutos'],
  [1, '1 minuto'],
  [45, '45 minutos'],
  [60, '1 hora'],
  [90, '90 minutos'],
  [120, '2 horas'],
])('%i minutes show as %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

test('one day has the singular text', () => {
  expect([1, 2].map(businessDaysText)).toEqual(['1 día hábil', '2 días hábiles']);
});
