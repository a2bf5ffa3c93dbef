import { randomUUID } from 'node:crypto';
import type { CallInput } from '@ceiba/contract/client';
import { dayMs, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { deleteIdleCarts, lowestCartId } from '../carts/carts.store.ts';
import { placeOrder } from '../orders/placing/place-order.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { addProduct, codeOf, done, openCart } from '../testing/cart-calls.ts';
import { untilBlocked, untilWaits } from '../testing/lock-waits.ts';
import { card, cash, installments, openShopWithBank, postOrder } from '../testing/order-calls.ts';
import { placingDeps } from '../testing/placing-deps.ts';
import { member } from '../testing/points-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 300_00 });
  await createProduct(shop.db, { sku: 'RADIO', price: 100_00 });
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now());
     insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)`,
  );
});
afterAll(() => open.close());

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: '12 calle 1-25',
  city: 'Guatemala',
  region: 485,
  telephone: '55554444',
};

const attach = async (id: string): Promise<void> => {
  const body = { employeeHash: 'asesor-demo', storeCode: 'MAX' };
  done(await shop.call('attachAdvisor', { params: { id }, body }));
};

/** Prepares an advisor's cart: a TV and a radio, with coupon, e-mail, delivery and invoice. */
const preparedCart = async (): Promise<string> => {
  const id = await openCart(shop);
  const params = { id };
  done(await addProduct(shop, id, 'TV'));
  done(await addProduct(shop, id, 'RADIO', { quantity: 2 }));
  done(await shop.call('applyCoupon', { body: { cartId: id, couponCode: 'MENOS10' } }));
  done(await shop.call('setCartDonation', { params, body: { donation: 5 } }));
  done(await shop.call('setCartShippingAddress', { params, body: address }));
  const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
  done(await shop.call('setCartShippingMethod', { params, body: method }));
  done(await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }));
  done(await shop.call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }));
  done(await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }));
  await attach(id);
  return id;
};

const clone = (id: string, headers: Record<string, string> = {}) =>
  shop.call('cloneCart', { params: { id }, body: {} }, { headers });

const linkOf = async (id: string): Promise<string> => done(await clone(id)).newCartId;

const openLink = (quoteId: string, body: { token?: string } = {}) =>
  shop.call('openPaymentLink', { params: { quoteId }, body });

interface Copy {
  cartId: string;
  headers: { authorization: string };
  token: string;
}

/** Opens a link in a browser. `token`: the token that the browser got earlier. */
const copyOf = async (link: string, body: { token?: string } = {}): Promise<Copy> => {
  const { cartId, token } = done(await openLink(link, body)).data;
  return { cartId, token, headers: { authorization: `Bearer ${token}` } };
};

/** Opens a link to a prepared cart, and returns the copy. */
const openedCopy = async (): Promise<Copy> => copyOf(await linkOf(await preparedCart()));

const allFields =
  'email,shippingAddress,billingAddress,paymentMethod,products,totalQuantity,totals,coupons,employeeInfo';

const read = (id: string, headers: Record<string, string>, fields = allFields) =>
  shop.call('getLinkCart', { params: { id }, query: { fields } }, { headers });

const pay = (
  { cartId, headers }: Pick<Copy, 'cartId'> & { headers: Record<string, string> },
  total: number,
  key: string,
  payment = cash,
) =>
  shop.inject({
    method: 'POST',
    url: '/v1/orders/link',
    headers: { ...headers, 'idempotency-key': key },
    payload: { cartId, payments: [payment(total)] },
  });

/** Chooses a payment method for a copy, and removes the donation, which would prevent cash (DIF-17). Returns the total. */
const readyToPay = async (
  { cartId, headers }: Copy,
  body: CallInput<'setCartPaymentMethod'>['body'] = { paymentMethod: 'kosmos_payment' },
): Promise<number> => {
  const params = { id: cartId };
  done(await shop.call('removeCartDonation', { params }, { headers }));
  const { data } = done(await shop.call('setCartPaymentMethod', { params, body }, { headers }));
  return data.prices.grandTotal.value;
};

/** Places the order of a copy in this process, so that a test can pause it anywhere. */
const placeHere = (
  cartId: string,
  payment: CallInput<'placeOrder'>['body']['payments'][number] & { paymentPlan: number },
  reach: (point: string) => Promise<void>,
  cardSaver?: { save: (kept: object) => void },
) => {
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const deps = placingDeps(shop, gateway, { pausePoints: { reach }, ...(cardSaver && { cardSaver }) });
  return placeOrder(deps, {
    request: { cartId, payments: [payment] },
    idempotencyKey: undefined,
    now: new Date(),
    policy: shop.policy(),
    viewerId: cartId,
    isLink: true,
    client: null,
  });
};

const codeIn = (answer: Awaited<ReturnType<typeof pay>>): string =>
  answer.json<{ error?: { code: string } }>().error?.code ?? 'ok';

test('[ADV-11, API-35, DEC-146] a link copies the whole cart, and later changes of the original do not change the copy', async () => {
  const id = await preparedCart();
  const before = done(await shop.call('getCart', { params: { id } }));
  const answer = done(await clone(id));
  expect(answer).toEqual({
    status: 201,
    newCartId: expect.stringMatching(/^[\da-f-]{36}$/),
    total: before.prices.grandTotal,
  });
  const link = answer.newCartId;
  expect(link).not.toBe(id);
  const [line] = before.items;
  done(
    await shop.call('changeCartProduct', { params: { id }, body: { cartItemId: line?.cartItemId ?? '', quantity: 0 } }),
  );
  done(await shop.call('removeCoupon', { params: { id } }));
  const { cartId, headers } = await copyOf(link);
  const cloned = done(await shop.call('getCart', { params: { id: cartId } }, { headers }));
  const unnamed = (cart: typeof before) =>
    cart.items.map(({ cartItemId: _, warranties: __, ...item }) => ({ ...item }));
  expect(unnamed(cloned)).toEqual(unnamed(before));
  const { prices, email, shippingAddresses, billingAddress, appliedCoupons, donation } = before;
  expect(cloned).toMatchObject({ prices, email, shippingAddresses, billingAddress, appliedCoupons, donation });
  expect(cloned.selectedPaymentMethod).toBeNull();
  const ids = [...before.items, ...cloned.items].map(({ cartItemId }) => cartItemId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('[PRICE-09] a payer’s copy shows if a price rose after the link was made, but not earlier changes', async () => {
  const id = await createProduct(shop.db, { sku: 'PROMISED', price: 100_00 });
  const priceIs = (price: number) =>
    shop.db.pool.query('update products set regular_price = $2, sales_price = $2 where id = $1', [id, price]);
  const cart = await openCart(shop);
  done(await addProduct(shop, cart, 'PROMISED'));
  await attach(cart);
  await priceIs(110_00);
  const link = await linkOf(cart);
  const itemOf = async () => {
    const { cartId, headers } = await copyOf(link);
    return done(await shop.call('getCart', { params: { id: cartId } }, { headers })).items[0];
  };
  expect(await itemOf()).not.toHaveProperty('seenPrice');
  await priceIs(120_00);
  expect(await itemOf()).toMatchObject({ salesPrice: { value: 120 }, seenPrice: { value: 110 } });
});

test('[DEC-146] the copy has the warranties and the recipients of the cart’s gift cards', async () => {
  const lens = await createProduct(shop.db, { sku: 'BOCINA', price: 450_00 });
  await createWarranty(shop.db, { sku: 'W-12', productId: lens, amount: 45_00 });
  await createProduct(shop.db, { sku: 'REGALO', kind: 'gift_card', price: 200_00 });
  const id = await openCart(shop);
  const itemAdditionalInfo = {
    giftcardEmail: 'ana@correo.gt',
    giftcardName: 'Ana',
    giftcardMessage: '¡Felicidades!',
    giftcardDeliveryDate: guatemalaDate(new Date()),
  };
  done(await addProduct(shop, id, 'BOCINA', { quantity: 2, warranty: 'W-12' }));
  done(await addProduct(shop, id, 'REGALO', { itemAdditionalInfo }));
  await attach(id);
  const { cartId, headers } = await copyOf(await linkOf(id));
  const { items, prices } = done(await shop.call('getCart', { params: { id: cartId } }, { headers }));
  expect(items.map(({ sku, quantity }) => `${quantity} ${sku}`)).toEqual(['2 BOCINA', '1 REGALO']);
  expect(items[0]?.warranties).toMatchObject([{ sku: 'W-12' }]);
  expect(items[1]?.giftCard).toEqual(itemAdditionalInfo);
  expect([prices.warranties.value, prices.grandTotal.value]).toEqual([90, 1_190]);
});

test('[API-22, ADV-20, DEC-148] the link’s cart is read with the requested fields, and unknown names are ignored', async () => {
  const { cartId, headers } = await openedCopy();
  const whole = done(await read(cartId, headers));
  expect(Object.keys(whole).sort()).toEqual(['id', 'status', ...allFields.split(',')].sort());
  expect(whole).toMatchObject({
    status: 200,
    id: cartId,
    email: 'lucia@correo.gt',
    totalQuantity: 3,
    coupons: [{ code: 'MENOS10' }],
    employeeInfo: { firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' },
    totals: { subtotal: { value: 505 }, discountTotal: { value: 10 }, itemsCount: 3 },
  });
  expect(whole.products?.map(({ sku }) => sku)).toEqual(['TV', 'RADIO', expect.any(String)]);
  expect(done(await read(cartId, headers, 'totalQuantity, nada,status'))).toEqual({
    status: 200,
    id: cartId,
    totalQuantity: 3,
  });
  expect(done(await read(cartId, headers, ''))).toEqual({ status: 200, id: cartId });
  const nobodys = '00000000-0000-4000-8000-000000000000';
  expect(await read(cartId, {})).toMatchObject({ ok: false, error: { status: 401 } });
  expect(await read(nobodys, headers)).toMatchObject({ ok: false, error: { status: 403 } });
  expect(await read((await openedCopy()).cartId, headers)).toMatchObject({ ok: false, error: { status: 403 } });
});

test('[API-35, DEC-02] a link needs an active advisor and the cart’s own customer, and a link cannot be copied', async () => {
  const plain = await openCart(shop);
  expect(await clone(plain)).toMatchObject({ ok: false, error: { status: 403, code: 'ADVISOR_REQUIRED' } });
  expect(codeOf(await clone('00000000-0000-4000-8000-000000000000'))).toBe('CART_NOT_FOUND');
  const { cartId, headers } = await openedCopy();
  expect(codeOf(await clone(cartId, headers))).toBe('FORBIDDEN');
  const ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  const eva = await signInCustomer(shop.db, 'eva@correo.gt', new Date());
  const own = done(await shop.call('createCart', { body: {} }, { headers: ana.headers })).id;
  await attach(own);
  expect(codeOf(await clone(own))).toBe('UNAUTHORIZED');
  expect(codeOf(await clone(own, eva.headers))).toBe('FORBIDDEN');
  expect(codeOf(await clone(own, ana.headers))).toBe('ok');
  await shop.db.pool.query(
    "insert into advisors (hash, store_code, first_name, added_at) values ('fugaz', 'MAX', 'Iris', now())",
  );
  done(await shop.call('attachAdvisor', { params: { id: plain }, body: { employeeHash: 'fugaz', storeCode: 'MAX' } }));
  await shop.db.pool.query("update advisors set ended_at = now() where hash = 'fugaz'");
  expect(codeOf(await clone(plain))).toBe('ADVISOR_REQUIRED');
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [own]);
  expect(codeOf(await clone(own, ana.headers))).toBe('CART_CLOSED');
});

test('[API-36] opening a link returns cart, token and expiry, and an unknown link gets 404, a used one 409', async () => {
  const link = await linkOf(await preparedCart());
  const post = (id: string) => shop.inject({ method: 'POST', url: `/v1/carts/byQuoteId/${id}`, payload: {} });
  const opened = await post(link);
  expect([opened.statusCode, opened.json()]).toEqual([
    200,
    {
      status: 200,
      data: {
        cartId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token: expect.any(String),
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    },
  ]);
  const unknown = await post(randomUUID());
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'PAYMENT_LINK_NOT_FOUND']);
  const { cartId, token } = opened.json().data;
  const payer = { cartId, token, headers: { authorization: `Bearer ${token}` } };
  expect((await pay(payer, await readyToPay(payer), 'used')).statusCode).toBe(200);
  const used = await post(link);
  expect([used.statusCode, used.json().error.code]).toEqual([409, 'PAYMENT_LINK_USED']);
});

test('[ADV-22, DEC-147, DEC-213] each person who opens a link gets a copy and a token, stored only as a hash', async () => {
  const link = await linkOf(await preparedCart());
  const [first, second] = [await copyOf(link), await copyOf(link)];
  expect(new Set([link, first.cartId, second.cartId]).size).toBe(3);
  expect(first.token).not.toBe(second.token);
  for (const { cartId, headers } of [first, second]) expect(codeOf(await read(cartId, headers))).toBe('ok');
  expect(codeOf(await read(second.cartId, first.headers))).toBe('FORBIDDEN');
  const { rows } = await shop.db.pool.query<{ kept: string }>(
    'select t::text as kept from payment_link_tokens t union all select c::text from carts c where id = any ($1)',
    [[link, first.cartId, second.cartId]],
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { kept } of rows) expect(kept).not.toContain(first.token.split('.')[2]);
});

test('[DEC-213] a browser gets its changed copy again by its token, and another link’s token has no effect', async () => {
  const link = await linkOf(await preparedCart());
  const mine = await copyOf(link);
  const params = { id: mine.cartId };
  done(await shop.call('setCartDonation', { params, body: { donation: 50 } }, { headers: mine.headers }));
  expect(await copyOf(link, { token: mine.token })).toEqual(mine);
  expect(done(await shop.call('getCart', { params }, { headers: mine.headers })).donation).toBe(50);
  const other = await openedCopy();
  for (const token of [other.token, 'nada']) {
    const opened = await copyOf(link, { token });
    expect([mine.cartId, other.cartId]).not.toContain(opened.cartId);
    expect([mine.token, token]).not.toContain(opened.token);
  }
});

test('[DEC-213] a change of one copy changes no other copy and not the link', async () => {
  const link = await linkOf(await preparedCart());
  const [mine, others] = [await copyOf(link), await copyOf(link)];
  const before = done(await read(others.cartId, others.headers));
  const params = { id: mine.cartId };
  const own = { headers: mine.headers };
  done(await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 3 } }, own));
  done(await shop.call('removeCoupon', { params }, own));
  done(await shop.call('setCartShippingAddress', { params, body: { ...address, firstname: 'Beto' } }, own));
  done(
    await shop.call(
      'setCartBillingAddress',
      { params, body: { ...address, nit: '576937K', documentType: 'NIT' } },
      own,
    ),
  );
  done(await shop.call('confirmCart', { params, body: { email: 'beto@correo.gt' } }, own));
  expect(done(await read(others.cartId, others.headers))).toEqual(before);
  const next = await copyOf(link);
  const { products: _, id: __, ...rest } = done(await read(next.cartId, next.headers));
  const { products: ___, id: ____, ...first } = before;
  expect(rest).toEqual(first);
});

test('[DEC-146, DEC-213] a person who knows a link can neither change nor order the link’s own cart', async () => {
  const link = await linkOf(await preparedCart());
  const { headers } = await copyOf(link);
  const params = { id: link };
  expect(codeOf(await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 1 } }))).toBe(
    'CART_CLOSED',
  );
  expect(codeOf(await shop.call('removeCoupon', { params }))).toBe('CART_CLOSED');
  expect(codeOf(await shop.call('setCartShippingAddress', { params, body: address }))).toBe('UNAUTHORIZED');
  expect(codeOf(await shop.call('setCartShippingAddress', { params, body: address }, { headers }))).toBe('FORBIDDEN');
  expect((await pay({ cartId: link, headers: {} }, 500, 'prepared')).statusCode).toBe(401);
  expect((await pay({ cartId: link, headers }, 500, 'prepared')).statusCode).toBe(403);
  expect(codeOf(await shop.call('getCart', { params }, { headers }))).toBe('FORBIDDEN');
});

test('[ADV-23, DEC-146, CONST-07] a forged or expired link is not found, and its token no longer opens anything', async () => {
  const id = await preparedCart();
  expect(await openLink('00000000-0000-4000-8000-000000000000')).toMatchObject({
    ok: false,
    error: { status: 404, code: 'PAYMENT_LINK_NOT_FOUND', message: 'Este enlace ya no está disponible.' },
  });
  expect(codeOf(await openLink('nada'))).toBe('PAYMENT_LINK_NOT_FOUND');
  // The advisor's cart is not a link.
  expect(codeOf(await openLink(id))).toBe('PAYMENT_LINK_NOT_FOUND');
  shop.setNow(new Date('2026-11-01T12:00:00Z'));
  const link = await linkOf(id);
  expect(done(await openLink(link)).data.expiresAt).toBe('2026-11-16T12:00:00.000Z');
  const copy = await copyOf(link);
  const { cartId, headers } = copy;
  shop.setNow(new Date('2026-11-16T11:59:59.999Z'));
  expect(codeOf(await read(cartId, headers))).toBe('ok');
  shop.setNow(new Date('2026-11-16T12:00:00Z'));
  expect(codeOf(await openLink(link))).toBe('PAYMENT_LINK_NOT_FOUND');
  expect(await read(cartId, headers)).toMatchObject({ ok: false, error: { status: 401 } });
  expect((await pay(copy, 500, 'late')).statusCode).toBe(401);
  shop.setNow(undefined);
});

test('the policy sets for how many days a link is valid', async () => {
  const id = await preparedCart();
  const days = async (): Promise<number> => {
    const { rows } = await shop.db.pool.query<{ days: string }>(
      'select extract(epoch from link_expires_at - created_at) / 86400 as days from carts where id = $1',
      [await linkOf(id)],
    );
    return Number(rows[0]?.days);
  };
  expect(await days()).toBe(15);
  await shop.setPolicy('linkCartDays', '3');
  expect(await days()).toBe(3);
  await shop.setPolicy('linkCartDays', 'default');
  expect(await days()).toBe(15);
});

test('[API-44, DEC-50, ADV-19] a link is paid once, in cash, by card or in installments, and the advisor’s cart stays open', async () => {
  const id = await preparedCart();
  const single = { paymentMethod: 'kosmos_payment' } as const;
  const cuotas = { paymentMethod: 'otherVisaInstallments', bin: '411111' } as const;
  for (const [key, payment, method] of [
    ['link-cash', cash, single],
    ['link-card', card, single],
    ['link-cuotas', (total: number) => installments(total, 6), cuotas],
  ] as const) {
    const link = await linkOf(id);
    const copy = await copyOf(link);
    const total = await readyToPay(copy, method);
    expect((await pay({ ...copy, headers: {} }, total, key, payment)).statusCode).toBe(401);
    const answer = await pay(copy, total, key, payment);
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data.orderNumber).toMatch(/^1\d{8}$/);
    expect(await openLink(link)).toMatchObject({ ok: false, error: { status: 409, code: 'PAYMENT_LINK_USED' } });
  }
  done(await addProduct(shop, id, 'TV'));
});

test('[DEC-108] the card of a link’s payer is charged and not saved', async () => {
  const copy = await openedCopy();
  const total = await readyToPay(copy);
  const saved: object[] = [];
  const payment = { ...card(total, '4111111111111111', { savePaymentInstrument: true }), paymentPlan: 1 };
  const { result } = await placeHere(copy.cartId, payment, async () => {}, { save: (kept) => void saved.push(kept) });
  expect(result.ok).toBe(true);
  expect(saved).toEqual([]);
});

test('[DEC-213] the first order of a copy closes and empties all other copies, which show no order number', async () => {
  const link = await linkOf(await preparedCart());
  const [mine, others] = [await copyOf(link), await copyOf(link)];
  const total = await readyToPay(others);
  const params = { id: others.cartId };
  const own = { headers: others.headers };
  done(await shop.call('confirmCart', { params, body: { email: 'beto@correo.gt' } }, own));
  const answer = await pay(mine, await readyToPay(mine), 'primera');
  const { orderNumber } = answer.json().data;
  const malformed = { method: 'POST', url: '/v1/orders/link', headers: others.headers, payload: params } as const;
  const answers = [
    (await pay(others, total, 'ajena')).json(),
    (await shop.inject({ ...malformed, payload: { cartId: others.cartId } })).json(),
    await shop.call('setCartDonation', { params, body: { donation: 5 } }, own),
    await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 1 } }, own),
    await shop.call('applyCoupon', { body: { cartId: others.cartId, couponCode: 'MENOS10' } }, own),
    await shop.call('setCartShippingAddress', { params, body: address }, own),
    await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }, own),
    await shop.call('confirmCart', { params, body: { email: 'beto@correo.gt' } }, own),
  ];
  for (const refused of answers) {
    expect(refused).toMatchObject({ error: { code: 'CART_CLOSED' } });
    expect(JSON.stringify(refused)).not.toContain(orderNumber);
  }
  for (const body of [{}, { token: others.token }, { token: mine.token }])
    expect(await openLink(link, body)).toMatchObject({ ok: false, error: { status: 409, code: 'PAYMENT_LINK_USED' } });
  const { rows } = await shop.db.pool.query(
    `select status, email, shipping_address, (select count(*)::int from cart_lines where cart_id = c.id) as lines
     from carts c where id = $1`,
    [others.cartId],
  );
  expect(rows).toEqual([{ status: 'closed', email: null, shipping_address: null, lines: 0 }]);
  // The buyer's copy shows the number, like any ordered cart.
  expect((await pay(mine, total, 'segunda')).json()).toMatchObject({
    error: { code: 'CART_CLOSED', metadata: { orderNumber } },
  });
});

test('[DEC-213] an order that fails leaves its copy and the other copies open', async () => {
  const link = await linkOf(await preparedCart());
  const mine = await copyOf(link);
  const declined = (total: number) => card(total, '4000000000000002');
  expect(codeIn(await pay(mine, await readyToPay(mine), 'declinada', declined))).toBe('PAY_DECLINED');
  expect(await copyOf(link, { token: mine.token })).toEqual(mine);
  const others = await copyOf(link);
  expect((await pay(others, await readyToPay(others), 'beto-paga')).statusCode).toBe(200);
  expect(codeIn(await pay(mine, await readyToPay(mine).catch(() => 1), 'ana-otra-vez'))).toBe('CART_CLOSED');
});

test.each([
  ['in cash', cash],
  ['by card', card],
] as const)('[DEC-213] four copies of a link that are paid at once %s lead to one order', async (way, payment) => {
  const link = await linkOf(await preparedCart());
  const copies = await Promise.all([1, 2, 3, 4].map(() => copyOf(link)));
  const totals = await Promise.all(copies.map((copy) => readyToPay(copy)));
  const answers = await Promise.all(
    copies.map((copy, index) => pay(copy, totals[index] ?? 0, `${way}-${index}`, payment)),
  );
  expect(
    answers.filter(({ statusCode }) => statusCode === 200),
    answers.map(({ payload }) => payload).join(),
  ).toHaveLength(1);
  for (const answer of answers) expect(['ok', 'CART_CLOSED', 'ORDER_IN_PROGRESS']).toContain(codeIn(answer));
  const { rows } = await shop.db.pool.query(
    `select count(*)::int as orders from orders o join carts c on c.id = o.cart_id where c.link_id = $1 and o.status <> 'void'`,
    [link],
  );
  expect(rows).toEqual([{ orders: 1 }]);
});

test('[DEC-213] confirming a card order and reopening the link lock the link before its copy', async () => {
  const link = await linkOf(await preparedCart());
  const mine = await copyOf(link);
  const total = await readyToPay(mine);
  const other = await shop.db.pool.connect();
  onTestFinished(() => other.release());
  const confirming = Promise.withResolvers<void>();
  const placed = placeHere(mine.cartId, { ...card(total), paymentPlan: 1 }, async (point) => {
    if (point !== 'placing.beforeConfirm') return;
    await other.query('begin');
    await other.query('select from carts where id = $1 for update', [link]);
    confirming.resolve();
  });
  await confirming.promise;
  await untilBlocked(shop.db.pool, other);
  await other.query('select from carts where id = $1 for update nowait', [mine.cartId]);
  await other.query('commit');
  expect((await placed).result.ok).toBe(true);
});

test('[DEC-136, DEC-172, DEC-213] while one copy is charged, other copies can be changed but not ordered', async () => {
  const link = await linkOf(await preparedCart());
  const [mine, others] = [await copyOf(link), await copyOf(link)];
  const [total, theirs] = [await readyToPay(mine), await readyToPay(others)];
  const answers: string[] = [];
  const params = { id: others.cartId };
  const { result } = await placeHere(mine.cartId, { ...card(total), paymentPlan: 1 }, async (point) => {
    if (point !== 'placing.afterClaim') return;
    answers.push(codeIn(await pay(mine, total, 'otra-vez', card)));
    answers.push(
      codeIn(await pay(others, theirs, 'de-otro', card)),
      codeIn(await pay(others, theirs, 'de-otro-en-efectivo')),
    );
    answers.push(
      codeOf(await shop.call('setCartDonation', { params, body: { donation: 5 } }, { headers: others.headers })),
    );
    answers.push(codeOf(await openLink(link, { token: mine.token })));
  });
  expect(result.ok).toBe(true);
  expect(answers).toEqual(['ORDER_IN_PROGRESS', 'ORDER_IN_PROGRESS', 'ORDER_IN_PROGRESS', 'ok', 'ok']);
});

test('[DEC-213] opening a link while its order commits waits for the commit, and is then refused', async () => {
  const link = await linkOf(await preparedCart());
  const mine = await copyOf(link);
  const total = await readyToPay(mine);
  const loads: ReturnType<typeof openLink>[] = [];
  const { result } = await placeHere(mine.cartId, { ...cash(total), paymentPlan: 0 }, async (point) => {
    if (point !== 'placing.beforeClaim') return;
    loads.push(openLink(link));
    await Promise.race([untilWaits(shop.db.pool, 'open_payment_link'), ...loads]);
  });
  expect(result.ok).toBe(true);
  expect((await Promise.all(loads)).map(codeOf)).toEqual(['PAYMENT_LINK_USED']);
});

test('[DEC-213] a copy unused for a day is deleted, and link and active copies stay until the link expires', async () => {
  const id = await preparedCart();
  const [held, over] = [await linkOf(id), await linkOf(id)];
  const [left, declined, back] = [await copyOf(held), await copyOf(held), await copyOf(held)];
  const refusing = (total: number) => card(total, '4000000000000002');
  expect(codeIn(await pay(declined, await readyToPay(declined), 'dejada', refusing))).toBe('PAY_DECLINED');
  await shop.db.pool.query(`update orders set created_at = now() - interval '25 hours' where cart_id = $1`, [
    declined.cartId,
  ]);
  const { cartId: ofOver } = await copyOf(over);
  await shop.db.pool.query(`update carts set updated_at = now() - interval '25 hours' where id = any ($1)`, [
    [left.cartId, declined.cartId, back.cartId, ofOver],
  ]);
  await shop.db.pool.query(
    `update carts set updated_at = now() - interval '40 days', link_expires_at = now() + case id when $1 then interval '5 days' else - interval '1 day' end
     where id in ($1, $2)`,
    [held, over],
  );
  expect(await copyOf(held, { token: back.token })).toEqual(back);
  let afterId: string | null = lowestCartId;
  while (afterId !== null)
    afterId = (await deleteIdleCarts(shop.db.write, new Date(Date.now() - 30 * dayMs), afterId)).nextAfterId;
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from carts where id = any ($1)', [
    [held, over, left.cartId, declined.cartId, back.cartId, ofOver],
  ]);
  expect(rows.map((row) => row.id).sort()).toEqual([held, back.cartId].sort());
});

test('only the browser with a copy’s token can read the outcome of its order', async () => {
  const copy = await openedCopy();
  const total = await readyToPay(copy);
  const ask = (keys: string[], headers: Record<string, string> = copy.headers) =>
    shop.call('findPlacement', { body: { cartId: copy.cartId, keys } }, { headers });
  expect(done(await ask(['asked-ana'])).data).toEqual({ state: 'open', isOwn: false, orderNumber: null });
  const { orderNumber } = (await pay(copy, total, 'asked-ana')).json().data;
  expect(done(await ask(['asked-ana'])).data).toEqual({ state: 'ordered', isOwn: true, orderNumber });
  expect(codeOf(await ask(['asked-ana'], {}))).toBe('UNAUTHORIZED');
  expect(codeOf(await ask(['asked-ana'], (await openedCopy()).headers))).toBe('FORBIDDEN');
});

test('after a paid link has expired, its token reads nothing and the link is still refused as used', async () => {
  onTestFinished(() => shop.setNow(undefined));
  shop.setNow(new Date('2026-11-01T12:00:00Z'));
  const link = await linkOf(await preparedCart());
  const copy = await copyOf(link);
  const { cartId, headers, token } = copy;
  const total = await readyToPay(copy);
  const ask = () => shop.call('findPlacement', { body: { cartId, keys: ['tarde'] } }, { headers });
  shop.setNow(new Date('2026-11-16T11:59:59.999Z'));
  const { orderNumber } = (await pay(copy, total, 'tarde')).json().data;
  expect(done(await ask()).data).toEqual({ state: 'ordered', isOwn: true, orderNumber });
  shop.setNow(new Date('2026-11-16T12:00:00Z'));
  expect(codeOf(await ask())).toBe('UNAUTHORIZED');
  expect(codeOf(await openLink(link, { token }))).toBe('PAYMENT_LINK_USED');
});

test('[DEC-141] the order of a link cannot be paid at the store', async () => {
  const copy = await openedCopy();
  const total = await readyToPay(copy);
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: total, otp: '000000' };
  const answer = await shop.inject({
    ...{ method: 'POST', url: '/v1/orders/storePayment', headers: copy.headers },
    payload: { cartId: copy.cartId, payments: [{ ...payment, isPaymentInStore: true }] },
  });
  expect(answer.json()).toMatchObject({ error: { code: 'PAY_OTP_INVALID' } });
});

test('[DEC-172] the owner of an ordered cart is checked before missing fields, so strangers see no number', async () => {
  const ana = await signInCustomer(shop.db, 'compra@correo.gt', new Date());
  const beto = await signInCustomer(shop.db, 'otra-compra@correo.gt', new Date());
  const cartId = await preparedCart();
  await shop.db.pool.query('update carts set customer_id = $2, donation = null where id = $1', [cartId, ana.id]);
  const { prices } = done(await shop.call('getCart', { params: { id: cartId } }, { headers: ana.headers }));
  const order = (headers: Record<string, string>, rest: object) =>
    shop.inject({ method: 'POST', url: '/v1/orders', headers, payload: { cartId, ...rest } });
  const slot = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 10 };
  const placed = await order(ana.headers, { payments: [cash(prices.grandTotal.value), slot] });
  const { orderNumber } = placed.json().data;
  expect(orderNumber).toMatch(/^\d{9}$/);
  const refusals = [await order({}, {}), await order(beto.headers, {}), await order(ana.headers, {})];
  expect(refusals.map((answer) => answer.json().error.code)).toEqual(['UNAUTHORIZED', 'FORBIDDEN', 'CART_CLOSED']);
  for (const { payload } of refusals.slice(0, 2)) expect(payload).not.toContain(orderNumber);
});

test('[DEC-02, DEC-03, DIF-28] a link’s token opens only its own cart, and a session does not replace it', async () => {
  const id = await preparedCart();
  const { cartId: mine, headers } = await copyOf(await linkOf(id));
  const { cartId: other } = await copyOf(await linkOf(id));
  expect(codeOf(await read(other, headers))).toBe('FORBIDDEN');
  expect(codeOf(await shop.call('getCart', { params: { id } }, { headers }))).toBe('FORBIDDEN');
  expect(codeOf(await shop.call('createCart', { body: {} }, { headers }))).toBe('FORBIDDEN');
  expect(codeOf(await shop.call('listOrders', { query: {} }, { headers }))).toBe('UNAUTHORIZED');
  const ana = await signInCustomer(shop.db, 'paga@correo.gt', new Date());
  expect(codeOf(await read(mine, ana.headers))).toBe('FORBIDDEN');
  expect(codeOf(await shop.call('getCart', { params: { id: mine } }, { headers: ana.headers }))).toBe('FORBIDDEN');
  expect(codeOf(await shop.call('syncCart', { params: { id: mine }, body: {} }, { headers: ana.headers }))).toBe(
    'FORBIDDEN',
  );
  // A caller who knows only the ID can neither see nor change personal data.
  const seen = done(await shop.call('getCart', { params: { id: mine } }));
  expect(seen).not.toHaveProperty('email');
  expect(codeOf(await shop.call('setCartShippingAddress', { params: { id: mine }, body: address }))).toBe(
    'UNAUTHORIZED',
  );
  expect((await postOrder(shop, { cartId: mine, payments: [cash(1)] }, 'no-token')).statusCode).toBe(401);
});

test('[ADV-21] every call for a cart accepts the token of its link', async () => {
  const { cartId, headers } = await openedCopy();
  const params = { id: cartId };
  const own = { headers };
  const [line] = done(await shop.call('getCart', { params }, own)).items;
  const cartItemId = line?.cartItemId ?? '';
  const answers = {
    add: await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 1 } }, own),
    change: await shop.call('changeCartProduct', { params, body: { cartItemId, quantity: 2 } }, own),
    donate: await shop.call('setCartDonation', { params, body: { donation: 10 } }, own),
    keep: await shop.call('removeCartDonation', { params }, own),
    remove: await shop.call('removeCoupon', { params }, own),
    coupon: await shop.call('applyCoupon', { body: { cartId, couponCode: 'MENOS10' } }, own),
    address: await shop.call('setCartShippingAddress', { params, body: address }, own),
    again: await shop.call('changeCartShippingAddress', { params, body: address }, own),
    method: await shop.call(
      'setCartShippingMethod',
      { params, body: { carrierCode: 'tablerate', methodCode: 'bestway' } },
      own,
    ),
    rate: await shop.call('getCartTableRate', { params }, own),
    billing: await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }, own),
    payment: await shop.call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }, own),
    confirm: await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }, own),
    points: await shop.call('getPointsOptions', { query: { cartId } }, own),
    installments: await shop.call('getInstallments', { query: { bin: '424242', cartId } }, own),
  };
  expect(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, codeOf(answer)]))).toEqual(
    Object.fromEntries(Object.keys(answers).map((name) => [name, 'ok'])),
  );
});

test('an advisor’s cart shows that its link was ordered, until the cart is changed', async () => {
  const id = await preparedCart();
  const isSold = async (of = id) => done(await shop.call('getCart', { params: { id: of } })).isSoldByLink ?? false;
  const [first, second] = [await linkOf(id), await linkOf(id)];
  expect(await isSold()).toBe(false);
  const copy = await copyOf(first);
  expect((await pay(copy, await readyToPay(copy), 'sold-1')).statusCode).toBe(200);
  expect(await isSold()).toBe(true);
  // The cart is attached to the advisor again, as each time that a page loads.
  await attach(id);
  expect(await isSold()).toBe(true);
  expect(await isSold(first)).toBe(false);
  done(await addProduct(shop, id, 'TV'));
  expect(await isSold()).toBe(false);
  // The link was made before the change, so it does not sell the present cart.
  const late = await copyOf(second);
  expect((await pay(late, await readyToPay(late), 'sold-2')).statusCode).toBe(200);
  expect(await isSold()).toBe(false);
});

test('a customer’s own cart is never shown as sold by a link, even if an advisor has helped', async () => {
  const { headers } = await signInCustomer(shop.db, 'propio@correo.gt', new Date());
  const { id } = done(await shop.call('createCart', { body: {} }, { headers }));
  const params = { id };
  done(await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 1 } }, { headers }));
  done(await shop.call('setCartShippingAddress', { params, body: address }, { headers }));
  const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
  done(await shop.call('setCartShippingMethod', { params, body: method }, { headers }));
  done(await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }, { headers }));
  done(await shop.call('confirmCart', { params, body: { email: 'propio@correo.gt' } }, { headers }));
  await attach(id);
  const link = done(await clone(id, headers)).newCartId;
  const copy = await copyOf(link);
  expect((await pay(copy, await readyToPay(copy), 'sold-own')).statusCode).toBe(200);
  expect(done(await shop.call('getCart', { params }, { headers }))).not.toHaveProperty('isSoldByLink');
});

test('[PTS-12, PTS-15, PTS-16] with its token, a link’s cart can use points: options, request, certificate, revert', async () => {
  await createProduct(shop.db, { sku: 'LENS', price: 300_00, sellerId: 2, offerId: 'OF-1' });
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  await attach(id);
  const link = await linkOf(id);
  const { cartId, headers: bearer } = await copyOf(link);
  const params = { id: cartId };
  const { headers: others } = await copyOf(link);
  const options = async (headers = bearer) => shop.call('getPointsOptions', { query: { cartId } }, { headers });
  const request = async (headers: Record<string, string>) =>
    shop.call('requestPoints', { body: { cartId, ...member } }, { headers });
  const withProof = async (headers = bearer) => ({ ...headers, 'x-recaptcha': await mintProof(shop) });
  expect(done(await options()).map(({ title }) => title)).toEqual([
    'Puntos MAX',
    'Puntos BI',
    'Puntos BAC',
    'Visanet cash',
  ]);
  expect(codeOf(await options(others))).toBe('FORBIDDEN');
  expect(codeOf(await request(bearer))).toBe('CAPTCHA_FAILED');
  expect(codeOf(await request(await withProof(others)))).toBe('FORBIDDEN');
  const { coupons } = done(await request(await withProof()));
  const couponCode = coupons.find(({ discountAmount }) => discountAmount === 100)?.couponCode ?? '';
  const apply = (headers: Record<string, string>) =>
    shop.call('applyPoints', { body: { cartId, couponCode } }, { headers });
  expect(codeOf(await apply(others))).toBe('FORBIDDEN');
  expect(done(await apply(bearer)).data).toMatchObject({ appliedCoupon: { discountAmount: 100 } });
  const cart = async () => done(await shop.call('getCart', { params }, { headers: bearer }));
  expect(await cart()).toMatchObject({ certificate: { program: 'MaxpointsPoints', amount: 100 } });
  expect(codeOf(await shop.call('removeCoupon', { params }, { headers: others }))).toBe('FORBIDDEN');
  done(await shop.call('removeCoupon', { params }, { headers: bearer }));
  expect(await cart()).toMatchObject({ certificate: null });
  // The offers depend on the products of the link's cart, as for any cart (PTS-12).
  done(
    await shop.call(
      'addCartProduct',
      { params, body: { sku: 'LENS', offerId: 'OF-1', quantity: 1 } },
      { headers: bearer },
    ),
  );
  expect(done(await options())).toEqual([]);
  await shop.db.pool.query("update flags set enabled = true where name = 'thirdPartyPoints'");
  expect(done(await options()).map(({ title }) => title)).toEqual(['Puntos MAX']);
});
