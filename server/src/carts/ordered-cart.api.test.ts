import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintProof } from '../testing/captcha-proofs.ts';
import { done } from '../testing/cart-calls.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { member } from '../testing/points-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(() => open.close());

test('[DEC-72] an ordered cart reports its state and shows no buyer, address or recipients', async () => {
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
    'insert into cart_lines (id, cart_id, product_id, seller_id, quantity, gift_card) values (gen_random_uuid(), $1, $2, 1, 1, $3)',
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

test('[DEC-136] only the customer sees the cart’s order number, even in refusals', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'TELE', price: 1_000_00 });
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesora', 'MAX', 'Andrea', now());
     insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)`,
  );
  const { id: customerId, headers } = await signInCustomer(shop.db, 'dueña@correo.gt', new Date());
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [cartId, customerId]);
  const line = done(await shop.call('getCart', { params: { id: cartId } }, { headers })).items[0]?.cartItemId ?? '';
  const payload = { cartId, payments: [cash(1_000)] };
  const placed = await shop.inject({ method: 'POST', url: '/v1/orders', headers, payload });
  const { orderNumber } = placed.json().data;
  expect(orderNumber).toMatch(/^1\d{8}$/);
  const params = { id: cartId };
  const proof = async () => ({ 'x-recaptcha': await mintProof(shop) });
  const couponCode = '00000000-0000-4000-8000-000000000000';
  const changes = async (by: Record<string, string>) => ({
    add: await shop.call('addCartProduct', { params, body: { sku: 'TELE', quantity: 1 } }, { headers: by }),
    change: await shop.call('changeCartProduct', { params, body: { cartItemId: line, quantity: 2 } }, { headers: by }),
    donate: await shop.call('setCartDonation', { params, body: { donation: 5 } }, { headers: by }),
    keep: await shop.call('removeCartDonation', { params }, { headers: by }),
    coupon: await shop.call('applyCoupon', { body: { cartId, couponCode: 'MENOS10' } }, { headers: by }),
    slot: await shop.call('removeCoupon', { params }, { headers: by }),
    points: await shop.call('applyPoints', { body: { cartId, couponCode } }, { headers: by }),
    offer: await shop.call(
      'requestPoints',
      { body: { cartId, ...member } },
      { headers: { ...by, ...(await proof()) } },
    ),
    method: await shop.call(
      'setCartShippingMethod',
      { params, body: { carrierCode: 'tablerate', methodCode: 'bestway' } },
      { headers: by },
    ),
    payment: await shop.call(
      'setCartPaymentMethod',
      { params, body: { paymentMethod: 'kosmos_payment' } },
      { headers: by },
    ),
    advisor: await shop.call(
      'attachAdvisor',
      { params, body: { employeeHash: 'asesora', storeCode: 'MAX' } },
      { headers: by },
    ),
  });
  for (const [name, answer] of Object.entries(await changes({}))) {
    expect(answer, name).toMatchObject({ error: { code: 'CART_CLOSED' } });
    expect(JSON.stringify(answer), name).not.toContain(orderNumber);
  }
  for (const [name, answer] of Object.entries(await changes(headers)))
    expect(answer, name).toMatchObject({ error: { code: 'CART_CLOSED', metadata: { orderNumber } } });
});
