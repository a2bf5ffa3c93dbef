import { expect, test } from 'vitest';
import { lossesIn } from './books.ts';

const orders = (...rows: [cartId: string, number: number][]) => rows.map(([cartId, number]) => ({ cartId, number }));
const nothing = { orders: 0, surplusOrders: 0, carts: 0 };

test('books that hold what was promised have no losses', () => {
  const told = orders(['a', 1], ['b', 2]);
  expect(lossesIn({ orders: told, carts: [] }, orders(['b', 2], ['a', 1]), [])).toEqual(nothing);
});

test('a promised order that is not there is lost', () => {
  expect(lossesIn({ orders: orders(['a', 1], ['b', 2]), carts: [] }, orders(['b', 2]), [])).toEqual({
    ...nothing,
    orders: 1,
  });
});

test('an order nobody was told of, or a second one for a cart, is one too many', () => {
  const books = orders(['a', 1], ['a', 2], ['c', 3]);
  expect(lossesIn({ orders: orders(['a', 1]), carts: [] }, books, [])).toEqual({ ...nothing, surplusOrders: 2 });
});

test('an order under another number than was told is lost, and another is too many', () => {
  const losses = lossesIn({ orders: orders(['a', 1]), carts: [] }, orders(['a', 9]), []);
  expect(losses).toEqual({ orders: 1, surplusOrders: 1, carts: 0 });
});

test('one order told twice is one order', () => {
  expect(lossesIn({ orders: orders(['a', 1], ['a', 1]), carts: [] }, orders(['a', 1]), [])).toEqual(nothing);
});

test.each([
  [2, 1],
  [3, 0],
  [4, 0],
])('a cart to which three units were added and that holds %d counts %d losses', (quantity, losses) => {
  const lines = [
    { cartId: 'a', sku: 'X', quantity },
    { cartId: 'a', sku: 'Y', quantity: 9 },
    { cartId: 'b', sku: 'X', quantity: 9 },
  ];
  const carts = [{ id: 'a', sku: 'X', added: 3 }];
  expect(lossesIn({ orders: [], carts }, [], lines)).toEqual({ ...nothing, carts: losses });
});

test('a cart without the promised line is lost; one to which nothing was added is not', () => {
  const carts = [
    { id: 'a', sku: 'X', added: 1 },
    { id: 'b', sku: 'X', added: 0 },
  ];
  expect(lossesIn({ orders: [], carts }, [], [])).toEqual({ ...nothing, carts: 1 });
});
