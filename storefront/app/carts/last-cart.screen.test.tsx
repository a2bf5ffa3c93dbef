import { waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { cartStorageKey } from '../platform/storage-keys.ts';
import { refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { readLastCart } from './last-cart.ts';

afterEach(() => localStorage.clear());

test('the last seen cart is stored for offline use, without the recipients of gift cards', async () => {
  const line = sampleLine({
    quantity: 2,
    giftCard: {
      giftcardEmail: 'abuela@ejemplo.gt',
      giftcardName: 'Abuela Rosa',
      giftcardMessage: 'Con cariño',
      giftcardDeliveryDate: '2026-12-24',
    },
  });
  await openCart(sampleCart([line]));
  await waitFor(() => expect(readLastCart()?.lines).toHaveLength(1));
  expect(readLastCart()).toMatchObject({ cartId: sampleCartId, lines: [{ title: line.title, quantity: 2 }] });
  expect(readLastCart()?.lines[0]?.total).toMatch(/^Q[\d,]+\.\d{2}$/);
  expect(localStorage.getItem('ceiba.lastCart')).not.toMatch(/abuela|cariño/i);

  localStorage.setItem(cartStorageKey, '00000000-0000-4000-8000-0000000000ff');
  expect(readLastCart(), 'of another cart').toBeNull();
});

test('the data of a deleted cart is removed from storage', async () => {
  const last = { cartId: sampleCartId, lines: [], subtotal: 'Q1.00', seenAt: '2026-11-22T00:00:00.000Z' };
  await renderScreen('/cart', {
    local: { [cartStorageKey]: sampleCartId, 'ceiba.lastCart': JSON.stringify(last) },
    calls: { getCart: refusal('CART_NOT_FOUND'), getRecommendations: { products: [], resultId: sampleCartId } },
  });
  await waitFor(() => expect(localStorage.getItem(cartStorageKey)).toBeNull());
  expect(localStorage.getItem('ceiba.lastCart')).toBeNull();
});

test.each([
  '{',
  '[]',
  '{"cartId":"x"}',
  '{"cartId":"x","lines":[{}],"subtotal":"Q1.00","seenAt":"2026-11-22T00:00:00Z"}',
])('an invalid text in storage counts as no cart: %s', (stored) => {
  localStorage.setItem(cartStorageKey, 'x');
  localStorage.setItem('ceiba.lastCart', stored);
  expect(readLastCart()).toBeNull();
});
