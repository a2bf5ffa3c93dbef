import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { stockedLine } from '../testing/lines.ts';
import {
  type CartToPlace,
  checkReadiness,
  isOnSaleSinceAdded,
  type ReadinessCode,
  readinessCodes,
  readinessMessage,
} from './readiness.ts';

const ready: CartToPlace = {
  lines: [stockedLine()],
  email: 'a@b.co',
  deliveryType: 'delivery',
  storeCode: null,
  billing: { documentType: 'CF', nit: 'CF' },
  hasPaymentMethod: true,
  isEmployee: false,
  grandTotal: quetzales(100),
};

const failing = (code: ReadinessCode) => ({
  ok: false,
  error: { code, message: readinessMessage(code, defaultShopPolicy) },
});
const fine = { ok: true, value: null };
const digital = { lines: [stockedLine({ kind: 'gift_card', salableQuantity: 0 })], deliveryType: null } as const;

describe('checks', () => {
  test.each<[string, Partial<CartToPlace>, ReadinessCode | null]>([
    ['a good cart', {}, null],
    ['no lines', { lines: [] }, 'NO_PRODUCTS'],
    ['a donation alone', { lines: [stockedLine({ kind: 'donation' })] }, 'NO_PRODUCTS'],
    [
      'a donation with a product',
      { lines: [stockedLine({ kind: 'donation', status: 'OUT_OF_STOCK' }), stockedLine()] },
      null,
    ],
    ['out of stock', { lines: [stockedLine(), stockedLine({ status: 'OUT_OF_STOCK' })] }, 'OUT_OF_STOCK'],
    ['a withdrawn gift card', { lines: [stockedLine({ kind: 'gift_card', status: 'OUT_OF_STOCK' })] }, 'OUT_OF_STOCK'],
    ['more units than the stock', { lines: [stockedLine({ quantity: 11 })] }, 'QUANTITY_GREATER_THAN_STOCK'],
    ['as many units as the stock', { lines: [stockedLine({ quantity: 10 })] }, null],
    ['on sale', { lines: [stockedLine({ onSale: true })] }, 'PRODUCT_ON_SALE_IN_CART'],
    ['no e-mail', { email: null }, 'EMAIL_REQUIRED'],
    ['a blank e-mail', { email: ' ' }, 'EMAIL_REQUIRED'],
    ['no method', { deliveryType: null }, 'SHIPPING_METHOD_REQUIRED'],
    ['pickup without store', { deliveryType: 'storepickup' }, 'STORE_REQUIRED'],
    ['pickup with a blank store', { deliveryType: 'storepickup', storeCode: ' ' }, 'STORE_REQUIRED'],
    ['pickup with store', { deliveryType: 'storepickup', storeCode: 'MAX' }, null],
    ['no billing', { billing: null }, 'BILLING_ADDRESS_REQUIRED'],
    ['CF just below the limit', { grandTotal: centavos(249_999) }, null],
    ['CF at the limit', { grandTotal: quetzales(2_500) }, 'REQUIRED_NIT_MAX_AMOUNT'],
    ['NIT at the limit', { grandTotal: quetzales(2_500), billing: { documentType: 'NIT', nit: '576937K' } }, null],
    ['an employee with CF', { isEmployee: true }, 'REQUIRED_NIT_MAX_AMOUNT'],
    ['an employee without billing', { isEmployee: true, billing: null }, 'BILLING_ADDRESS_REQUIRED'],
    ['no payment method', { hasPaymentMethod: false }, 'PAYMENT_METHOD_REQUIRED'],
    ['a digital cart without method', digital, null],
    ['a digital cart with pickup', { ...digital, deliveryType: 'storepickup' }, null],
  ])('[DEC-135] the first failed check: %s', (_, different, code) => {
    expect(checkReadiness({ ...ready, ...different }, 'placeOrder', defaultShopPolicy)).toEqual(
      code === null ? fine : failing(code),
    );
  });

  test('uses the limit that the operator set', () => {
    const policy = { finalConsumerLimit: quetzales(100) };
    const message = 'El NIT es requerido para compras mayores a Q100.00';
    expect(checkReadiness(ready, 'placeOrder', policy)).toEqual({
      ok: false,
      error: { code: 'REQUIRED_NIT_MAX_AMOUNT', message },
    });
  });
});

describe('order', () => {
  // Listed from the last check to the first. Each step adds a failure that precedes all failures above.
  const failures: [ReadinessCode, Partial<CartToPlace>][] = [
    ['PAYMENT_METHOD_REQUIRED', { hasPaymentMethod: false }],
    ['REQUIRED_NIT_MAX_AMOUNT', { grandTotal: quetzales(2_500) }],
    ['BILLING_ADDRESS_REQUIRED', { billing: null }],
    ['VISIT_DOES_NOT_FIT', { lines: [stockedLine({ kind: 'service', visitRefusal: 'VISIT_DOES_NOT_FIT' })] }],
    ['VISIT_NOT_COVERED', { lines: [stockedLine({ kind: 'service', visitRefusal: 'VISIT_NOT_COVERED' })] }],
    ['STORE_REQUIRED', { deliveryType: 'storepickup' }],
    ['SHIPPING_METHOD_REQUIRED', { deliveryType: null }],
    ['EMAIL_REQUIRED', { email: null }],
    ['PRODUCT_ON_SALE_IN_CART', { lines: [stockedLine({ onSale: true })] }],
    ['QUANTITY_GREATER_THAN_STOCK', { lines: [stockedLine({ onSale: true, quantity: 11 })] }],
    ['OUT_OF_STOCK', { lines: [stockedLine({ onSale: true, quantity: 11, status: 'OUT_OF_STOCK' })] }],
    ['NO_PRODUCTS', { lines: [] }],
  ];
  const confirmCodes = readinessCodes.slice(0, 9);

  test('[DEC-135] reports the first failure, and confirming a cart runs only the checks up to the visits', () => {
    let cart = ready;
    for (const [code, different] of failures) {
      cart = { ...cart, ...different };
      expect(checkReadiness(cart, 'placeOrder', defaultShopPolicy)).toEqual(failing(code));
      expect(checkReadiness(cart, 'confirmCart', defaultShopPolicy)).toEqual(
        confirmCodes.includes(code) ? failing(code) : fine,
      );
    }
  });

  test('the codes are listed in order, each with its message', () => {
    expect(failures.map(([code]) => code).reverse()).toEqual([...readinessCodes]);
    expect(new Set(readinessCodes.map((code) => readinessMessage(code, defaultShopPolicy))).size).toBe(12);
    expect(confirmCodes.at(-1)).toBe('VISIT_DOES_NOT_FIT');
  });
});

describe('a sale that began after the line was added', () => {
  const sale = { startsAt: new Date('2026-11-21T10:00:00Z'), endsAt: new Date('2026-11-21T12:00:00Z') };
  test.each([
    ['2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z', true],
    ['2026-11-21T09:59:59Z', '2026-11-21T09:59:59Z', false],
    ['2026-11-21T09:59:59Z', '2026-11-21T11:59:59Z', true],
    ['2026-11-21T09:59:59Z', '2026-11-21T12:00:00Z', false],
    ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', false],
    ['2026-11-21T10:30:00Z', '2026-11-21T11:00:00Z', false],
  ])('[DEC-80] a line added %s, now %s: on sale %s', (addedAt, now, expected) => {
    expect(isOnSaleSinceAdded(new Date(addedAt), sale, new Date(now))).toBe(expected);
    expect(isOnSaleSinceAdded(new Date(addedAt), null, new Date(now))).toBe(false);
  });
});
