import { describe, expect, test } from 'vitest';
import { addToWishlist, canSaveForLater, moveButton, wishlistTitle } from './wishlist.ts';

test.each([
  [1, true, true],
  [1, false, false],
  [2, true, false],
  [2, false, false],
])('[CART-07] [SEL-08] [DIF-13] the button for seller %d, session %s: %s', (sellerId, hasSession, expected) => {
  expect(canSaveForLater({ sellerId }, hasSession)).toBe(expected);
});

describe('adding', () => {
  const entries = [
    { sku: 'a', quantity: 4 },
    { sku: 'b', quantity: 1 },
  ];
  const full = Array.from({ length: 100 }, (_, index) => ({ sku: `s${index}`, quantity: 1 }));

  test.each([
    ['a new sku', entries, { sku: 'c', quantity: 2 }, [...entries, { sku: 'c', quantity: 2 }]],
    ['an existing sku', entries, { sku: 'a', quantity: 2 }, [{ sku: 'a', quantity: 6 }, entries[1]]],
    ['more than ten units', entries, { sku: 'a', quantity: 7 }, [{ sku: 'a', quantity: 10 }, entries[1]]],
    ['the 100th sku', full.slice(1), { sku: 'z', quantity: 1 }, [...full.slice(1), { sku: 'z', quantity: 1 }]],
    [
      'an existing sku in a full list',
      full,
      { sku: 's0', quantity: 1 },
      [{ sku: 's0', quantity: 2 }, ...full.slice(1)],
    ],
  ])('[DEC-73] [DEC-157] %s', (_, before, added, expected) => {
    expect(addToWishlist(before, added)).toEqual({ ok: true, value: expected });
  });

  test('[DEC-73] a list with 100 products refuses a new product', () => {
    const error = { code: 'WISHLIST_FULL', limit: 100 };
    expect(addToWishlist(full, { sku: 'z', quantity: 1 })).toEqual({ ok: false, error });
  });
});

test('[WISH-03] [WISH-08] [DEC-157] the wish list has the documented texts', () => {
  expect(moveButton(true)).toEqual({ label: 'No disponible', isDisabled: true });
  expect(moveButton(false)).toEqual({ label: 'Mover a carrito', isDisabled: false });
  expect(wishlistTitle).toBe('Mi lista de deseos');
});
