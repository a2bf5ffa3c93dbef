import { afterAll, beforeAll, expect, test } from 'vitest';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(() => open.close());

test('[DEC-72] a cart that was ordered says so, and no longer tells whoever knows its id who ordered, where to, or for whom', async () => {
  const { shop } = open;
  const radio = await createProduct(shop.db, { sku: 'RADIO', price: 1_000_00 });
  const gift = await createProduct(shop.db, { sku: 'REGALO', kind: 'gift_card', price: 100_00 });
  const cartId = await prepareCart(shop, { lines: [{ productId: radio, quantity: 1 }] });
  const delivered = {
    giftcardEmail: 'ana@correo.gt',
    giftcardName: 'Ana',
    giftcardDeliveryDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
  };
  await shop.db.pool.query(
    'insert into cart_lines (id, cart_id, product_id, quantity, gift_card) values (gen_random_uuid(), $1, $2, 1, $3)',
    [cartId, gift, JSON.stringify(delivered)],
  );
  const read = async () => (await shop.inject({ url: `/v1/carts/${cartId}` })).body;
  const personal = ['lucia@correo.gt', '12 calle 1-25', '55554444', '576937K', 'ana@correo.gt'];
  const before = await read();
  expect(personal.filter((text) => before.includes(text))).toEqual(personal);
  expect(before).toContain('"ended":null');

  const answer = await postOrder(shop, { cartId, payments: [cash(1_100)] });
  expect(answer.statusCode, answer.body).toBe(200);
  const after = await read();
  expect(personal.filter((text) => after.includes(text))).toEqual([]);
  expect(after).toContain('"sku":"RADIO"');
  expect(after).toContain('"ended":"ordered"');
});
