import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, done } from '../testing/cart-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  for (const sku of ['TV', 'RADIO', 'CABLE']) await createProduct(shop.db, { sku, price: 80_00, regularPrice: 100_00 });
  await createProduct(shop.db, { sku: 'AGOTADO', stock: 0 });
  await createProduct(shop.db, { sku: 'LENTES', sellerId: 2, offerId: 'OFERTA' });
});
afterAll(() => shop.close());

let count = 0;
const newCustomer = () => signInCustomer(shop.db, `deseos${++count}@example.com`, new Date());

const listOf = async ({ headers }: SignedInCustomer) => {
  const [wishlist, ...others] = done(await shop.call('listWishlists', {}, { headers }));
  if (wishlist === undefined || others.length > 0) throw new Error('every customer has one list');
  return wishlist;
};
const show = ({ headers }: SignedInCustomer, id: string) => shop.call('getWishlist', { params: { id } }, { headers });
const add = ({ headers }: SignedInCustomer, id: string, ...products: { sku: string; quantity: number }[]) =>
  shop.call('addWishlistProducts', { params: { id }, body: { products } }, { headers });
const remove = ({ headers }: SignedInCustomer, id: string, wishlistItemsIds: string[]) =>
  shop.call('removeWishlistItems', { params: { id }, body: { wishlistItemsIds } }, { headers });
const move = ({ headers }: SignedInCustomer, id: string, cartId: string, wishlistItemsIds: string[]) =>
  shop.call('moveWishlistItems', { params: { id }, body: { cartId, wishlistItemsIds } }, { headers });
const guestCart = async () => done(await shop.call('createCart', { body: {} })).id;

const quantities = (list: { items: { sku: string; quantity: number }[] }) =>
  list.items.map(({ sku, quantity }) => `${quantity} ${sku}`).sort();

/** Creates a customer with these products in the list. Returns the IDs of their items. */
const withItems = async (...products: { sku: string; quantity: number }[]) => {
  const customer = await newCustomer();
  const { id } = await listOf(customer);
  const { items } = done(await add(customer, id, ...products));
  const itemOf = (sku: string) => items.find((item) => item.sku === sku)?.wishlistItemsIds[0] ?? '';
  return { customer, id, itemOf };
};

test('[API-66] a signed-in customer gets a list of lists, and others get 401', async () => {
  const { headers } = await newCustomer();
  const url = '/v1/checkout/wishlists';
  const own = await shop.inject({ url, headers });
  expect([own.statusCode, own.json()]).toEqual([
    200,
    [{ id: expect.any(String), title: 'Mi lista de deseos', items: [] }],
  ]);
  const nobodys = await shop.inject({ url });
  expect([nobodys.statusCode, nobodys.json().error.code]).toEqual([401, 'UNAUTHORIZED']);
});

test('[DEC-157] every customer has one list, created by the first request, even by concurrent requests', async () => {
  const ana = await newCustomer();
  const seen = await Promise.all(Array.from({ length: 6 }, () => listOf(ana)));
  const [first] = seen;
  expect(first).toEqual({ id: expect.any(String), title: 'Mi lista de deseos', items: [] });
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  await listOf(ana);
  expect(shop.lastStatements()).toEqual(['auth.session', 'wishlists.open', 'wishlists.items']);
});

test('[API-68, WISH-01, WISH-06, DIF-46] a product is saved with its quantity, and saving it again adds units', async () => {
  const ana = await newCustomer();
  const { id } = await listOf(ana);
  const added = done(await add(ana, id, { sku: 'TV', quantity: 1 }, { sku: 'RADIO', quantity: 4 }));
  expect(shop.lastStatements()).toEqual(['auth.session', 'wishlists.take', 'wishlists.save']);
  expect(quantities(added)).toEqual(['1 TV', '4 RADIO']);
  for (const item of added.items) expect(item.wishlistItemsIds).toEqual([expect.any(String)]);
  const more = done(await add(ana, id, { sku: 'RADIO', quantity: 9 }));
  expect(quantities(more)).toEqual(['1 TV', '10 RADIO']);
  expect(quantities(await listOf(ana))).toEqual(['1 TV', '10 RADIO']);
});

test('[DEC-157] products saved at the same time are all in the list', async () => {
  const ana = await newCustomer();
  const { id } = await listOf(ana);
  const skus = ['TV', 'RADIO', 'CABLE', 'TV', 'RADIO', 'TV'];
  for (const answer of await Promise.all(skus.map((sku) => add(ana, id, { sku, quantity: 1 })))) done(answer);
  expect(quantities(await listOf(ana))).toEqual(['1 CABLE', '2 RADIO', '3 TV']);
});

test('[API-67, WISH-02, WISH-08] a list shows its items with price and picture, also sold-out items', async () => {
  const { customer, id, itemOf } = await withItems({ sku: 'TV', quantity: 2 }, { sku: 'AGOTADO', quantity: 1 });
  const { title, items } = done(await show(customer, id));
  expect(shop.lastStatements()).toEqual(['auth.session', 'wishlists.show']);
  expect(title).toBe('Mi lista de deseos');
  const tv = items.find(({ sku }) => sku === 'TV');
  expect(tv).toMatchObject({
    id: itemOf('TV'),
    wishlistItemsIds: [itemOf('TV')],
    quantity: 2,
    title: 'Bocina TV',
    slug: 'tv',
    status: 'IN_STOCK',
    brand: { title: 'Volcán' },
    mainImage: { url: expect.any(String) },
    salesPrice: { value: 80, currency: 'GTQ' },
    regularPrice: { value: 100, currency: 'GTQ' },
  });
  expect(items.find(({ sku }) => sku === 'AGOTADO')?.status).toBe('OUT_OF_STOCK');
});

test('[DEC-157, DEC-73] refuses another seller’s, an unknown, and the hundred and first product', async () => {
  const ana = await newCustomer();
  const { id } = await listOf(ana);
  const tv = { sku: 'TV', quantity: 1 };
  expect(await add(ana, id, tv, { sku: 'LENTES', quantity: 1 })).toMatchObject({
    error: { status: 409, code: 'WISHLIST_NOT_ALLOWED' },
  });
  expect(codeOf(await add(ana, id, tv, { sku: 'NADA', quantity: 1 }))).toBe('PRODUCT_NOT_FOUND');
  expect(codeOf(await add(ana, id, { sku: 'TV', quantity: 11 }))).toBe('VALIDATION_ERROR');
  expect((await listOf(ana)).items).toEqual([]);

  const many = Array.from({ length: 100 }, (_, index) => `DE-CIEN-${index}`);
  for (const sku of many) await createProduct(shop.db, { sku });
  done(await add(ana, id, ...many.map((sku) => ({ sku, quantity: 1 }))));
  expect(await add(ana, id, tv)).toMatchObject({ error: { status: 400, code: 'WISHLIST_FULL' } });
  done(await add(ana, id, { sku: 'DE-CIEN-7', quantity: 1 }));
  expect((await listOf(ana)).items).toHaveLength(100);
});

test('[API-70, WISH-06] items are removed by their IDs, and a repeated call changes nothing', async () => {
  const { customer, id, itemOf } = await withItems({ sku: 'TV', quantity: 1 }, { sku: 'RADIO', quantity: 2 });
  expect(quantities(done(await remove(customer, id, [itemOf('TV')])))).toEqual(['2 RADIO']);
  expect(shop.lastStatements()).toEqual(['auth.session', 'wishlists.take', 'wishlists.remove']);
  expect(quantities(done(await remove(customer, id, [itemOf('TV')])))).toEqual(['2 RADIO']);
  expect(quantities(await listOf(customer))).toEqual(['2 RADIO']);
});

test('[API-69, WISH-07, DEC-157] items move from the list to the cart, and refused items stay in the list', async () => {
  const { customer, id, itemOf } = await withItems(
    { sku: 'TV', quantity: 2 },
    { sku: 'AGOTADO', quantity: 1 },
    { sku: 'RADIO', quantity: 1 },
  );
  const cartId = await guestCart();
  const moved = done(await move(customer, id, cartId, [itemOf('TV'), itemOf('AGOTADO')]));
  expect(shop.lastStatements()).toEqual(['auth.session', 'wishlists.move', 'carts.read']);
  expect(moved.items.map(({ sku, quantity }) => `${quantity} ${sku}`)).toEqual(['2 TV']);
  expect(moved.totalQuantity).toBe(2);
  expect(quantities(moved.wishlist)).toEqual(['1 AGOTADO', '1 RADIO']);
  expect(quantities(await listOf(customer))).toEqual(['1 AGOTADO', '1 RADIO']);
});

test('[DEC-157] if the cart accepts no item, the call reports it and nothing changes', async () => {
  const { customer, id, itemOf } = await withItems({ sku: 'AGOTADO', quantity: 1 });
  const cartId = await guestCart();
  expect(await move(customer, id, cartId, [itemOf('AGOTADO')])).toMatchObject({
    error: { status: 409, code: 'WISHLIST_NOT_MOVED' },
  });
  expect(codeOf(await move(customer, id, cartId, [randomUUID()]))).toBe('WISHLIST_NOT_MOVED');
  expect(codeOf(await move(customer, id, randomUUID(), [itemOf('AGOTADO')]))).toBe('CART_NOT_FOUND');
  expect(quantities(await listOf(customer))).toEqual(['1 AGOTADO']);
  expect(done(await shop.call('getCart', { params: { id: cartId } })).items).toEqual([]);
});

test('[WISH-07] an item that two calls move at the same time is in the cart once', async () => {
  const { customer, id, itemOf } = await withItems({ sku: 'TV', quantity: 3 });
  const cartId = await guestCart();
  const answers = await Promise.all([1, 2, 3].map(() => move(customer, id, cartId, [itemOf('TV')])));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done(await shop.call('getCart', { params: { id: cartId } })).totalQuantity).toBe(3);
});

/** Saves a cart line to the list, as the cart's page does. */
const saveLine = ({ headers }: SignedInCustomer, id: string, cartId: string, sku: string, cartItemId: string) =>
  shop.call(
    'addWishlistProducts',
    { params: { id }, body: { products: [{ sku, quantity: 1 }], from: { cartId, cartItemId } } },
    { headers },
  );
const inCart = async (cartId: string) => quantities(done(await shop.call('getCart', { params: { id: cartId } })));

test('[CART-23, DEC-157] a cart line moves to the list up to the list’s limit, and the rest stays in the cart', async () => {
  const { customer, id } = await withItems({ sku: 'RADIO', quantity: 8 });
  const cartId = await guestCart();
  const add = async (sku: string, quantity: number) =>
    done(await shop.call('addCartProduct', { params: { id: cartId }, body: { sku, quantity } })).cartItemId;
  const [radio, tv] = [await add('RADIO', 5), await add('TV', 3)];
  expect(quantities(done(await saveLine(customer, id, cartId, 'TV', tv)))).toEqual(['3 TV', '8 RADIO']);
  expect(await inCart(cartId)).toEqual(['5 RADIO']);
  done(await saveLine(customer, id, cartId, 'RADIO', radio));
  expect([quantities(await listOf(customer)), await inCart(cartId)]).toEqual([['10 RADIO', '3 TV'], ['3 RADIO']]);
  // The list is full, and nothing moves.
  expect(codeOf(await saveLine(customer, id, cartId, 'RADIO', radio))).toBe('CART_QUANTITY_LIMIT');
  expect(codeOf(await saveLine(customer, id, cartId, 'TV', tv))).toBe('CART_LINE_NOT_FOUND');
  expect(codeOf(await saveLine(customer, id, cartId, 'TV', radio))).toBe('CART_LINE_NOT_FOUND');
  expect([quantities(await listOf(customer)), await inCart(cartId)]).toEqual([['10 RADIO', '3 TV'], ['3 RADIO']]);
});

test('[CART-23] a cart line is saved by two calls, as documented: saved first, then its quantity set to 0', async () => {
  const { customer, id } = await withItems({ sku: 'RADIO', quantity: 1 });
  const cartId = await guestCart();
  const body = { sku: 'TV', quantity: 2 };
  const cartItemId = done(await shop.call('addCartProduct', { params: { id: cartId }, body })).cartItemId;
  done(
    await shop.call(
      'addWishlistProducts',
      { params: { id }, body: { products: [body] } },
      { headers: customer.headers },
    ),
  );
  expect([quantities(await listOf(customer)), await inCart(cartId)]).toEqual([['1 RADIO', '2 TV'], ['2 TV']]);
  done(await shop.call('changeCartProduct', { params: { id: cartId }, body: { cartItemId, quantity: 0 } }));
  expect([quantities(await listOf(customer)), await inCart(cartId)]).toEqual([['1 RADIO', '2 TV'], []]);
});

test('[CART-23] a line that three calls save at the same time is in the list once', async () => {
  const { customer, id } = await withItems({ sku: 'TV', quantity: 1 });
  const cartId = await guestCart();
  const body = { sku: 'TV', quantity: 2 };
  const line = done(await shop.call('addCartProduct', { params: { id: cartId }, body })).cartItemId;
  const answers = await Promise.all([1, 2, 3].map(() => saveLine(customer, id, cartId, 'TV', line)));
  expect(answers.map(codeOf).sort()).toEqual(['CART_LINE_NOT_FOUND', 'CART_LINE_NOT_FOUND', 'ok']);
  expect([quantities(await listOf(customer)), await inCart(cartId)]).toEqual([['3 TV'], []]);
  const luis = await newCustomer();
  const own = done(await shop.call('createCart', { body: {} }, { headers: luis.headers })).id;
  const theirs = done(await shop.call('addCartProduct', { params: { id: own }, body }, { headers: luis.headers }));
  expect(codeOf(await saveLine(customer, id, own, 'TV', theirs.cartItemId))).toBe('FORBIDDEN');
});

test('[WISH-07, DEC-157] units above the limit of the cart stay in the list', async () => {
  const { customer, id, itemOf } = await withItems({ sku: 'TV', quantity: 7 });
  const cartId = await guestCart();
  done(await shop.call('addCartProduct', { params: { id: cartId }, body: { sku: 'TV', quantity: 8 } }));
  expect(quantities(done(await move(customer, id, cartId, [itemOf('TV')])).wishlist)).toEqual(['5 TV']);
  expect(await inCart(cartId)).toEqual(['10 TV']);
  expect(codeOf(await move(customer, id, cartId, [itemOf('TV')]))).toBe('WISHLIST_NOT_MOVED');
  expect(quantities(await listOf(customer))).toEqual(['5 TV']);
});

test('[WISH-05, DEC-169] only its customer can use a list, and only its customer can use a cart', async () => {
  const { customer: ana, id, itemOf } = await withItems({ sku: 'TV', quantity: 1 });
  const luis = await newCustomer();
  const cartId = await guestCart();
  const tries = [
    () => show(luis, id),
    () => add(luis, id, { sku: 'TV', quantity: 1 }),
    () => remove(luis, id, [itemOf('TV')]),
    () => move(luis, id, cartId, [itemOf('TV')]),
    () => show(luis, 'ninguna'),
  ];
  for (const attempt of tries)
    expect(await attempt()).toMatchObject({ error: { status: 404, code: 'WISHLIST_NOT_FOUND' } });
  const cartOfLuis = done(await shop.call('createCart', { body: {} }, { headers: luis.headers })).id;
  expect(codeOf(await move(ana, id, cartOfLuis, [itemOf('TV')]))).toBe('FORBIDDEN');
  // A payment link's cart can be used only with its link, even by a caller who knows its ID.
  const body = { sku: 'TV', quantity: 2 };
  const { cartItemId } = done(await shop.call('addCartProduct', { params: { id: cartId }, body }));
  await shop.db.pool.query(`update carts set link_expires_at = now() + interval '1 day' where id = $1`, [cartId]);
  expect(codeOf(await saveLine(ana, id, cartId, 'TV', cartItemId))).toBe('FORBIDDEN');
  expect(codeOf(await move(ana, id, cartId, [itemOf('TV')]))).toBe('FORBIDDEN');
  expect([await inCart(cartId), quantities(await listOf(ana))]).toEqual([['2 TV'], ['1 TV']]);
  for (const attempt of [
    () => shop.call('listWishlists', {}),
    () => shop.call('getWishlist', { params: { id } }),
    () => shop.call('addWishlistProducts', { params: { id }, body: { products: [{ sku: 'TV', quantity: 1 }] } }),
    () => shop.call('removeWishlistItems', { params: { id }, body: { wishlistItemsIds: [itemOf('TV')] } }),
    () => shop.call('moveWishlistItems', { params: { id }, body: { cartId, wishlistItemsIds: [itemOf('TV')] } }),
  ])
    expect(await attempt()).toMatchObject({ error: { status: 401, code: 'UNAUTHORIZED' } });
  expect(quantities(await listOf(ana))).toEqual(['1 TV']);
});

const share = ({ headers }: SignedInCustomer, id: string) =>
  shop.call('shareWishlist', { params: { id } }, { headers });
const unshare = ({ headers }: SignedInCustomer, id: string) =>
  shop.call('unshareWishlist', { params: { id } }, { headers });
const shared = (shareToken: string) => shop.call('getSharedWishlist', { params: { shareToken } });

test('the link of a shared list shows its items, and nothing about its owner', async () => {
  const { customer, id } = await withItems({ sku: 'TV', quantity: 2 }, { sku: 'RADIO', quantity: 1 });
  await shop.db.pool.query("update customers set first_name = 'Anasecreta' where id = $1", [customer.id]);
  expect(done(await show(customer, id)).shareToken).toBeNull();
  const { shareToken } = done(await share(customer, id));
  expect(shareToken).toMatch(/^[\w-]{43}$/);
  const answer = await shop.inject({ method: 'GET', url: `/v1/wishlists/shared/${shareToken}` });
  const items: { quantity: number; product: { sku: string } }[] = answer.json().items;
  expect(items.map(({ quantity, product }) => `${quantity} ${product.sku}`).sort()).toEqual(['1 RADIO', '2 TV']);
  expect(Object.keys(answer.json())).toEqual(['items']);
  for (const secret of ['Anasecreta', customer.email, customer.id, id]) expect(answer.payload).not.toContain(secret);
  expect(answer.headers['cache-control']).toBe('no-store');
  // The link of a list stays the same while it is shared, even for concurrent requests.
  const again = await Promise.all([1, 2, 3].map(() => share(customer, id)));
  expect(again.map((one) => done(one).shareToken)).toEqual([shareToken, shareToken, shareToken]);
  expect(done(await show(customer, id)).shareToken).toBe(shareToken);
});

test('a list that is no longer shared has no link, and gets a new link when it is shared again', async () => {
  const { customer, id } = await withItems({ sku: 'TV', quantity: 1 });
  const first = done(await share(customer, id)).shareToken;
  expect((await unshare(customer, id)).ok).toBe(true);
  expect(codeOf(await shared(first))).toBe('WISHLIST_NOT_FOUND');
  expect((await unshare(customer, id)).ok).toBe(true);
  const second = done(await share(customer, id)).shareToken;
  expect(second).not.toBe(first);
  expect(codeOf(await shared(first))).toBe('WISHLIST_NOT_FOUND');
  expect(done(await shared(second)).items).toHaveLength(1);
  const stranger = await newCustomer();
  expect([codeOf(await share(stranger, id)), codeOf(await unshare(stranger, id))]).toEqual([
    'WISHLIST_NOT_FOUND',
    'WISHLIST_NOT_FOUND',
  ]);
  expect(done(await shared(second)).items).toHaveLength(1);
});

const mergeInto = ({ headers }: SignedInCustomer, id: string, ...skus: string[]) =>
  shop.call(
    'addWishlistProducts',
    { params: { id }, body: { products: skus.map((sku) => ({ sku, quantity: 1 })), merge: true } },
    { headers },
  );

test('a browser’s items are merged once, existing items do not change, and unusable items are omitted', async () => {
  const { customer, id } = await withItems({ sku: 'TV', quantity: 4 });
  const skus = ['RADIO', 'TV', 'NADA', 'LENTES', 'AGOTADO'];
  const answers = await Promise.all([1, 2, 3].map(() => mergeInto(customer, id, ...skus)));
  for (const answer of answers) expect(quantities(done(answer))).toEqual(['1 AGOTADO', '1 RADIO', '4 TV']);
  expect(quantities(await listOf(customer))).toEqual(['1 AGOTADO', '1 RADIO', '4 TV']);
});

test('[DEC-73] a full list accepts only the first merged items, up to its limit', async () => {
  const skus = Array.from({ length: 99 }, (_, index) => `LLENA-${index}`);
  for (const sku of skus) await createProduct(shop.db, { sku });
  const { customer, id } = await withItems(...skus.map((sku) => ({ sku, quantity: 1 })));
  const { items } = done(await mergeInto(customer, id, 'CABLE', 'TV'));
  expect(items).toHaveLength(100);
  expect(items.map(({ sku }) => sku)).toContain('CABLE');
});
