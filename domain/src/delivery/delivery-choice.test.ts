import { describe, expect, test } from 'vitest';
import {
  allowsDeliveryType,
  defaultZones,
  deliveryChoice,
  deliveryTypeLabels,
  deliveryTypeOf,
  type ItemToDeliver,
  shippingMethodOf,
  todayOption,
} from './delivery-choice.ts';
import { digitalDeliveryText } from './digital-delivery.ts';
import { exclusiveItems } from './exclusive-items.ts';
import { defaultPickupRegionId, homeRegionId } from './regions.ts';

const plain: ItemToDeliver = { isRestricted: false, isDropshipping: false };
const restricted = { ...plain, isRestricted: true };
const dropshipping = { ...plain, isDropshipping: true };

describe('choice', () => {
  test.each<[string, ItemToDeliver[], boolean, string | null, boolean]>([
    ['[DEL-01] both ways', [plain], true, null, true],
    ['[DEL-03] no pickup stock', [plain], false, 'delivery', false],
    ['[DEL-03] dropshipping', [plain, dropshipping], true, 'delivery', false],
    ['[DEL-02] restricted', [plain, restricted], true, 'storepickup', false],
    ['[DIF-19] restricted first', [restricted, dropshipping], false, 'storepickup', false],
    ['[DEC-84] nothing to deliver', [], true, null, false],
  ])('%s', (_, items, hasPickupStock, forced, isSelectorVisible) => {
    expect(deliveryChoice(items, hasPickupStock)).toEqual({ forced, isSelectorVisible });
  });
});

const own = { ...plain, isThirdParty: false };

test.each([
  ['[DEC-89] own goods', [own], true, true],
  ['[DEC-89] restricted', [own, { ...own, isRestricted: true }], false, true],
  ['[DEC-97] dropshipping', [own, { ...own, isDropshipping: true }], true, false],
  ['[DEC-97] third party', [own, { ...own, isThirdParty: true }], true, false],
  ['[DEC-89] restricted before third party', [{ ...own, isRestricted: true, isThirdParty: true }], false, true],
  ['[DEC-84] nothing', [], true, true],
])('%s: delivered %s, picked up %s', (_, items, isDelivered, isPickedUp) => {
  expect(allowsDeliveryType(items, 'delivery')).toBe(isDelivered);
  expect(allowsDeliveryType(items, 'storepickup')).toBe(isPickedUp);
});

test.each([
  [
    'a pickup item and a third-party item',
    [
      { ...own, isRestricted: true },
      { ...own, isThirdParty: true },
    ],
    [0],
    [1],
  ],
  [
    'a pickup item and two delivery items',
    [{ ...own, isDropshipping: true }, { ...own, isRestricted: true }, own, { ...own, isThirdParty: true }],
    [1],
    [0, 3],
  ],
])('[DEC-89] [DEC-97] items exclude each other: %s', (_, items, pickupOnly, homeOnly) => {
  expect(exclusiveItems(items)).toEqual({
    pickupOnly: pickupOnly.map((index) => items[index]),
    homeOnly: homeOnly.map((index) => items[index]),
  });
});

test.each([
  ['own goods and a pickup item', [own, { ...own, isRestricted: true }]],
  ['own goods and a delivery item', [own, { ...own, isThirdParty: true }]],
  ['a restricted dropshipping item alone', [{ ...own, isRestricted: true, isDropshipping: true }]],
  ['nothing', []],
])('no items exclude each other: %s', (_, items) => {
  expect(exclusiveItems(items)).toBeNull();
});

describe('names', () => {
  test('the delivery types have the documented labels', () => {
    expect(deliveryTypeLabels).toEqual({ delivery: 'A domicilio', storepickup: 'Recoger en tienda' });
    expect(todayOption).toEqual({ value: 'today', label: 'Hoy', isDisabled: true });
    expect(digitalDeliveryText).toBe('Producto digital: lo recibirás por correo electrónico.');
  });

  test('[DEL-18] [CONST-26] [CONST-27] a delivery type becomes a shipping method and back', () => {
    const delivery = shippingMethodOf('delivery');
    const pickup = shippingMethodOf('storepickup');
    expect(delivery).toEqual({ carrierCode: 'tablerate', methodCode: 'bestway', notificationMode: 'all' });
    expect(pickup).toEqual({ carrierCode: 'instore', methodCode: 'pickup', notificationMode: 'all' });
    expect([deliveryTypeOf(delivery), deliveryTypeOf(pickup)]).toEqual(['delivery', 'storepickup']);
  });

  test.each([
    ['tablerate', 'pickup'],
    ['instore', 'bestway'],
    ['other', 'pickup'],
    ['other', 'bestway'],
  ])('%s/%s is not a delivery type', (carrierCode, methodCode) => {
    expect(deliveryTypeOf({ carrierCode, methodCode })).toBeNull();
  });

  test('each delivery type has its default zone and department', () => {
    expect(defaultZones).toEqual({ delivery: 'Zona 00', storepickup: 'Zone 00' });
    expect([homeRegionId, defaultPickupRegionId]).toEqual([485, 488]);
  });
});
