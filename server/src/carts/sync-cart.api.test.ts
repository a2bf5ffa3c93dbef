import { randomUUID } from 'node:crypto';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  const tv = await createProduct(shop.db, { sku: 'TV', price: 400_00 });
  for (const sku of ['RADIO', 'CABLE']) await createProduct(shop.db, { sku, price: 100_00 });
  await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card', price: 200_00 });
  await createWarranty(shop.db, { sku: 'W-TV', productId: tv, amount: 45_00 });
});
afterAll(() => shop.close());

const newCustomer = (): Promise<SignedInCustomer> => signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());

type Line = [sku: string, quantity: number, warranty?: string];

const openCart = async (lines: readonly Line[], who?: SignedInCustomer): Promise<string> => {
  const options = who === undefined ? {} : { headers: who.headers };
  const { id } = done(await shop.call('createCart', { body: {} }, options));
  for (const [sku, quantity, warranty] of lines)
    done(await shop.call('addCartProduct', { params: { id }, body: { sku, quantity, warranty } }, options));
  return id;
};

const sync = (id: string, who: SignedInCustomer) =>
  shop.call('syncCart', { params: { id }, body: {} }, { headers: who.headers });
const codeOf = (answer: Awaited<ReturnType<typeof sync>>): string =>
  answer.ok ? 'ok' : `${answer.error.status} ${answer.error.code}`;
const linesOf = ({ items }: { items: { sku: string; quantity: number; warranties: { sku: string }[] }[] }) =>
  items.map(({ sku, quantity, warranties }) => [sku, quantity, ...warranties.map((each) => each.sku)]).sort();

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: '12 calle 1-25',
  city: 'Guatemala',
  region: 485,
  telephone: '55554444',
};

test('[API-38, CART-29, DEC-54] a guest’s lines are merged into the customer’s cart, and the guest’s cart is closed', async () => {
  const ana = await newCustomer();
  const own = await openCart(
    [
      ['TV', 7],
      ['TV', 1, 'W-TV'],
      ['RADIO', 1],
    ],
    ana,
  );
  const guest = await openCart([
    ['TV', 6],
    ['TV', 2, 'W-TV'],
    ['CABLE', 1],
  ]);
  const cart = done(await sync(guest, ana));
  expect(cart.id).toBe(own);
  expect(linesOf(cart)).toEqual([
    ['CABLE', 1],
    ['RADIO', 1],
    ['TV', 10],
    ['TV', 3, 'W-TV'],
  ]);
  expect(codeOf(await sync(guest, ana))).toBe('ok');
  const add = await shop.call('addCartProduct', { params: { id: guest }, body: { sku: 'TV', quantity: 1 } });
  expect(add).toMatchObject({ ok: false, error: { code: 'CART_CLOSED' } });
  expect(done(await shop.call('getCart', { params: { id: guest } })).ended).toBe('closed');
  expect(cart.ended).toBeNull();
});

test('[DEC-54] if the customer has no cart, the guest’s cart becomes the customer’s, with all entered data', async () => {
  const ana = await newCustomer();
  const guest = await openCart([['TV', 1]]);
  done(await shop.call('setCartShippingAddress', { params: { id: guest }, body: address }));
  const cart = done(await sync(guest, ana));
  expect(cart.id).toBe(guest);
  expect(cart.shippingAddresses?.[0]?.firstname).toBe('Lucía');
});

test('[CART-29] a repeated or concurrent call adds nothing twice', async () => {
  const ana = await newCustomer();
  await openCart([['TV', 1]], ana);
  const guest = await openCart([['TV', 2]]);
  const carts = (await Promise.all([1, 2, 3, 4].map(() => sync(guest, ana)))).map(done);
  for (const cart of [...carts, done(await sync(guest, ana))]) expect(linesOf(cart)).toEqual([['TV', 3]]);
});

test('[API-38] a refused merge answers 401, 403, 404 or 409 and moves nothing', async () => {
  const [ana, eva] = [await newCustomer(), await newCustomer()];
  const own = await openCart([['TV', 1]], ana);
  expect(codeOf(await sync(own, eva))).toBe('403 FORBIDDEN');
  expect(codeOf(await sync(randomUUID(), eva))).toBe('404 CART_NOT_FOUND');
  expect(codeOf(await shop.call('syncCart', { params: { id: own }, body: {} }))).toBe('401 UNAUTHORIZED');
  const ordered = await openCart([['TV', 1]]);
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [ordered]);
  expect(codeOf(await sync(ordered, eva))).toBe('409 CART_CLOSED');
  const placing = await openCart([['TV', 1]]);
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [placing]);
  expect(codeOf(await sync(placing, eva))).toBe('409 ORDER_IN_PROGRESS');
});

test('[DEC-54, DEC-73] two carts with more than 50 lines together are not merged, and both belong to the customer', async () => {
  const ana = await newCustomer();
  const skus = Array.from({ length: 51 }, (_, index) => `MANY-${index}`);
  for (const sku of skus) await createProduct(shop.db, { sku });
  const own = await openCart(
    skus.slice(0, 50).map((sku): Line => [sku, 1]),
    ana,
  );
  const guest = await openCart([['MANY-50', 1]]);
  for (const _twice of [1, 2]) expect(done(await sync(guest, ana)).id).toBe(guest);
  const { headers } = ana;
  expect(done(await shop.call('getCustomer', {}, { headers })).cartId).toBe(guest);
  expect(done(await shop.call('getCart', { params: { id: guest } }, { headers })).totalQuantity).toBe(1);
  expect(done(await shop.call('getCart', { params: { id: own } }, { headers })).totalQuantity).toBe(50);
});

test('[API-20] a customer who creates a cart gets the open cart, even from two tabs at the same time', async () => {
  const ana = await newCustomer();
  const opened = await Promise.all([1, 2, 3].map(() => openCart([], ana)));
  expect(new Set(opened).size).toBe(1);
  expect(await openCart([])).not.toBe(opened[0]);
});

test('[DEC-05, DEC-155] without the owner’s session, a cart neither shows nor accepts personal data', async () => {
  const ana = await newCustomer();
  const id = await openCart([['TV', 1]], ana);
  const params = { id };
  done(await shop.call('setCartShippingAddress', { params, body: address }, { headers: ana.headers }));
  done(
    await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }, { headers: ana.headers }),
  );
  const guest = done(await shop.call('getCart', { params }));
  expect(linesOf(guest)).toEqual([['TV', 1]]);
  for (const name of ['email', 'shippingAddresses', 'billingAddress']) expect(guest).not.toHaveProperty(name);
  expect(done(await shop.call('getCart', { params }, { headers: ana.headers })).shippingAddresses).toHaveLength(1);
  const refused = [
    shop.call('setCartShippingAddress', { params, body: { ...address, firstname: 'Otra' } }),
    shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }),
    shop.call('setCartBillingAddress', { params, body: { firstname: 'Otra', nit: 'CF' } }),
    shop.call('confirmCart', { params, body: { email: 'otra@correo.gt' } }),
    shop.call('placeOrder', { body: { cartId: id, payments: [{ paymentType: 'Cash', paymentAmount: 430 }] } }),
  ];
  for (const answer of await Promise.all(refused))
    expect(answer).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED', status: 401 } });
  const after = done(await shop.call('getCart', { params }, { headers: ana.headers }));
  expect(after.shippingAddresses?.[0]?.firstname).toBe('Lucía');
  expect(after.email).toBeNull();
});

test('[DEC-02, DEC-169] a session gets 403 from every call on another customer’s cart', async () => {
  const [ana, eva] = [await newCustomer(), await newCustomer()];
  const id = await openCart([['TV', 1]], ana);
  const options = { headers: eva.headers };
  const answers = await Promise.all([
    shop.call('getCart', { params: { id } }, options),
    shop.call('addCartProduct', { params: { id }, body: { sku: 'RADIO', quantity: 1 } }, options),
    shop.call('setCartShippingAddress', { params: { id }, body: address }, options),
    shop.call('placeOrder', { body: { cartId: id, payments: [{ paymentType: 'Cash', paymentAmount: 1 }] } }, options),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'FORBIDDEN', status: 403 } });
});

test('[DEC-05] the recipient of a gift card in a customer’s cart is shown only in that customer’s session', async () => {
  const ana = await newCustomer();
  const id = await openCart([['TV', 1]], ana);
  const itemAdditionalInfo = {
    giftcardEmail: 'eva@correo.gt',
    giftcardName: 'Eva',
    giftcardDeliveryDate: guatemalaDate(new Date()),
  };
  const body = { sku: 'CARD', quantity: 1, itemAdditionalInfo };
  const own = { headers: ana.headers };
  const cards = ({ items }: { items: { giftCard: object | null }[] }) =>
    items.filter(({ giftCard }) => giftCard !== null);
  expect(cards(done(await shop.call('addCartProduct', { params: { id }, body }, own)))).toHaveLength(1);
  const donate = (options: object) => shop.call('setCartDonation', { params: { id }, body: { donation: 5 } }, options);
  for (const [options, expected] of [
    [own, 1],
    [{}, 0],
  ] as const) {
    expect(cards(done(await shop.call('getCart', { params: { id } }, options)))).toHaveLength(expected);
    expect(cards(done(await donate(options)))).toHaveLength(expected);
  }
});

test.each([
  ['has ended', 'the guest’s', "ends_at = now() - interval '1 hour'"],
  ['is used up', 'the guest’s', 'total_limit = 1, used_count = 1'],
  ['has not started', 'the guest’s', "starts_at = now() + interval '1 hour'"],
  ['is still valid', 'theirs', 'total_limit = 1'],
])('[CART-29, DEC-54] the customer’s coupon %s: after the merge the slot holds %s', async (_, kept, state) => {
  const ana = await newCustomer();
  const [ownCode, guestCode] = [`OWN${randomUUID()}`.toUpperCase(), `LIVE${randomUUID()}`.toUpperCase()];
  for (const code of [ownCode, guestCode])
    await shop.db.pool.query("insert into coupons (code, label, amount) values ($1, 'Menos Q10', 1000)", [code]);
  const own = await openCart([['TV', 1]], ana);
  done(await shop.call('applyCoupon', { body: { cartId: own, couponCode: ownCode } }, { headers: ana.headers }));
  const guest = await openCart([['RADIO', 1]]);
  done(await shop.call('applyCoupon', { body: { cartId: guest, couponCode: guestCode } }));
  await shop.db.pool.query(`update coupons set ${state} where code = $1`, [ownCode]);
  done(await sync(guest, ana));
  const { rows } = await shop.db.pool.query('select coupon_code from carts where id = $1', [own]);
  expect(rows).toEqual([{ coupon_code: kept === 'theirs' ? ownCode : guestCode }]);
});
