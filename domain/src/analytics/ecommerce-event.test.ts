import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { ecommerceEvent, ecommerceItem, type MeasuredLine } from './ecommerce-event.ts';
import { paymentEvent, purchaseEvent } from './order-event.ts';

const line: MeasuredLine = {
  sku: 'TV-1',
  title: 'Televisor',
  brand: 'Kairu',
  categories: ['TV y video', 'Televisores'],
  salesPrice: centavos(199_950),
  quantity: 2,
};

const item = {
  item_id: 'TV-1',
  item_name: 'Televisor',
  item_brand: 'Kairu',
  item_category: 'TV y video',
  item_category2: 'Televisores',
  price: 1999.5,
  quantity: 2,
};

describe('items', () => {
  test('[DEC-183] an item has the documented fields', () => {
    expect(ecommerceItem(line, 3)).toEqual({ ...item, index: 3 });
  });

  test('[ANA-04] [CONST-47] an item names at most five levels of categories', () => {
    const categories = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { item_id, item_name, item_brand, price, quantity, index, ...levels } = ecommerceItem(
      { ...line, categories },
      0,
    );
    expect([item_id, item_name, item_brand, price, quantity, index]).toEqual([
      'TV-1',
      'Televisor',
      'Kairu',
      1999.5,
      2,
      0,
    ]);
    expect(levels).toEqual({
      item_category: 'a',
      item_category2: 'b',
      item_category3: 'c',
      item_category4: 'd',
      item_category5: 'e',
    });
  });
});

test.each([
  [120, 120],
  [121, 120],
])('a text of %i characters is cut to %i', (written, kept) => {
  const text = 'x'.repeat(written);
  const item = ecommerceItem({ ...line, title: text, brand: text, categories: [text] }, 0);
  expect([item.item_name, item.item_brand, item.item_category].map((each) => each?.length)).toEqual([kept, kept, kept]);
});

describe('events', () => {
  test('[ANA-03] [DEC-160] an event is in GTQ and counts its items from 0', () => {
    expect(ecommerceEvent('begin_checkout', quetzales(30), [line, line])).toEqual({
      event: 'begin_checkout',
      ecommerce: {
        currency: 'GTQ',
        value: 30,
        items: [
          { ...item, index: 0 },
          { ...item, index: 1 },
        ],
      },
    });
  });

  test.each([
    ['MAX100', 'MAX100'],
    [null, ''],
  ])('[ORD-11] [DEC-183] a purchase with coupon %s', (coupon, sent) => {
    const order = {
      orderNumber: '100000001',
      total: centavos(402_900),
      shipping: quetzales(30),
      coupon,
      paymentType: 'Card',
      tax: centavos(43_168),
    };
    expect(purchaseEvent(order, [line])).toEqual({
      event: 'purchase',
      ecommerce: {
        currency: 'GTQ',
        value: 4029,
        items: [{ ...item, index: 0 }],
        transaction_id: '100000001',
        tax: 431.68,
        shipping: 30,
        coupon: sent,
        payment_type: 'Card',
      },
    });
  });
});

test('[ANA-03] [DEC-160] a payment event names the payment method, and no data of the buyer', () => {
  expect(paymentEvent('checkout_payment', quetzales(30), { lines: [line], paymentType: 'Cash' })).toEqual({
    event: 'checkout_payment',
    ecommerce: { currency: 'GTQ', value: 30, items: [{ ...item, index: 0 }], payment_type: 'Cash' },
  });
});
