import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import {
  card,
  cash,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../../testing/test-desk.ts';
import type { TestShop } from '../../testing/test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let desk: TestDesk;
let tv: number;
let radio: number;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV-55', price: 1_500_00, stock: 500 });
  radio = await createProduct(shop.db, { sku: 'RADIO', price: 100_00, stock: 500, sellerId: 2, offerId: 'o-1' });
  desk = await openDesk(shop, 'support');
});
afterAll(() => open.close());

/** Places an order by card, or in cash; answers its number. */
async function place(
  cart: Omit<ReadyCart, 'lines'> & { productId?: number },
  payment: 'card' | 'cash' = 'card',
): Promise<string> {
  const { productId = tv, ...rest } = cart;
  const cartId = await prepareCart(shop, { ...rest, lines: [{ productId, quantity: 1 }] });
  const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
  const total = prices.grandTotal.value;
  const placed = outcomeOf(
    await postOrder(shop, { cartId, payments: [payment === 'card' ? card(total) : cash(total)] }),
  );
  expect(placed).toMatch(/^200 \d{9}$/);
  return placed.slice(4);
}

const numbers = async (query: Record<string, unknown>, person = desk): Promise<string[]> => {
  const answer = await person.call('listOrderRows', { query });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.data.map(({ number }) => number);
};

test('[OFF-15] orders are found by what they say, newest first', async () => {
  const first = await place({ email: 'ana@correo.gt', telephone: '41112222' });
  const second = await place({ email: 'beto@correo.gt', telephone: '41113333', productId: radio }, 'cash');
  expect(await numbers({})).toEqual([second, first]);
  for (const q of [
    '41112222',
    '4111-2222',
    '+502 4111 2222',
    'ana@correo',
    'tv-55',
    first,
    first.slice(0, 8) + first.slice(8),
  ])
    expect(await numbers({ q }), q).toEqual([first]);
  expect(await numbers({ q: 'luc paz' })).toEqual([second, first]);
  expect(await numbers({ q: 'Lucía radio' })).toEqual([second]);
  expect(await numbers({ q: 'nadie' })).toEqual([]);
});
