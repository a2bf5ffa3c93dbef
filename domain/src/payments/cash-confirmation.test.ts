import { expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { cashConfirmationHours, isSmallOrder } from './cash-confirmation.ts';

const small = { isContactConfirmed: false, total: quetzales(9_999.99), units: 20, isOverBudget: false };
const always = { ...defaultShopPolicy, cashConfirmation: true };

test.each([
  ['below both limits', small, defaultShopPolicy, null],
  ['of Q10,000', { ...small, total: quetzales(10_000) }, defaultShopPolicy, 2],
  ['of 21 units', { ...small, units: 21 }, defaultShopPolicy, 2],
  [
    'of a customer, of any size',
    { isContactConfirmed: true, total: quetzales(25_000), units: 500, isOverBudget: false },
    defaultShopPolicy,
    null,
  ],
  ['in a shop where all wait', small, always, 48],
  ['of many units in a shop where all wait', { ...small, units: 21 }, always, 2],
  ['from an address over its budget', { ...small, isOverBudget: true }, defaultShopPolicy, 2],
  [
    'of a customer from an address over its budget',
    { ...small, isContactConfirmed: true, isOverBudget: true },
    defaultShopPolicy,
    2,
  ],
  ['of a customer in a shop where all wait', { ...small, isContactConfirmed: true, units: 21 }, always, 48],
  [
    'in a shop with other limits',
    small,
    { ...defaultShopPolicy, guestConfirmationUnits: 19, guestConfirmationHours: 6 },
    6,
  ],
])('[DEC-218] a cash order %s waits this many hours for its mailed link', (_, order, policy, hours) => {
  expect(cashConfirmationHours(order, policy)).toBe(hours);
});

test.each([
  ['three units of Q2,500', { units: 3, total: quetzales(2_500) }, true],
  ['four units', { units: 4, total: quetzales(2_500) }, false],
  ['three units of a centavo more than Q2,500', { units: 3, total: centavos(250_001) }, false],
])('[DEC-218] whether an order is small: %s', (_, order, isSmall) => {
  expect(isSmallOrder(order, defaultShopPolicy)).toBe(isSmall);
});
