import { randomUUID } from 'node:crypto';
import type { Auth, EndpointSpec } from '@ceiba/contract/endpoint';
import { type Endpoints, endpoints } from '@ceiba/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { done } from '../testing/cart-calls.ts';
import { formOfValue } from '../testing/form-payload.ts';
import { sample } from '../testing/sample-input.ts';
import { type SignedInCustomer, signInCustomer, signToken } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/**
 * The access to every call of the API. `public`: the same for everybody. `cart`: a caller who knows a cart's ID sees
 * and changes its lines, but no personal data (DEC-05). Another customer is refused. `personal`: data of a customer's
 * cart, only for that customer. `link`: for the token of the cart's payment link. `customer`: the caller's own data.
 * `demo`: only in the demo shop. `token`: for other systems (HOOK-10). A missing call does not compile.
 */
const rows = {
  getProductBySlug: 'public',
  getProductBySku: 'public',
  getProductPreview: 'public',
  listProducts: 'public',
  getProductWarranties: 'public',
  getCategories: 'public',
  getCurrentAddress: 'public',
  getCategoryInfo: 'public',
  getHome: 'public',
  getRecommendations: 'public',
  searchProducts: 'public',
  searchSuggestions: 'public',
  getSeller: 'public',
  listCategoryPages: 'public',
  listCategoryInfos: 'public',
  getDashboardTexts: 'public',
  listStockOffers: 'public',
  getFlags: 'public',
  getPolicy: 'public',
  getChatAnswer: 'public',
  listDepartments: 'public',
  listStores: 'public',
  getDeliveryTimes: 'public',
  computeDeliveryTimes: 'public',
  checkDeliveryStock: 'public',
  checkPickupStock: 'public',
  getProductStores: 'public',
  getProductPrices: 'public',
  validateGuestCheckout: 'public',
  login: 'public',
  register: 'public',
  requestPassword: 'public',
  resetPassword: 'public',
  confirmEmail: 'public',
  startPasskeyLogin: 'public',
  loginByPasskey: 'public',
  lookUpTaxpayer: 'public',
  getInstallments: 'public',
  getBankPlans: 'public',
  findAdvisor: 'public',
  getCaptchaChallenge: 'public',
  requestRestockByEmail: 'public',
  confirmOrder: 'public',
  findOrder: 'public',
  getSharedWishlist: 'public',
  getCartCode: 'public',
  openOrderLink: 'public',
  sendMessagingEvent: 'public',
  sendSponsoredEvent: 'public',
  createCart: 'cart',
  getCart: 'cart',
  addCartProduct: 'cart',
  changeCartProduct: 'cart',
  makeCartCode: 'cart',
  addCartCode: 'cart',
  attachAdvisor: 'cart',
  cloneCart: 'personal',
  openPaymentLink: 'public',
  getLinkCart: 'link',
  placeLinkOrder: 'link',
  setCartDonation: 'cart',
  removeCartDonation: 'cart',
  applyCoupon: 'cart',
  removeCoupon: 'cart',
  getPointsOptions: 'cart',
  requestPoints: 'cart',
  applyPoints: 'cart',
  setCartShippingMethod: 'cart',
  setCartPaymentMethod: 'cart',
  getCartTableRate: 'cart',
  setCartShippingAddress: 'personal',
  changeCartShippingAddress: 'personal',
  setCartBillingAddress: 'personal',
  confirmCart: 'personal',
  placeOrder: 'personal',
  placeStoreOrder: 'personal',
  findPlacement: 'personal',
  issueOneTimeCode: 'personal',
  syncCart: 'customer',
  logout: 'customer',
  getCustomer: 'customer',
  changePassword: 'customer',
  listPasskeys: 'customer',
  startPasskey: 'customer',
  addPasskey: 'customer',
  removePasskey: 'customer',
  requestConfirmation: 'customer',
  requestEmailChange: 'customer',
  changeEmail: 'customer',
  exportAccount: 'customer',
  closeAccount: 'customer',
  changeProfile: 'customer',
  registerLoyalty: 'customer',
  getLoyalty: 'customer',
  listOrders: 'customer',
  getOrder: 'customer',
  getTracking: 'customer',
  getTrackingByNumber: 'customer',
  requestRestockNotice: 'customer',
  listRestockNotices: 'customer',
  cancelRestockNotice: 'customer',
  requestReturn: 'customer',
  listReturns: 'customer',
  getReturnImage: 'customer',
  cancelReturn: 'customer',
  listSavedCards: 'customer',
  deleteSavedCard: 'customer',
  listAddresses: 'customer',
  addAddress: 'customer',
  listWishlists: 'customer',
  getWishlist: 'customer',
  addWishlistProducts: 'customer',
  moveWishlistItems: 'customer',
  removeWishlistItems: 'customer',
  shareWishlist: 'customer',
  unshareWishlist: 'customer',
  setDefaultAddress: 'customer',
  deleteAddress: 'customer',
  changeAddress: 'customer',
  advanceDemoShipment: 'demo',
  getHelp: 'public',
  getGiftCardBalance: 'public',
  fileComplaint: 'public',
  listDemoMails: 'demo',
  feedStock: 'token',
} as const satisfies Record<keyof Endpoints, 'public' | 'cart' | 'personal' | 'link' | 'customer' | 'demo' | 'token'>;

type Kind = (typeof rows)[keyof Endpoints];

const specsOf = (...kinds: Kind[]): [string, EndpointSpec][] =>
  Object.values<EndpointSpec & { name: keyof Endpoints }>(endpoints)
    .filter(({ name }) => kinds.includes(rows[name]))
    .map((spec) => [spec.name, spec]);

/** Ana's data, which no other caller may ever receive. */
const secrets = ['ana-secreta@correo.gt', 'Callejón Secreto', 'Anasecreta', '22334455'];

let shop: TestShop;
let ana: SignedInCustomer;
let eva: SignedInCustomer;
let cartId: string;
let orderId: string;
/** A token for the cart of a payment link that is not Ana's. */
let strangersToken: string;

beforeAll(async () => {
  shop = await openTestShop({ BANK_URL: 'http://127.0.0.1:9' });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'texto' });
  [ana, eva] = [
    await signInCustomer(shop.db, 'ana-secreta@correo.gt', new Date()),
    await signInCustomer(shop.db, 'eva@correo.gt', new Date()),
  ];
  await shop.db.pool.query(`update customers set first_name = 'Anasecreta', phone = '22334455' where id = $1`, [
    ana.id,
  ]);
  const own = { headers: ana.headers };
  cartId = done(await shop.call('createCart', { body: {} }, own)).id;
  const params = { id: cartId };
  done(await shop.call('addCartProduct', { params, body: { sku: 'texto', quantity: 1 } }, own));
  const address = {
    firstname: 'Anasecreta',
    lastname: 'Ajú',
    street: 'Callejón Secreto',
    city: 'Guatemala',
    region: 485,
  };
  done(await shop.call('setCartShippingAddress', { params, body: { ...address, telephone: '22334455' } }, own));
  done(await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }, own));
  orderId = await orderOf(ana);
  const linkId = randomUUID();
  await shop.db.pool.query("insert into carts (id, link_expires_at) values ($1, now() + interval '1 day')", [linkId]);
  strangersToken = done(await shop.call('openPaymentLink', { params: { quoteId: linkId }, body: {} })).data.token;
});
afterAll(() => shop.close());

const orderOf = async ({ id, email }: SignedInCustomer): Promise<string> => {
  const order = randomUUID();
  await shop.db.pool.query("insert into carts (id, status, customer_id) values ($1, 'ordered', $2)", [order, id]);
  await shop.db.pool.query(
    `insert into orders (id, number, cart_id, customer_id, status, email, contact, billing_address, payment_type, subtotal,
       total, placed_at)
     values ($1, 100000777, $1, $2, 'processing', $3, '{"firstName": "Anasecreta", "lastName": "Ajú", "phone": "22334455"}',
       '{"street": ["Callejón Secreto"]}', 'Cash', 0, 0, now())`,
    [order, id, email],
  );
  await shop.db.pool.query(
    `with line as (
       insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity,
         unit_price, regular_price)
       select $1, 1, id, sku, title, 'Volcán', '/p.webp', 1, 1, 100, 100 from products where sku = 'texto'
       returning order_id, position),
     made as (
       insert into returns (id, number, order_id, position, quantity, reason, description, requested_at)
       select order_id, 100777, order_id, position, 1, 'Otro', 'Callejón Secreto', now() from line returning id)
     insert into return_pictures (return_id, n, path) select id, 1, 'returns/secreto/1.webp' from made`,
    [order],
  );
  return order;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sampleOf = (schema: z.ZodType | undefined): Record<string, unknown> => {
  const made = schema && sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return isRecord(made) ? made : {};
};

/** Replaces a call's parameters with the IDs of Ana's objects. */
const named = (input: Record<string, unknown>, isOrder: boolean): Record<string, unknown> => {
  const things: Record<string, string> = {
    cartId,
    id: isOrder ? orderId : cartId,
    number: '100000777',
    orderNumber: '100000777',
    returnNumber: 'D-100777',
    image: '1',
    email: ana.email,
    customerId: ana.id,
    // Valid values of formatted fields. A refused format would prove nothing about ownership.
    phone: '5512-3480',
    telephone: '5512-3480',
    nit: 'CF',
  };
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, things[name] ?? value]));
};

const send = async (spec: EndpointSpec, headers: Record<string, string>) => {
  const isOrder = spec.path.startsWith('/v1/orders');
  const params = named(sampleOf(spec.params), isOrder);
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(named(sampleOf(spec.query), isOrder))) query.set(name, String(value));
  const body = named(sampleOf(spec.body), isOrder);
  const sent =
    spec.form === undefined ? { headers: {}, ...(spec.body && { payload: body }) } : await formOfValue(body, spec.form);
  const answer = await shop.inject({
    method: spec.method,
    url: query.size === 0 ? path : `${path}?${query}`,
    ...sent,
    headers: { ...sent.headers, ...headers },
  });
  const leaked = secrets.filter((secret) => answer.payload.includes(secret));
  return { status: answer.statusCode, told: leaked, headers: answer.headers };
};

/** Returns Ana's data, which no other caller may change. */
const belongings = async (): Promise<unknown> => {
  const { rows: found } = await shop.db.pool.query(
    `select c.first_name, c.last_name, c.phone, c.email, c.nit, k.email as cart_email, k.shipping_address,
       k.billing_address, k.status, k.customer_id, (select count(*) from sessions s where s.customer_id = c.id) as sessions,
       (select count(*) from orders o where o.customer_id = c.id) as orders
     from customers c join carts k on k.id = $2 where c.id = $1`,
    [ana.id, cartId],
  );
  return found;
};

const seconds = () => Math.floor(Date.now() / 1_000);

/** Invalid tokens: an expired token, a token of another kind that the shop signed, and an invented token. */
const badTokens = (): Record<string, string> => {
  const iat = seconds() - 90_000;
  const link = { cartId: randomUUID(), iat: seconds(), exp: seconds() + 600, jti: randomUUID() };
  return {
    expired: signToken(ana.secret, { sub: ana.id, iat, exp: iat + 86_400, jti: randomUUID() }),
    'of a link to another cart': signToken(ana.secret, link),
    malformed: 'a.b.c',
  };
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test.each(specsOf('customer', 'personal', 'link'))(
  '[DEC-02, DEC-05] %s: a caller without a valid session is refused and learns nothing',
  async (_, spec) => {
    const before = await belongings();
    const guest = await send(spec, {});
    expect([guest.status, guest.told]).toEqual([401, []]);
    for (const [kind, token] of Object.entries(badTokens())) {
      for (const headers of [bearer(token), { cookie: `ceiba.session=${token}`, origin: 'http://localhost:3000' }]) {
        const answer = await send(spec, headers);
        expect([answer.status, answer.told], kind).toEqual([401, []]);
      }
    }
    expect(await belongings()).toEqual(before);
  },
);

test.each(specsOf('cart', 'personal', 'link'))(
  '[DEC-02, DEC-169] %s: a customer is refused for another customer’s cart',
  async (name, spec) => {
    const before = await belongings();
    const answer = await send(spec, eva.headers);
    // `createCart` needs no access to an existing cart.
    expect([answer.status, answer.told]).toEqual([name === 'createCart' ? 201 : 403, []]);
    expect(await belongings()).toEqual(before);
  },
);

test.each(specsOf('cart', 'personal', 'link', 'customer'))(
  '[DEC-02, DEC-03, DIF-28] %s: another payment link’s token gives no access and reveals nothing',
  async (_, spec) => {
    const before = await belongings();
    const answer = await send(spec, bearer(strangersToken));
    // None of these tokens gives access to an account.
    expect([answer.status, answer.told]).toEqual([spec.auth === 'customer' ? 401 : 403, []]);
    expect(await belongings()).toEqual(before);
  },
);

test.each(specsOf('cart'))(
  '[DEC-05] %s: a caller who knows the cart sees nothing personal; an expired token is refused',
  async (_, spec) => {
    const before = await belongings();
    const guest = await send(spec, {});
    expect(guest.told).toEqual([]);
    for (const [kind, token] of Object.entries(badTokens())) {
      const answer = await send(spec, bearer(token));
      expect([answer.status, answer.told], kind).toEqual([401, []]);
    }
    expect(await belongings()).toEqual(before);
  },
);

test.each(specsOf('customer').filter(([name]) => name !== 'logout'))(
  '[DEC-169] %s: another customer’s data are answered as if they did not exist',
  async (_, spec) => {
    const before = await belongings();
    const answer = await send(spec, eva.headers);
    expect(answer.told).toEqual([]);
    // Eva does not find Ana's objects, and Ana's cart is refused. A call without an ID returns Eva's own data.
    const { id, number, orderNumber, returnNumber } = spec.params?.shape ?? {};
    if ([id, number, orderNumber, returnNumber].some((param) => param !== undefined))
      expect(answer.status).toBe(spec.name === 'syncCart' ? 403 : 404);
    expect(await belongings()).toEqual(before);
  },
);

test.each(specsOf('public'))('[DEC-03] %s: answers everybody the same, without personal data', async (_, spec) => {
  const before = await belongings();
  const [guest, owner] = [await send(spec, {}), await send(spec, ana.headers)];
  // The answer may repeat the address that the caller sent.
  for (const answer of [guest, owner]) expect(answer.told.filter((secret) => secret !== ana.email)).toEqual([]);
  expect(guest.headers['set-cookie'] === undefined || spec.slice === 'auth').toBe(true);
  expect(await belongings()).toEqual(before);
});

test.each(specsOf('demo'))('[DEC-163] %s: does not exist in a real shop', async (_, spec) => {
  expect(spec.auth).toBe('demo');
});

test('[DEC-03] every call declares the access that this test lists', () => {
  const kinds = {
    public: ['public'],
    cart: ['cart', 'personal'],
    link: ['link'],
    customer: ['customer'],
    demo: ['demo'],
    token: ['token'],
    staff: [],
  } as const satisfies Record<Auth, readonly string[]>;
  const wrong = Object.values<EndpointSpec & { name: keyof Endpoints }>(endpoints).flatMap(({ name, auth }) =>
    kinds[auth].some((kind) => kind === rows[name]) ? [] : [`${name} is ${auth} in the contract, ${rows[name]} here`],
  );
  expect(wrong).toEqual([]);
});
