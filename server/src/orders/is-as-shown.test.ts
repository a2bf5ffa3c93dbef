import { describe, expect, test } from 'vitest';
import { isAsShown } from './is-as-shown.ts';

// Record 0037: what an order says that its page shows, beside what its cart says by then.

type Shown = Parameters<typeof isAsShown>[0];
type Items = NonNullable<Parameters<typeof isAsShown>[1]['items']>;

const line = { id: 'line-1', sku: 'TV', quantity: 2, warranty: { sku: 'GAR-2' }, giftCard: null };
const bare = { id: 'line-2', sku: 'CABLE', quantity: 1, warranty: null, giftCard: null };

/** A cart by what is compared of its lines. */
const cartOf = (...lines: Shown['lines'][number][]): Shown => ({
  email: null,
  shippingAddress: null,
  shippingMethod: null,
  billingAddress: null,
  lines,
});

const item = { cartItemId: 'line-1', sku: 'TV', quantity: 2, warranty: 'GAR-2', giftCard: null };
const bareItem = { cartItemId: 'line-2', sku: 'CABLE', quantity: 1, warranty: null, giftCard: null };

const compare = (cart: Shown, items: Items): boolean => isAsShown(cart, { items });

describe('the lines an order says', () => {
  test('are those of the cart, in any order', () => {
    expect(compare(cartOf(line, bare), [item, bareItem])).toBe(true);
    expect(compare(cartOf(line, bare), [bareItem, item])).toBe(true);
  });

  test.each<[string, Items]>([
    ['another article', [{ ...item, sku: 'RADIO' }, bareItem]],
    ['other units', [{ ...item, quantity: 3 }, bareItem]],
    ['another warranty', [{ ...item, warranty: 'GAR-3' }, bareItem]],
    ['no warranty where there is one', [{ ...item, warranty: null }, bareItem]],
    ['a warranty where there is none', [item, { ...bareItem, warranty: 'GAR-2' }]],
    ['another line', [{ ...item, cartItemId: 'line-3' }, bareItem]],
    ['a line less', [item]],
    ['a line more', [item, bareItem, { ...bareItem, cartItemId: 'line-3' }]],
    ['none at all', []],
  ])('are not those of the cart: %s', (_, items) => {
    expect(compare(cartOf(line, bare), items)).toBe(false);
  });
});
