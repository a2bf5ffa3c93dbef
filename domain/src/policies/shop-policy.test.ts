import { describe, expect, test } from 'vitest';
import { quetzales } from '../money/money.ts';
import {
  changesOf,
  expectedOf,
  ofPublicPolicy,
  readablePolicy,
  readPolicy,
  shownValue,
  toPublicPolicy,
  withChanges,
} from './policy-fields.ts';
import { defaultShopPolicy, policyFields, type ShopPolicy } from './shop-policy.ts';
import { supportChatLink, supportPhoneLink } from './support-links.ts';

const changed = (field: string, text: string, policy: ShopPolicy = defaultShopPolicy) => {
  const result = withChanges(policy, { [field]: text });
  return result.ok ? changesOf(result.value) : result.error.code;
};

describe('texts of an operator', () => {
  test.each<[string, string, object | string]>([
    ['freeDeliveryThreshold', '800', { freeDeliveryThreshold: 80_000 }],
    ['freeDeliveryThreshold', 'Q1,234.50', { freeDeliveryThreshold: 123_450 }],
    ['freeDeliveryThreshold', '0', { freeDeliveryThreshold: 0 }],
    ['freeDeliveryThreshold', '1000000', { freeDeliveryThreshold: 100_000_000 }],
    ['freeDeliveryThreshold', '1000000.01', 'invalid_value'],
    ['freeDeliveryThreshold', '-1', 'invalid_value'],
    ['freeDeliveryThreshold', '1.005', 'invalid_value'],
    ['freeDeliveryThreshold', '12,34', 'invalid_value'],
    ['freeDeliveryThreshold', 'none', 'invalid_value'],
    ['freeDeliveryThreshold', '', 'invalid_value'],
    ['cashLimit', '5000', { cashLimit: 500_000 }],
    ['cashLimit', 'none', { cashLimit: null }],
    ['cashLimit', '25000', {}],
    ['bankDiscountBasisPoints', '12.5 %', { bankDiscountBasisPoints: 1_250 }],
    ['bankDiscountBasisPoints', '100', { bankDiscountBasisPoints: 10_000 }],
    ['bankDiscountBasisPoints', '100.01', 'invalid_value'],
    ['deliveryCutoffHour', '24', { deliveryCutoffHour: 24 }],
    ['deliveryCutoffHour', '25', 'invalid_value'],
    ['guestCartDays', '0', 'invalid_value'],
    ['guestCartDays', '1', { guestCartDays: 1 }],
    ['guestCartDays', '365', { guestCartDays: 365 }],
    ['guestCartDays', '366', 'invalid_value'],
    ['guestCartDays', '1.5', 'invalid_value'],
    ['pickupOpensAt', '08:30', { pickupOpensAt: 510 }],
    ['pickupOpensAt', '8:60', 'invalid_value'],
    ['pickupClosesAt', '24:00', { pickupClosesAt: 1_440 }],
    ['pickupClosesAt', '24:01', 'invalid_value'],
    ['pickupClosesAt', '09:00', 'invalid_value'],
    ['pickupNextDayAt', '08:59', 'invalid_value'],
    ['pickupNextDayAt', '09:00', { pickupNextDayAt: 540 }],
    ['pickupNextDayAt', '19:00', { pickupNextDayAt: 1_140 }],
    ['pickupNextDayAt', '19:01', 'invalid_value'],
    ['installmentsMinimum', '500.01', 'invalid_value'],
    ['installmentsMinimum', '330', { installmentsMinimum: 33_000 }],
    ['calculatorAbove', '498.99', 'invalid_value'],
    ['calculatorAbove', '799', { calculatorAbove: 79_900 }],
    ['supportPhone', '2222 3333', { supportPhone: '2222 3333' }],
    ['supportWhatsApp', '5555-1234', { supportWhatsApp: '5555-1234' }],
    ['supportWhatsApp', '4232-000', 'invalid_value'],
    ['supportWhatsApp', '50255551234', 'invalid_value'],
    ['supportWhatsApp', 'none', {}],
    ['supportPhone', '123', 'invalid_value'],
    ['supportPhone', '1234567890123', 'invalid_value'],
    ['supportPhone', '4232-000"><script>', 'invalid_value'],
    ['cashConfirmation', 'yes', { cashConfirmation: true }],
    ['cashConfirmation', 'maybe', 'invalid_value'],
    ['guestConfirmationFrom', '5000', { guestConfirmationFrom: 500_000 }],
    ['guestConfirmationUnits', '0', { guestConfirmationUnits: 0 }],
    ['guestConfirmationHours', '0', 'invalid_value'],
    ['orderShareBasisPoints', '25', { orderShareBasisPoints: 2_500 }],
    ['orderShareBasisPoints', '100.01', 'invalid_value'],
    ['smallOrderUnits', '0', { smallOrderUnits: 0 }],
    ['smallOrderValue', 'none', 'invalid_value'],
    ['unpaidUnits', '0', 'invalid_value'],
    ['unpaidValue', '10,000,000', { unpaidValue: 1_000_000_000 }],
    ['unpaidValue', '10,000,000.01', 'invalid_value'],
    ['unconfirmedValue', '1,000,000.01', 'invalid_value'],
    ['unpaidOrderDays', '60', { unpaidOrderDays: 60 }],
    ['unpaidOrderDays', '61', 'invalid_value'],
    ['declinesPerCard', '3', { declinesPerCard: 3 }],
    ['declinesPerShop', '0', 'invalid_value'],
    ['ordersPerAddress', '0', 'invalid_value'],
    ['constructor', '1', 'unknown_field'],
    ['freeDelivery', '1', 'unknown_field'],
  ])('%s %j', (field, text, expected) => {
    expect(changed(field, text)).toEqual(expected);
  });

  test('"default" restores the requirements’ value', () => {
    const policy = { ...defaultShopPolicy, returnDays: 10, homeRegionDays: 2 };
    expect(changed('returnDays', 'default', policy)).toEqual({ homeRegionDays: 2 });
  });

  test('cuotas and their calculator change together, so that the calculator promises only offered plans', () => {
    const raised = { ...defaultShopPolicy, calculatorAbove: quetzales(799) };
    expect(changed('installmentsMinimum', '800', raised)).toEqual({
      calculatorAbove: 79_900,
      installmentsMinimum: 80_000,
    });
    expect(withChanges(raised, { installmentsMinimum: '800.01' })).toMatchObject({
      error: { field: 'installmentsMinimum', expected: expect.stringContaining('calculatorAbove (Q799.00)') },
    });
    const both = { ...raised, installmentsMinimum: quetzales(800) };
    expect(withChanges(both, { calculatorAbove: 'default' })).toMatchObject({ ok: false });
    expect(withChanges(defaultShopPolicy, { calculatorAbove: '300' })).toMatchObject({
      error: { field: 'calculatorAbove', expected: expect.stringContaining('installmentsMinimum (Q500.00)') },
    });
  });

  test('a refusal names the accepted values, and nothing changes', () => {
    const policy = { ...defaultShopPolicy };
    expect(withChanges(policy, { returnDays: 'many' })).toEqual({
      ok: false,
      error: { code: 'invalid_value', field: 'returnDays', expected: 'a whole number of business days, 0 to 365' },
    });
    expect(policy).toEqual(defaultShopPolicy);
  });
});

describe('the stored policy', () => {
  test('an empty row has the defaults of the requirements', () => {
    expect(readPolicy({})).toEqual({ ok: true, value: defaultShopPolicy });
    expect(changesOf(defaultShopPolicy)).toEqual({});
  });

  test('storing and parsing a policy does not change it', () => {
    const policy = {
      ...defaultShopPolicy,
      freeDeliveryThreshold: defaultShopPolicy.homeRegionFee,
      cashConfirmation: true,
    };
    expect(readPolicy(JSON.parse(JSON.stringify(changesOf(policy))))).toEqual({ ok: true, value: policy });
  });

  test('the valid part of an invalid row is used', () => {
    const stored = { returnDays: -3, shippingHours: 12, ofTomorrow: 1, supportPhone: 7 };
    expect(readPolicy(stored).ok).toBe(false);
    expect(readablePolicy(stored)).toEqual({ ...defaultShopPolicy, shippingHours: 12 });
  });

  test('a field of a newer version is ignored', () => {
    expect(readPolicy({ ofTomorrow: 1 })).toEqual({ ok: true, value: defaultShopPolicy });
  });

  test.each<[string, unknown]>([
    ['freeDeliveryThreshold', '1000'],
    ['freeDeliveryThreshold', 0.5],
    ['freeDeliveryThreshold', null],
    ['supportPhone', 4232000],
    ['cashConfirmation', 1],
    ['pickupOpensAt', 1_140],
  ])('%s: %j is refused', (field, value) => {
    expect(readPolicy({ [field]: value })).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
  });
});

test('every field shows in the form that an operator may type, except for its unit', () => {
  for (const field of policyFields) {
    const shown = shownValue(defaultShopPolicy, field).replace(
      / (?:business|days|hours|minutes|o’clock|orders|units|charges|cards|e-mails|opening).*/,
      '',
    );
    expect(changed(field, shown), `${field}: ${shown} (${expectedOf(field)})`).toEqual({});
  }
});

test('browsers get only the fields that pages quote, in quetzales, and parse them without a change', () => {
  const policy = { ...defaultShopPolicy, freeDeliveryThreshold: quetzales(800), cashLimit: null };
  const answer = toPublicPolicy(policy);
  expect(answer).toMatchObject({ freeDeliveryThreshold: 800, cashLimit: null, bankDiscountBasisPoints: 1_000 });
  expect(answer).not.toHaveProperty('employeeDiscountBasisPoints');
  const read = ofPublicPolicy(JSON.parse(JSON.stringify(answer)));
  expect(policy).toMatchObject(read);
  expect(Object.keys(read)).toEqual(Object.keys(answer));
  expect(() => ofPublicPolicy({ ...answer, homeRegionFee: 0.001 })).toThrow('not an amount of the contract: 0.001');
});

test.each<[string, string | undefined]>([
  ['4232-000', undefined],
  ['2232-0000', 'tel:+50222320000'],
  ['2232 0000', 'tel:+50222320000'],
  ['50222320000', undefined],
])('the support number %s is a link only if a phone can dial the number: %s', (supportPhone, link) => {
  expect(supportPhoneLink({ supportPhone })).toBe(link);
});

test.each<[string | null, string | null]>([
  [null, null],
  ['5555-1234', 'https://wa.me/50255551234'],
])('the number for WhatsApp %s opens a chat: %s', (supportWhatsApp, link) => {
  expect(supportChatLink({ supportWhatsApp })).toBe(link);
});

test('the support number has the form of the requirements', () => {
  expect(defaultShopPolicy.supportPhone).toBe('4232-000');
});

test('[DEC-218] the budget of unconfirmed orders leaves room for confirmed orders', () => {
  const policy = defaultShopPolicy;
  // Small orders beyond the budget. While the first of them wait, an address may place half as many small orders as
  // orders in total.
  const little = (policy.ordersPerAddress / 2) * policy.guestConfirmationHours;
  expect(policy.unconfirmedUnits + little * policy.smallOrderUnits).toBeLessThan(policy.unpaidUnits);
  expect(policy.unconfirmedValue + little * policy.smallOrderValue).toBeLessThan(policy.unpaidValue);
});
