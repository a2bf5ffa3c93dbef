import { randomUUID } from 'node:crypto';
import type { CallInput } from '@ceiba/contract/client';
import { dayMs, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { deleteIdleCarts, firstCart } from '../carts/carts.store.ts';
import { placeOrder } from '../orders/place-order.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { hashOfLinkToken } from '../platform/link-token.ts';
import { beginHold } from '../points/points.store.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { addProduct, codeOf, done, openCart } from '../testing/cart-calls.ts';
import { card, cash, installments, openShopWithBank, postOrder } from '../testing/order-calls.ts';
import { placingDeps } from '../testing/placing-deps.ts';
import { member } from '../testing/points-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

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

/** A cart as an advisor leaves it: a TV and a radio, with coupon, e-mail, delivery and invoice. */
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

interface Bearer {
  authorization: string;
  [header: string]: string;
}

const bearerOf = async (link: string): Promise<Bearer> => ({
  authorization: `Bearer ${done(await openLink(link)).data.token}`,
});

const tokenIn = ({ authorization }: Bearer): string => authorization.replace('Bearer ', '');

/** The first certificate that is offered for a link's cart, once coupon and donation stand in the way of none. */
const certificateFor = async (link: string, by: Bearer) => {
  const params = { id: link };
  done(await shop.call('removeCoupon', { params }, { headers: by }));
  done(await shop.call('removeCartDonation', { params }, { headers: by }));
  const headers = { ...by, 'x-recaptcha': await mintProof(shop) };
  const { coupons } = done(await shop.call('requestPoints', { body: { cartId: link, ...member } }, { headers }));
  const [first] = coupons;
  if (first === undefined) throw new Error('no certificate is offered');
  return first;
};

const allFields =
  'email,shippingAddress,billingAddress,paymentMethod,products,totalQuantity,totals,coupons,employeeInfo';

const read = (id: string, headers: Record<string, string>, fields = allFields) =>
  shop.call('getLinkCart', { params: { id }, query: { fields } }, { headers });

const payLink = (link: string, total: number, headers: Record<string, string>, key: string, payment = cash) =>
  shop.inject({
    method: 'POST',
    url: '/v1/orders/link',
    headers: { ...headers, 'idempotency-key': key },
    payload: { cartId: link, payments: [payment(total)] },
  });

/** Chooses the method for a link's cart, whose donation would stand in the way of cash (DIF-17); answers its total. */
const readyToPay = async (
  link: string,
  headers: Record<string, string>,
  body: CallInput<'setCartPaymentMethod'>['body'] = { paymentMethod: 'kosmos_payment' },
): Promise<number> => {
  const params = { id: link };
  done(await shop.call('removeCartDonation', { params }, { headers }));
  const { data } = done(await shop.call('setCartPaymentMethod', { params, body }, { headers }));
  return data.prices.grandTotal.value;
};

test('[ADV-11, API-35, DEC-146] the cart is cloned with lines, e-mail, addresses, method, coupon and advisor; later changes of the first do not change it', async () => {
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
  const headers = await bearerOf(link);
  const cloned = done(await shop.call('getCart', { params: { id: link } }, { headers }));
  const unnamed = (cart: typeof before) =>
    cart.items.map(({ cartItemId: _, warranties: __, ...item }) => ({ ...item }));
  expect(unnamed(cloned)).toEqual(unnamed(before));
  const { prices, email, shippingAddresses, billingAddress, appliedCoupons, donation } = before;
  expect(cloned).toMatchObject({ prices, email, shippingAddresses, billingAddress, appliedCoupons, donation });
  expect(cloned.selectedPaymentMethod).toBeNull();
  const ids = [...before.items, ...cloned.items].map(({ cartItemId }) => cartItemId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('[DEC-146] the clone has the warranties and whom its gift cards are for', async () => {
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
  const link = await linkOf(id);
  const { items, prices } = done(
    await shop.call('getCart', { params: { id: link } }, { headers: await bearerOf(link) }),
  );
  expect(items.map(({ sku, quantity }) => `${quantity} ${sku}`)).toEqual(['2 BOCINA', '1 REGALO']);
  expect(items[0]?.warranties).toMatchObject([{ sku: 'W-12' }]);
  expect(items[1]?.giftCard).toEqual(itemAdditionalInfo);
  expect([prices.warranties.value, prices.grandTotal.value]).toEqual([90, 1_190]);
});

test('[API-22, ADV-20, DEC-148] the link’s cart is read with the fields that are asked for; unknown names are ignored', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const whole = done(await read(link, headers));
  expect(Object.keys(whole).sort()).toEqual(['id', 'status', ...allFields.split(',')].sort());
  expect(whole).toMatchObject({
    status: 200,
    id: link,
    email: 'lucia@correo.gt',
    totalQuantity: 3,
    coupons: [{ code: 'MENOS10' }],
    employeeInfo: { firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' },
    totals: { subtotal: { value: 505 }, discountTotal: { value: 10 }, itemsCount: 3 },
  });
  expect(whole.products?.map(({ sku }) => sku)).toEqual(['TV', 'RADIO', expect.any(String)]);
  expect(done(await read(link, headers, 'totalQuantity, nada,status'))).toEqual({
    status: 200,
    id: link,
    totalQuantity: 3,
  });
  expect(done(await read(link, headers, ''))).toEqual({ status: 200, id: link });
  const nobodys = '00000000-0000-4000-8000-000000000000';
  expect(await read(link, {})).toMatchObject({ ok: false, error: { status: 401 } });
  expect(await read(nobodys, headers)).toMatchObject({ ok: false, error: { status: 403 } });
  expect(await read(await linkOf(await preparedCart()), headers)).toMatchObject({ ok: false, error: { status: 403 } });
});

test('[API-35, DEC-02] who clones: nobody without an advisor, of a retired one, of a link, of somebody else’s cart', async () => {
  const plain = await openCart(shop);
  expect(await clone(plain)).toMatchObject({ ok: false, error: { status: 403, code: 'ADVISOR_REQUIRED' } });
  expect(codeOf(await clone('00000000-0000-4000-8000-000000000000'))).toBe('CART_NOT_FOUND');
  const link = await linkOf(await preparedCart());
  expect(codeOf(await clone(link, await bearerOf(link)))).toBe('FORBIDDEN');
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

test('[API-36, ADV-22, DEC-147] a link is exchanged for its cart and a token of its own, of which only a hash is kept', async () => {
  const link = await linkOf(await preparedCart());
  const [first, second] = [done(await openLink(link)).data, done(await openLink(link)).data];
  expect(first.cartId).toBe(link);
  expect(first.token).not.toBe(second.token);
  for (const { token } of [first, second])
    expect(codeOf(await read(link, { authorization: `Bearer ${token}` }))).toBe('ok');
  const { rows } = await shop.db.pool.query<{ kept: string }>(
    'select t::text as kept from payment_link_tokens t union all select c::text from carts c where id = $1',
    [link],
  );
  for (const { kept } of rows) expect(kept).not.toContain(first.token.split('.')[2]);
});

test('[API-36, ADV-22] who opens a link again with the token keeps it; loads by others take none of who pays at this moment', async () => {
  const link = await linkOf(await preparedCart());
  const { token } = done(await openLink(link)).data;
  for (let load = 0; load < 25; load += 1) expect(done(await openLink(link, { token })).data.token).toBe(token);
  const tokens = async () => {
    const { rowCount } = await shop.db.pool.query('select from payment_link_tokens where cart_id = $1', [link]);
    return rowCount;
  };
  expect(await tokens()).toBe(1);
  // A token of another link, or of none, is worth nothing.
  const other = done(await openLink(await linkOf(await preparedCart()))).data.token;
  expect([other, 'nada']).not.toContain(done(await openLink(link, { token: other })).data.token);
  expect(await tokens()).toBe(2);
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [link]);
  for (let load = 0; load < 21; load += 1) done(await openLink(link));
  expect(codeOf(await read(link, { authorization: `Bearer ${token}` }))).toBe('ok');
  await shop.db.pool.query("update carts set status = 'open' where id = $1", [link]);
  done(await openLink(link));
  expect(await tokens()).toBe(20);
});

test('[ADV-22] loads that meet the payer’s order before its commit wait for it, and take no token of who pays', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const total = await readyToPay(link, headers);
  for (let load = 0; load < 19; load += 1) done(await openLink(link));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaiting = async () => (await shop.db.pool.query(waiting)).rows.length > 0;
  const loads: ReturnType<typeof openLink>[] = [];
  const reach = async (point: string) => {
    if (point !== 'placing.beforeClaim') return;
    loads.push(openLink(link));
    await Promise.race([until(isWaiting), ...loads]);
  };
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const { result } = await placeOrder(placingDeps(shop, gateway, { pausePoints: { reach } }), {
    request: { cartId: link, payments: [{ ...cash(total), paymentPlan: 0 }] },
    idempotencyKey: undefined,
    now: new Date(),
    policy: shop.policy(),
    viewerId: link,
    client: null,
  });
  expect(result.ok).toBe(true);
  expect((await Promise.all(loads)).map(codeOf)).toEqual(['PAYMENT_LINK_USED']);
  expect(codeOf(await read(link, headers))).toBe('ok');
});

test('[ADV-23, DEC-146, CONST-07] a forged link is no link, one that is over neither, and its token opens nothing any more', async () => {
  const id = await preparedCart();
  expect(await openLink('00000000-0000-4000-8000-000000000000')).toMatchObject({
    ok: false,
    error: { status: 404, code: 'PAYMENT_LINK_NOT_FOUND', message: 'Este enlace ya no está disponible.' },
  });
  expect(codeOf(await openLink('nada'))).toBe('PAYMENT_LINK_NOT_FOUND');
  // The cart of the advisor is no link.
  expect(codeOf(await openLink(id))).toBe('PAYMENT_LINK_NOT_FOUND');
  shop.setNow(new Date('2026-11-01T12:00:00Z'));
  const link = await linkOf(id);
  expect(done(await openLink(link)).data.expiresAt).toBe('2026-11-16T12:00:00.000Z');
  const headers = await bearerOf(link);
  shop.setNow(new Date('2026-11-16T11:59:59.999Z'));
  expect(codeOf(await read(link, headers))).toBe('ok');
  shop.setNow(new Date('2026-11-16T12:00:00Z'));
  expect(codeOf(await openLink(link))).toBe('PAYMENT_LINK_NOT_FOUND');
  expect(await read(link, headers)).toMatchObject({ ok: false, error: { status: 401 } });
  expect((await payLink(link, 500, headers, 'late')).statusCode).toBe(401);
  shop.setNow(undefined);
});

test('the policy says for how many days a link holds', async () => {
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

test('[API-44, DEC-50, ADV-19] a link is paid with its token, in cash, by card and in cuotas; then it is used, and the first cart goes on', async () => {
  const id = await preparedCart();
  const single = { paymentMethod: 'kosmos_payment' } as const;
  const cuotas = { paymentMethod: 'otherVisaInstallments', bin: '411111' } as const;
  for (const [key, payment, method] of [
    ['link-cash', cash, single],
    ['link-card', card, single],
    ['link-cuotas', (total: number) => installments(total, 6), cuotas],
  ] as const) {
    const link = await linkOf(id);
    const headers = await bearerOf(link);
    const total = await readyToPay(link, headers, method);
    expect((await payLink(link, total, {}, key, payment)).statusCode).toBe(401);
    const answer = await payLink(link, total, headers, key, payment);
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data.orderNumber).toMatch(/^1\d{8}$/);
    expect(await openLink(link)).toMatchObject({ ok: false, error: { status: 409, code: 'PAYMENT_LINK_USED' } });
  }
  done(await addProduct(shop, id, 'TV'));
});

test('[DEC-108] who pays a link is no customer: their card is charged and not saved', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const total = await readyToPay(link, headers);
  const saved: object[] = [];
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const cardSaver = { save: (kept: object) => void saved.push(kept) };
  const deps = placingDeps(shop, gateway, { cardSaver });
  const payment = card(total, '4111111111111111', { savePaymentInstrument: true });
  const { result } = await placeOrder(deps, {
    request: { cartId: link, payments: [{ ...payment, paymentPlan: 1 }] },
    idempotencyKey: undefined,
    now: new Date(),
    policy: shop.policy(),
    viewerId: link,
    client: null,
  });
  expect(result.ok).toBe(true);
  expect(saved).toEqual([]);
});

test('a link’s cart outlives the idle days of a cart while the link holds, and goes when it is over', async () => {
  const id = await preparedCart();
  const [held, over] = [await linkOf(id), await linkOf(id)];
  await shop.db.pool.query(
    `update carts set updated_at = now() - interval '40 days', link_expires_at = now() + case id when $1 then interval '5 days' else - interval '1 day' end
     where id in ($1, $2)`,
    [held, over],
  );
  let beyond: string | null = firstCart;
  while (beyond !== null)
    beyond = (await deleteIdleCarts(shop.db.write, new Date(Date.now() - 30 * dayMs), beyond)).last;
  const { rows } = await shop.db.pool.query('select id from carts where id in ($1, $2)', [held, over]);
  expect(rows).toEqual([{ id: held }]);
});

test('a link that two browsers pay at once is paid once', async () => {
  const link = await linkOf(await preparedCart());
  const browsers = await Promise.all([1, 2, 3, 4].map(() => bearerOf(link)));
  const [first] = browsers;
  const headers = first ?? { authorization: '' };
  const total = await readyToPay(link, headers);
  const answers = await Promise.all(browsers.map((one, index) => payLink(link, total, one, `race-${index}`, card)));
  expect(
    answers.map(({ statusCode }) => statusCode).filter((status) => status === 200),
    answers.map(({ payload }) => payload).join(),
  ).toHaveLength(1);
  for (const { statusCode, payload } of answers) expect([200, 409], payload).toContain(statusCode);
  const { rows } = await shop.db.pool.query(
    "select count(*)::int as orders from orders where cart_id = $1 and status <> 'void'",
    [link],
  );
  expect(rows).toEqual([{ orders: 1 }]);
});

test('the order of a link is told to the page that placed it, by its key: another payer’s page learns that there is one, and not its number', async () => {
  const link = await linkOf(await preparedCart());
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  const total = await readyToPay(link, headers);
  const ask = (keys: string[], by = headers) =>
    shop.call('findPlacement', { body: { cartId: link, keys } }, { headers: by });
  expect(done(await ask(['asked-ana'])).data).toEqual({ state: 'open', isOwn: false, orderNumber: null });
  const { orderNumber } = (await payLink(link, total, headers, 'asked-ana')).json().data;
  expect(done(await ask(['asked-ana'])).data).toEqual({ state: 'ordered', isOwn: true, orderNumber });
  for (const keys of [[], ['asked-beto']])
    expect(done(await ask(keys, others)).data).toEqual({ state: 'ordered', isOwn: false, orderNumber: null });
  expect(codeOf(await shop.call('findPlacement', { body: { cartId: link, keys: ['asked-ana'] } }))).toBe(
    'UNAUTHORIZED',
  );
});

test('who paid a link, and asks after its time is over, is told nothing by its token, and that the link is used: never that it was no link', async () => {
  onTestFinished(() => shop.setNow(undefined));
  shop.setNow(new Date('2026-11-01T12:00:00Z'));
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const total = await readyToPay(link, headers);
  const ask = () => shop.call('findPlacement', { body: { cartId: link, keys: ['tarde'] } }, { headers });
  shop.setNow(new Date('2026-11-16T11:59:59.999Z'));
  const { orderNumber } = (await payLink(link, total, headers, 'tarde')).json().data;
  expect(done(await ask()).data).toEqual({ state: 'ordered', isOwn: true, orderNumber });
  shop.setNow(new Date('2026-11-16T12:00:00Z'));
  expect(codeOf(await ask())).toBe('UNAUTHORIZED');
  expect(codeOf(await openLink(link, { token: headers.authorization.replace('Bearer ', '') }))).toBe(
    'PAYMENT_LINK_USED',
  );
});

/** What a payer's page shows of delivery and invoice. */
const deliverTo = {
  ...{ ...address, street: [address.street] },
  zone: 'Zona 1',
  ...{ latitude: 14.6, longitude: -90.5 },
  trustedPerson: { firstName: 'Rosa', lastName: 'Paz', message: '55550001|Portón negro' },
};
const billTo = {
  ...{ firstname: 'Lucía', lastname: 'Paz', street: ['Ciudad'], city: 'Guatemala', telephone: '55554444' },
  ...{ region: 485, nit: 'CF', documentType: 'CF' as const },
};

/** What an order says: how it is paid, and what its page shows of the rest. */
interface Said {
  payments?: 'declined';
  points?: number;
  [field: string]: unknown;
}

/** A link that one payer orders, saying what the page shows, who writes to its cart, too, unless it is another. */
const linkOfTwo = async () => {
  const link = await linkOf(await preparedCart());
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  let total = await readyToPay(link, headers);
  const params = { id: link };
  /** By a card that its bank declines, with so many quetzales of points. */
  const declined = (points: number) => [
    card(total - points, '4000000000000002'),
    ...(points === 0 ? [] : [{ paymentType: 'Coupon', paymentPlan: 0, paymentAmount: points }]),
  ];
  return {
    link,
    headers,
    others,
    order: (key: string, { payments, points = 0, ...shown }: Said = {}) =>
      shop.inject({
        method: 'POST',
        url: '/v1/orders/link',
        headers: { ...headers, 'idempotency-key': key },
        payload: {
          ...{ cartId: link, payments: payments === 'declined' ? declined(points) : [cash(total)] },
          ...{ email: 'Lucia@correo.gt', deliverTo, billTo, ...shown },
        },
      }),
    deliver: async (body: object, by: Bearer = headers) =>
      done(await shop.call('setCartShippingAddress', { params, body: { ...deliverTo, ...body } }, { headers: by })),
    ship: async (body: CallInput<'setCartShippingMethod'>['body']) => {
      done(await shop.call('setCartShippingMethod', { params, body }, { headers }));
      total = await readyToPay(link, headers);
    },
    bill: async (body: CallInput<'setCartBillingAddress'>['body'], by: Bearer = headers) =>
      done(await shop.call('setCartBillingAddress', { params, body: { ...billTo, ...body } }, { headers: by })),
    mailTo: async (email: string, by: Bearer = headers) =>
      done(await shop.call('confirmCart', { params, body: { email } }, { headers: by })),
  };
};

const placedOrder = { status: 200, data: { orderNumber: expect.stringMatching(/^\d+$/) } };

test('an order that says where it goes, who is billed and to whom its mail is refused while the cart says otherwise of any of it, and placed under its key once it does not', async () => {
  const { order, deliver, ship, bill, mailTo } = await linkOfTwo();
  const billed: CallInput<'setCartBillingAddress'>['body'][] = [
    ...[{ firstname: 'Beto' }, { lastname: 'Cruz' }, { street: 'Zona 4' }, { telephone: '55550000' }],
    ...[{ city: 'Mixco' }, { region: 493 }, { nit: '576937K', documentType: 'NIT' as const }],
  ];
  const all = [
    ...[{ street: 'Otra calle 9-99' }, { firstname: 'Beto' }, { lastname: 'Cruz' }, { telephone: '55550000' }].map(
      (body) => () => deliver(body),
    ),
    ...[{ city: 'Mixco' }, { zone: 'Zona 2' }, { region: 493 }, { latitude: 14.7 }, { longitude: -90.6 }].map(
      (body) => () => deliver(body),
    ),
    () => deliver({ trustedPerson: null }),
    ...billed.map((body) => () => bill(body)),
    () => mailTo('beto@correo.gt'),
  ];
  for (const write of all) {
    await deliver({});
    await ship({ carrierCode: 'tablerate', methodCode: 'bestway' });
    await bill({});
    await mailTo('lucia@correo.gt');
    await write();
    expect((await order('de-ana')).json(), write.toString()).toMatchObject({ error: { code: 'PAY_AMOUNT_MISMATCH' } });
  }
  await mailTo('lucia@correo.gt');
  // The address of a pickup, and the method of the other payer's delivery.
  const atStore = { ...deliverTo, storeCode: 'MAX' };
  await deliver(atStore);
  expect((await order('de-beto', { deliverTo: atStore })).json()).toMatchObject({
    error: { code: 'PAY_AMOUNT_MISMATCH' },
  });
  await deliver({});
  expect((await order('de-ana')).json()).toEqual(placedOrder);
});

test('an order that says that it is fetched at a store is placed while the cart says so too', async () => {
  const { order, deliver, ship, bill, mailTo } = await linkOfTwo();
  const atStore = { ...deliverTo, storeCode: 'MAX' };
  await deliver(atStore);
  await ship({ carrierCode: 'instore', methodCode: 'pickup' });
  await bill({});
  await mailTo('lucia@correo.gt');
  const elsewhere = await order('entrega');
  expect(elsewhere.json()).toMatchObject({ error: { code: 'PAY_AMOUNT_MISMATCH' } });
  expect((await order('retiro', { deliverTo: atStore })).json()).toEqual(placedOrder);
});

test('a number that is billed as another document than the order says is another invoice', async () => {
  const { order, deliver, bill, mailTo } = await linkOfTwo();
  const asNit = { nit: '576937K', documentType: 'NIT' as const };
  await deliver({});
  await mailTo('lucia@correo.gt');
  await bill({ ...asNit, documentType: 'Pasaporte' });
  const said = { billTo: { ...billTo, ...asNit } };
  expect((await order('de-nit', said)).json()).toMatchObject({ error: { code: 'PAY_AMOUNT_MISMATCH' } });
  await bill(asNit);
  expect((await order('de-nit', said)).json()).toEqual(placedOrder);
});

/** The lines of a cart as its page shows them to who may see all of it. */
const shownItems = async (id: string, headers: Record<string, string>) =>
  done(await shop.call('getCart', { params: { id } }, { headers }))
    .items.filter(({ isDonation }) => !isDonation)
    .map(({ cartItemId, sku, quantity, warranties, giftCard }) => ({
      ...{ cartItemId, sku, quantity, giftCard },
      warranty: warranties[0]?.sku ?? null,
    }));

test('an order that says its lines is refused once somebody has changed one of them at the same total, a gift card’s recipient too', async () => {
  await createProduct(shop.db, { sku: 'VALE', kind: 'gift_card', price: 100_00 });
  const id = await openCart(shop);
  const recipient = {
    giftcardEmail: 'nieta@correo.gt',
    giftcardName: 'Nieta',
    giftcardDeliveryDate: guatemalaDate(new Date()),
  };
  const vale = { sku: 'VALE', quantity: 1, itemAdditionalInfo: recipient };
  done(await addProduct(shop, id, 'RADIO', { quantity: 2 }));
  done(await shop.call('addCartProduct', { params: { id }, body: vale }));
  await attach(id);
  const link = await linkOf(id);
  const params = { id: link };
  const headers = await bearerOf(link);
  done(await shop.call('setCartShippingAddress', { params, body: deliverTo }, { headers }));
  const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
  done(await shop.call('setCartShippingMethod', { params, body: method }, { headers }));
  done(await shop.call('setCartBillingAddress', { params, body: billTo }, { headers }));
  done(await shop.call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }, { headers }));
  done(await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }, { headers }));
  const order = async (key: string, items: object[]) => {
    const total = await readyToPay(link, headers);
    const payload = { cartId: link, payments: [card(total)], email: 'lucia@correo.gt', deliverTo, billTo, items };
    return (
      await shop.inject({
        method: 'POST',
        url: '/v1/orders/link',
        headers: { ...headers, 'idempotency-key': key },
        payload,
      })
    ).json();
  };
  const shown = await shownItems(link, headers);
  const [first, second] = shown;
  const change = (cartItemId: string | undefined, quantity: number) =>
    shop.call('changeCartProduct', { params, body: { cartItemId: cartItemId ?? '', quantity } });
  // Whoever knows the id takes a radio away and adds another voucher, to themselves.
  done(await change(first?.cartItemId, 1));
  const thief = { ...recipient, giftcardEmail: 'ladron@correo.gt', giftcardName: 'Ladrón' };
  const mine = done(
    await shop.call('addCartProduct', { params, body: { ...vale, itemAdditionalInfo: thief } }),
  ).items.find(({ cartItemId }) => shown.every((item) => item.cartItemId !== cartItemId));
  expect(await order('otras-lineas', shown)).toMatchObject({ error: { code: 'PAY_AMOUNT_MISMATCH' } });
  // The voucher of the payer alone is swapped for theirs: as many lines, the same articles, the same total.
  done(await change(first?.cartItemId, 2));
  done(await change(second?.cartItemId, 0));
  expect(await order('otra-persona', shown)).toMatchObject({ error: { code: 'PAY_AMOUNT_MISMATCH' } });
  const swapped = shown.map((item) => (item === second ? { ...item, cartItemId: mine?.cartItemId ?? '' } : item));
  expect(await order('otro-destino', swapped)).toMatchObject({ error: { code: 'PAY_AMOUNT_MISMATCH' } });
  expect(await order('visto', (await shownItems(link, headers)).reverse())).toEqual(placedOrder);
});

test.each(['deliver', 'bill', 'mailTo'] as const)(
  'what one payer typed (%s) goes with no order of another browser of the link, whether that says it or not',
  async (write) => {
    const { headers, others, order, deliver, bill, mailTo } = await linkOfTwo();
    const writing = {
      deliver: (by: Bearer) => deliver({ street: 'Otra calle 9-99' }, by),
      bill: (by: Bearer) => bill({ nit: '576937K', documentType: 'NIT' }, by),
      mailTo: (by: Bearer) => mailTo('beto@correo.gt', by),
    };
    const right = {
      email: 'beto@correo.gt',
      deliverTo: { ...deliverTo, street: ['Otra calle 9-99'] },
      billTo: { ...billTo, nit: '576937K', documentType: 'NIT' },
    };
    for (const by of [headers, others]) {
      await deliver({ street: 'Otra calle 9-99' }, headers);
      await bill({ nit: '576937K', documentType: 'NIT' }, headers);
      await mailTo('beto@correo.gt', headers);
      await writing[write](by);
      const unsaid = { email: undefined, deliverTo: undefined, billTo: undefined };
      const told = by === others ? { error: { code: 'PAY_AMOUNT_MISMATCH' } } : { error: { code: 'PAY_DECLINED' } };
      for (const said of [right, unsaid])
        expect((await order(randomUUID(), { ...said, payments: 'declined' })).json()).toMatchObject(told);
    }
  },
);

test.each(['by a card that is declined', 'with points of another'])(
  'whether a guessed e-mail is that of another payer is told by no refusal of an order: %s',
  async (means) => {
    const { link, headers, others, order, deliver, ship, bill, mailTo } = await linkOfTwo();
    await mailTo('beto@correo.gt', others);
    // All but the e-mail is one's own.
    await deliver({}, headers);
    await bill({}, headers);
    let slot = {};
    if (means.startsWith('with')) {
      const { couponCode, discountAmount } = await certificateFor(link, others);
      await ship({ carrierCode: 'tablerate', methodCode: 'bestway' });
      done(await shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers: others }));
      slot = { points: discountAmount };
    }
    const refused = async (email: string) => {
      const { code, message } = (await order(randomUUID(), { email, payments: 'declined', ...slot })).json().error;
      return { code, message };
    };
    const told = await refused('beto@correo.gt');
    expect(told).toMatchObject({ code: 'PAY_AMOUNT_MISMATCH' });
    expect(await refused('otra@correo.gt')).toEqual(told);
    await mailTo('lucia@correo.gt', headers);
    expect((await refused('lucia@correo.gt')).code).toBe(
      means.startsWith('by') ? 'PAY_DECLINED' : 'PAY_POINTS_UNAVAILABLE',
    );
  },
);

test('an e-mail that was refused is taken back, and stays that of the payer who typed it', async () => {
  const { link, headers, order, deliver, ship, bill, mailTo } = await linkOfTwo();
  await deliver({}, headers);
  await bill({}, headers);
  await mailTo('lucia@correo.gt', headers);
  await ship({ carrierCode: 'instore', methodCode: 'pickup' });
  // Picked up at no store: the cart is not ready.
  const body = { email: 'beto@correo.gt' };
  const others = await bearerOf(link);
  expect(codeOf(await shop.call('confirmCart', { params: { id: link }, body }, { headers: others }))).toBe(
    'STORE_REQUIRED',
  );
  await ship({ carrierCode: 'tablerate', methodCode: 'bestway' });
  expect((await order('se-queda')).json()).toEqual(placedOrder);
});

test('an address that another payer typed is none of an order of digital goods alone', async () => {
  await createProduct(shop.db, { sku: 'VALE-SOLO', kind: 'gift_card', price: 100_00 });
  const id = await openCart(shop);
  const itemAdditionalInfo = {
    ...{ giftcardEmail: 'nieta@correo.gt', giftcardName: 'Nieta' },
    giftcardDeliveryDate: guatemalaDate(new Date()),
  };
  done(await addProduct(shop, id, 'RADIO'));
  done(await addProduct(shop, id, 'VALE-SOLO', { itemAdditionalInfo }));
  await attach(id);
  const link = await linkOf(id);
  const params = { id: link };
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  done(await shop.call('setCartShippingAddress', { params, body: deliverTo }, { headers: others }));
  const [radio] = done(await shop.call('getCart', { params }, { headers })).items;
  const body = { cartItemId: radio?.cartItemId ?? '', quantity: 0 };
  done(await shop.call('changeCartProduct', { params, body }, { headers }));
  done(await shop.call('setCartBillingAddress', { params, body: billTo }, { headers }));
  const total = await readyToPay(link, headers);
  done(await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }, { headers }));
  const placed = await payLink(link, total, headers, 'digital', card);
  expect(placed.json()).toEqual(placedOrder);
  const { rows } = await shop.db.pool.query(
    'select shipping_address from orders where cart_id = $1 and number is not null',
    [link],
  );
  expect(rows).toEqual([{ shipping_address: null }]);
});

test('one browser alone may leave out what it has typed itself, though others have opened the link and only looked', async () => {
  const link = await linkOf(await preparedCart());
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  const params = { id: link };
  done(await shop.call('setCartShippingAddress', { params, body: deliverTo }, { headers }));
  done(await shop.call('setCartBillingAddress', { params, body: billTo }, { headers }));
  done(await read(link, others));
  // As its page asks whether the link is being paid.
  done(await shop.call('findPlacement', { body: { cartId: link, keys: [] } }, { headers: others }));
  const total = await readyToPay(link, headers);
  expect((await payLink(link, total, headers, 'sola')).json()).toEqual(placedOrder);
});

test('who has written to a link’s cart keeps its token however often others open the link, and a new one opens it still', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  done(await shop.call('setCartBillingAddress', { params: { id: link }, body: billTo }, { headers }));
  for (let opened = 0; opened < 25; opened += 1) {
    const looking = await bearerOf(link);
    done(await shop.call('findPlacement', { body: { cartId: link, keys: [] } }, { headers: looking }));
  }
  done(await read(link, headers));
  done(await read(link, await bearerOf(link)));
});

test('calls that write nothing give no browser of a link precedence: who has written keeps its token', async () => {
  const id = await preparedCart();
  const [link, elsewhere] = [await linkOf(id), await linkOf(id)];
  const headers = await bearerOf(link);
  done(await shop.call('setCartBillingAddress', { params: { id: link }, body: billTo }, { headers }));
  for (let opened = 0; opened < 25; opened += 1) {
    const by = { headers: await bearerOf(link) };
    const body = { cartItemId: randomUUID(), quantity: 0 };
    expect(codeOf(await shop.call('removeCartDonation', { params: { id: elsewhere } }, by))).toBe('FORBIDDEN');
    expect(codeOf(await shop.call('changeCartProduct', { params: { id: link }, body }, by))).toBe(
      'CART_LINE_NOT_FOUND',
    );
    expect(codeOf(await shop.call('cloneCart', { params: { id: link }, body: {} }, by))).toBe('FORBIDDEN');
  }
  done(await read(link, headers));
});

test('whose points are applied to a link keeps its token, whatever others write meanwhile', async () => {
  const link = await linkOf(await preparedCart());
  const params = { id: link };
  const headers = await bearerOf(link);
  const { couponCode } = await certificateFor(link, headers);
  done(await shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers }));
  for (let opened = 0; opened < 25; opened += 1)
    done(await shop.call('setCartBillingAddress', { params, body: billTo }, { headers: await bearerOf(link) }));
  expect(done(await shop.call('getCart', { params }, { headers })).certificate).toMatchObject({ code: couponCode });
});

/** Opens a link with the token that was had before; the token it opens with now. */
const openAgain = async (link: string, before: Bearer): Promise<Bearer> => ({
  authorization: `Bearer ${done(await openLink(link, { token: tokenIn(before) })).data.token}`,
});

/** As if twenty others had opened the link since. */
const endToken = ({ authorization }: Bearer) =>
  shop.db.pool.query('delete from payment_link_tokens where token_hash = $1', [
    hashOfLinkToken(tokenIn({ authorization })),
  ]);

test('[PTS-12, DEC-114] who opens a link again with a token that gave way has still applied the points that were applied with it', async () => {
  const link = await linkOf(await preparedCart());
  const params = { id: link };
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  const { couponCode, discountAmount } = await certificateFor(link, headers);
  done(await shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers }));
  await endToken(headers);
  // Nobody else gets them by opening it again, nor by knowing the code.
  for (const token of [tokenIn(others), undefined]) {
    const by = {
      authorization: `Bearer ${done(await openLink(link, token === undefined ? {} : { token })).data.token}`,
    };
    expect(done(await shop.call('getCart', { params }, { headers: by })).certificate).toMatchObject({ isOthers: true });
  }
  const again = await openAgain(link, headers);
  expect(again).not.toEqual(headers);
  expect(done(await shop.call('getCart', { params }, { headers: again })).certificate).toEqual({
    ...{ program: 'MaxpointsPoints', amount: discountAmount, code: couponCode },
  });
  done(await shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers: again }));
  const total = await readyToPay(link, again);
  const slot = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: discountAmount };
  const placed = await shop.inject({
    ...{ method: 'POST', url: '/v1/orders/link', headers: { ...again, 'idempotency-key': randomUUID() } },
    payload: { cartId: link, payments: [cash(total), slot] },
  });
  expect(placed.json()).toEqual(placedOrder);
});

test('an order whose token has given way since its call came is not placed: who pays can ask what became of one that is', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const total = await readyToPay(link, headers);
  await endToken(headers);
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const { result } = await placeOrder(placingDeps(shop, gateway), {
    request: { cartId: link, payments: [{ ...cash(total), paymentPlan: 0 }] },
    idempotencyKey: undefined,
    now: new Date(),
    policy: shop.policy(),
    viewerId: link,
    linkToken: hashOfLinkToken(tokenIn(headers)),
    client: null,
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED' } });
  const again = await openAgain(link, headers);
  expect((await payLink(link, total, again, randomUUID())).json()).toEqual(placedOrder);
});

test('[DEC-114] points are applied with no token that has given way since its call came: the certificate can still be taken with the new one', async () => {
  const link = await linkOf(await preparedCart());
  const params = { id: link };
  const headers = await bearerOf(link);
  const { couponCode } = await certificateFor(link, headers);
  const hold = { now: new Date(), leaseMs: 60_000, linkToken: hashOfLinkToken(tokenIn(headers)) };
  await endToken(headers);
  expect(await beginHold(shop.db.write, couponCode, hold)).toBe('UNAUTHORIZED');
  const again = await openAgain(link, headers);
  done(await shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers: again }));
  expect(done(await shop.call('getCart', { params }, { headers: again })).certificate).toMatchObject({
    code: couponCode,
  });
});

test('[DEC-136, DEC-172] the number of a link’s order is told to the browser that placed it, and in no refusal to another or to nobody', async () => {
  const link = await linkOf(await preparedCart());
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  const total = await readyToPay(link, headers);
  const { orderNumber } = (await payLink(link, total, headers, 'primera')).json().data;
  const malformed = await shop.inject({
    method: 'POST',
    url: '/v1/orders/link',
    headers: { ...headers, 'idempotency-key': 'tercera' },
    payload: { cartId: link },
  });
  for (const again of [await payLink(link, total, headers, 'segunda'), malformed])
    expect(again.json()).toMatchObject({ error: { code: 'CART_CLOSED', metadata: { orderNumber } } });
  const params = { id: link };
  const donation = { donation: 5 };
  const told = [
    (await payLink(link, total, others, 'ajena')).json(),
    (await shop.inject({ method: 'POST', url: '/v1/orders/link', headers: others, payload: { cartId: link } })).json(),
    await shop.call('setCartDonation', { params, body: donation }),
    await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 1 } }),
    await shop.call('applyCoupon', { body: { cartId: link, couponCode: 'MENOS10' } }),
    await shop.call('setCartBillingAddress', { params, body: billTo }, { headers: others }),
    await shop.call('confirmCart', { params, body: { email: 'beto@correo.gt' } }, { headers: others }),
  ];
  for (const answer of told) {
    expect(answer).toMatchObject({ error: { code: 'CART_CLOSED' } });
    expect(JSON.stringify(answer)).not.toContain(orderNumber);
  }
});

test('[DEC-136, DEC-172] while its order is charged, the browser that placed it reads that it is in progress, whatever it sends', async () => {
  const link = await linkOf(await preparedCart());
  const { token } = done(await openLink(link)).data;
  const headers = { authorization: `Bearer ${token}` };
  const total = await readyToPay(link, headers);
  const told: unknown[] = [];
  const reach = async (point: string) => {
    if (point !== 'placing.afterClaim') return;
    const payload = { cartId: link };
    told.push((await shop.inject({ method: 'POST', url: '/v1/orders/link', headers, payload })).json());
    told.push((await payLink(link, total, headers, 'otra-vez', card)).json());
  };
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  await placeOrder(placingDeps(shop, gateway, { pausePoints: { reach } }), {
    request: { cartId: link, payments: [{ ...card(total), paymentPlan: 1 }] },
    idempotencyKey: undefined,
    now: new Date(),
    policy: shop.policy(),
    viewerId: link,
    linkToken: hashOfLinkToken(token),
    client: null,
  });
  expect(told).toMatchObject([{ error: { code: 'ORDER_IN_PROGRESS' } }, { error: { code: 'ORDER_IN_PROGRESS' } }]);
});

test('[DEC-141, DEC-172] an order of a link to be paid at the store is refused before it says whether an e-mail is the payer’s', async () => {
  const link = await linkOf(await preparedCart());
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  const total = await readyToPay(link, headers);
  done(await shop.call('confirmCart', { params: { id: link }, body: { email: 'ana@correo.gt' } }, { headers }));
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: total, otp: '000000' };
  for (const email of ['ana@correo.gt', 'beto@correo.gt']) {
    const answer = await shop.inject({
      ...{ method: 'POST', url: '/v1/orders/storePayment', headers: others },
      payload: { cartId: link, email, payments: [{ ...payment, isPaymentInStore: true }] },
    });
    expect(answer.json()).toMatchObject({ error: { code: 'PAY_OTP_INVALID' } });
  }
});

test('[DEC-172] whose an ordered cart is comes before what is missing in the call: nobody else is told its order’s number', async () => {
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

test('[PTS-12, DEC-114] points that one browser applied to a link pay no other browser’s order', async () => {
  const link = await linkOf(await preparedCart());
  const [headers, others] = [await bearerOf(link), await bearerOf(link)];
  done(await shop.call('removeCoupon', { params: { id: link } }, { headers }));
  done(await shop.call('removeCartDonation', { params: { id: link } }, { headers }));
  const proof = { 'x-recaptcha': await mintProof(shop) };
  const { coupons } = done(
    await shop.call('requestPoints', { body: { cartId: link, ...member } }, { headers: { ...headers, ...proof } }),
  );
  const { couponCode = '', discountAmount = 0 } = coupons[0] ?? {};
  const apply = (by: Record<string, string>) =>
    shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers: by });
  done(await apply(headers));
  const pay = async (by: Record<string, string>, key: string) => {
    const total = await readyToPay(link, by);
    const slot = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: discountAmount };
    const payload = { cartId: link, payments: [cash(total), slot] };
    return (
      await shop.inject({
        method: 'POST',
        url: '/v1/orders/link',
        headers: { ...by, 'idempotency-key': key },
        payload,
      })
    ).json();
  };
  const params = { id: link };
  const cartOf = async (by: Record<string, string>) => done(await shop.call('getCart', { params }, { headers: by }));
  const certificate = { program: 'MaxpointsPoints', amount: discountAmount };
  expect(await cartOf(headers)).toMatchObject({ appliedCoupons: [{ code: couponCode }] });
  expect((await cartOf(headers)).certificate).toEqual({ ...certificate, code: couponCode });
  // Its code is told to nobody else who can read the cart.
  for (const by of [others, {}])
    expect(await cartOf(by)).toMatchObject({ appliedCoupons: [], certificate: { ...certificate, isOthers: true } });
  const line = { params, body: { sku: 'RADIO', quantity: 1 } };
  const told = [
    await cartOf(others),
    await cartOf({}),
    done(await read(link, others)),
    done(await shop.call('addCartProduct', line, { headers: others })),
    done(await shop.call('removeCartDonation', { params }, { headers: others })),
  ];
  expect(JSON.stringify(told)).not.toContain(couponCode);
  expect(await pay(others, 'de-otro')).toMatchObject({ error: { code: 'PAY_POINTS_UNAVAILABLE' } });
  // Nor does knowing it make another's points one's own: who lost the token takes them off, and identifies themselves anew.
  for (const by of [others, {}]) expect(codeOf(await apply(by))).toBe('CERTIFICATE_NOT_VALID');
  expect(await pay(others, 'con-el-codigo')).toMatchObject({ error: { code: 'PAY_POINTS_UNAVAILABLE' } });
  done(await apply(headers));
  expect(await pay(headers, 'propios')).toEqual(placedOrder);
});

test('[PTS-12, DEC-114] points that nobody’s browser applied to a link pay no order of it; any of its browsers takes points off that are not its own', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const params = { id: link };
  done(await shop.call('removeCoupon', { params }, { headers }));
  const total = await readyToPay(link, headers);
  const proof = { 'x-recaptcha': await mintProof(shop) };
  const { coupons } = done(await shop.call('requestPoints', { body: { cartId: link, ...member } }, { headers: proof }));
  const { couponCode = '', discountAmount = 0 } = coupons[0] ?? {};
  done(await shop.call('applyPoints', { body: { cartId: link, couponCode } }));
  const slot = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: discountAmount };
  const placed = await shop.inject({
    ...{ method: 'POST', url: '/v1/orders/link', headers: { ...headers, 'idempotency-key': 'de-nadie' } },
    payload: { cartId: link, payments: [cash(total - discountAmount), slot] },
  });
  expect(placed.json()).toMatchObject({ error: { code: 'PAY_POINTS_UNAVAILABLE' } });
  done(await shop.call('removeCoupon', { params }, { headers }));
  expect((await payLink(link, total, headers, 'sin-puntos')).json()).toEqual(placedOrder);
});

test('of two payers the one whose card was declined is told no number of the order that the other placed then, and the other is', async () => {
  const link = await linkOf(await preparedCart());
  const [ana, beto] = [await bearerOf(link), await bearerOf(link)];
  const params = { id: link };
  const ready = async (headers: Record<string, string>) => {
    const total = await readyToPay(link, headers);
    done(await shop.call('setCartShippingAddress', { params, body: deliverTo }, { headers }));
    done(await shop.call('setCartBillingAddress', { params, body: billTo }, { headers }));
    return total;
  };
  const order = async (headers: Record<string, string>, key: string, payment: object) =>
    (
      await shop.inject({
        method: 'POST',
        url: '/v1/orders/link',
        headers: { ...headers, 'idempotency-key': key },
        payload: { cartId: link, payments: [payment], email: 'lucia@correo.gt', deliverTo, billTo },
      })
    ).json();
  const declined = card(await ready(ana), '4000000000000002');
  expect(await order(ana, 'ana-declinada', declined)).toMatchObject({ error: { code: 'PAY_DECLINED' } });
  const payment = cash(await ready(beto));
  const placed = await order(beto, 'beto-paga', payment);
  expect(placed).toEqual(placedOrder);
  const { orderNumber } = placed.data;
  const again = await order(ana, 'ana-otra-vez', payment);
  expect(again).toMatchObject({ error: { code: 'CART_CLOSED' } });
  expect(JSON.stringify(again)).not.toContain(orderNumber);
  expect(await order(beto, 'beto-otra-vez', payment)).toMatchObject({
    error: { code: 'CART_CLOSED', metadata: { orderNumber } },
  });
});

test('[DEC-02, DEC-03, DIF-28] the token opens its own cart, whatever the call, and nothing else; a session is no token', async () => {
  const id = await preparedCart();
  const [mine, other] = [await linkOf(id), await linkOf(id)];
  const headers = await bearerOf(mine);
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
  // Whoever only knows the id is told and may change nothing personal.
  const seen = done(await shop.call('getCart', { params: { id: mine } }));
  expect(seen).not.toHaveProperty('email');
  expect(codeOf(await shop.call('setCartShippingAddress', { params: { id: mine }, body: address }))).toBe(
    'UNAUTHORIZED',
  );
  expect((await postOrder(shop, { cartId: mine, payments: [cash(1)] }, 'no-token')).statusCode).toBe(401);
});

test('[ADV-21] every call for a cart takes the token of its link', async () => {
  const link = await linkOf(await preparedCart());
  const headers = await bearerOf(link);
  const params = { id: link };
  const own = { headers };
  const [line] = done(await shop.call('getCart', { params }, own)).items;
  const cartItemId = line?.cartItemId ?? '';
  const answers = {
    add: await shop.call('addCartProduct', { params, body: { sku: 'RADIO', quantity: 1 } }, own),
    change: await shop.call('changeCartProduct', { params, body: { cartItemId, quantity: 2 } }, own),
    donate: await shop.call('setCartDonation', { params, body: { donation: 10 } }, own),
    keep: await shop.call('removeCartDonation', { params }, own),
    remove: await shop.call('removeCoupon', { params }, own),
    coupon: await shop.call('applyCoupon', { body: { cartId: link, couponCode: 'MENOS10' } }, own),
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
    points: await shop.call('getPointsOptions', { query: { cartId: link } }, own),
    installments: await shop.call('getInstallments', { query: { bin: '424242', cartId: link } }, own),
  };
  expect(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, codeOf(answer)]))).toEqual(
    Object.fromEntries(Object.keys(answers).map((name) => [name, 'ok'])),
  );
});

test('[DEC-147] a link tells the invoice that came with it, and never one that somebody typed who tried to pay it', async () => {
  const link = await linkOf(await preparedCart());
  const params = { id: link };
  const [payer, next] = [await bearerOf(link), await bearerOf(link)];
  const invoiceOf = async (headers: Record<string, string>) => [
    done(await shop.call('getCart', { params }, { headers })).billingAddress,
    done(await shop.call('getLinkCart', { params, query: { fields: 'billingAddress' } }, { headers })).billingAddress,
  ];
  const [given] = await invoiceOf(next);
  if (!given) throw new Error('the clone brought no invoice');
  const { region: _, ...rest } = given;
  const body = { ...rest, country_code: 'GT' as const };
  // As it was typed, sent again by a payer's form: it is still the advisor's.
  done(await shop.call('setCartBillingAddress', { params, body }, { headers: payer }));
  expect(await invoiceOf(next)).toEqual([given, given]);
  const own = { ...body, firstname: 'Petra', lastname: 'Xol', nit: '576937K', documentType: 'NIT' as const };
  done(await shop.call('setCartBillingAddress', { params, body: own }, { headers: payer }));
  expect(await invoiceOf(next)).toEqual([null, null]);
  expect(JSON.stringify(done(await shop.call('getCart', { params }, { headers: next })))).not.toContain('576937K');
  const { rows } = await shop.db.pool.query(`select billing_address ->> 'firstname' as name from carts where id = $1`, [
    link,
  ]);
  expect(rows).toEqual([{ name: 'Petra' }]);
  done(await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }, { headers: payer }));
  expect(await invoiceOf(next)).toEqual([null, null]);
});

test('[DEC-147] a link tells the delivery and the e-mail that came with it, and never those that somebody typed who tried to pay it', async () => {
  const link = await linkOf(await preparedCart());
  const params = { id: link };
  const [payer, next] = [await bearerOf(link), await bearerOf(link)];
  const told = async () => {
    const cart = done(await shop.call('getCart', { params }, { headers: next }));
    const { email, shippingAddress } = done(await read(link, next, 'email,shippingAddress'));
    expect([cart.email, cart.shippingAddresses?.[0] ?? null]).toEqual([email, shippingAddress]);
    return { email, shippingAddress };
  };
  const given = await told();
  expect(given).toMatchObject({ email: 'lucia@correo.gt', shippingAddress: { firstname: 'Lucía', nit: 'CF' } });
  // As they were typed, sent again by a payer's form: they are still the advisor's.
  done(await shop.call('changeCartShippingAddress', { params, body: address }, { headers: payer }));
  done(await shop.call('confirmCart', { params, body: { email: 'Lucia@correo.gt' } }, { headers: payer }));
  expect(await told()).toEqual(given);

  const own = { ...address, firstname: 'Petra', lastname: 'Xol', street: '3 avenida 9-90', nit: '576937K' };
  const saved = done(await shop.call('changeCartShippingAddress', { params, body: own }, { headers: payer }));
  expect(saved.data.shippingAddress).toMatchObject({ firstname: 'Petra', street: ['3 avenida 9-90'] });
  expect(await told()).toEqual({ email: 'lucia@correo.gt', shippingAddress: null });
  done(await shop.call('confirmCart', { params, body: { email: 'petra@correo.gt' } }, { headers: payer }));
  expect(await told()).toEqual({ email: null, shippingAddress: null });
  // Nor by the way of the invoice, which may be that of the delivery.
  const same = { same_as_shipping: true };
  expect(codeOf(await shop.call('setCartBillingAddress', { params, body: same }, { headers: next }))).toBe(
    'SHIPPING_ADDRESS_REQUIRED',
  );
  // It is the payer's order all the same.
  const { rows } = await shop.db.pool.query(
    `select email, shipping_address ->> 'firstname' as name from carts where id = $1`,
    [link],
  );
  expect(rows).toEqual([{ email: 'petra@correo.gt', name: 'Petra' }]);
});

test('[DEC-147] the NIT of a payer’s invoice, which the delivery carries too, comes into nobody else’s', async () => {
  const link = await linkOf(await preparedCart());
  const params = { id: link };
  const [payer, next] = [await bearerOf(link), await bearerOf(link)];
  const own = { firstname: 'Petra', lastname: 'Xol', nit: '576937K', documentType: 'NIT' as const };
  done(await shop.call('setCartBillingAddress', { params, body: own }, { headers: payer }));
  const body = { same_as_shipping: true };
  const { data } = done(await shop.call('setCartBillingAddress', { params, body }, { headers: next }));
  expect(data.billingAddress).toMatchObject({ firstname: 'Lucía', nit: 'CF', documentType: 'CF' });
});

test.each(['576937K', '12345679'])(
  '[DEC-147] whether a guessed NIT (%s) is that of another payer’s invoice is told by no delivery that carries it',
  async (nit) => {
    const link = await linkOf(await preparedCart());
    const params = { id: link };
    const [payer, next] = [await bearerOf(link), await bearerOf(link)];
    const own = { ...billTo, nit: '576937K', documentType: 'NIT' as const };
    done(await shop.call('setCartBillingAddress', { params, body: own }, { headers: payer }));
    expect(done(await read(link, next, 'shippingAddress')).shippingAddress).not.toBeNull();
    done(await shop.call('changeCartShippingAddress', { params, body: { ...address, nit } }, { headers: next }));
    expect(done(await read(link, next, 'shippingAddress')).shippingAddress).toBeNull();
  },
);

test('[DEC-147] a NIT that a payer sends with the delivery that came with the link makes it that payer’s', async () => {
  const link = await linkOf(await preparedCart());
  const [payer, next] = [await bearerOf(link), await bearerOf(link)];
  const body = { ...address, nit: '576937K' };
  done(await shop.call('changeCartShippingAddress', { params: { id: link }, body }, { headers: payer }));
  expect(done(await read(link, next, 'shippingAddress')).shippingAddress).toBeNull();
});

test('the cart of an advisor says that its link was ordered, as long as nobody has changed it since', async () => {
  const id = await preparedCart();
  const isSold = async (of = id) => done(await shop.call('getCart', { params: { id: of } })).isSoldByLink ?? false;
  const [first, second] = [await linkOf(id), await linkOf(id)];
  expect(await isSold()).toBe(false);
  const headers = await bearerOf(first);
  const total = await readyToPay(first, headers);
  expect((await payLink(first, total, headers, 'sold-1')).statusCode).toBe(200);
  expect(await isSold()).toBe(true);
  // Put into the advisor's hands again, as on each load of a page.
  await attach(id);
  expect(await isSold()).toBe(true);
  expect(await isSold(first)).toBe(false);
  done(await addProduct(shop, id, 'TV'));
  expect(await isSold()).toBe(false);
  // A link of before the change sells what the cart is no longer.
  const late = await bearerOf(second);
  expect((await payLink(second, await readyToPay(second, late), late, 'sold-2')).statusCode).toBe(200);
  expect(await isSold()).toBe(false);
});

test('a customer’s own cart is never said to be sold by a link: it is theirs, whoever helped', async () => {
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
  const bearer = await bearerOf(link);
  const total = await readyToPay(link, bearer);
  expect((await payLink(link, total, bearer, 'sold-own')).statusCode).toBe(200);
  expect(done(await shop.call('getCart', { params }, { headers }))).not.toHaveProperty('isSoldByLink');
});

test('[PTS-12, PTS-15, PTS-16] a link’s cart has its points by its token alone: options, request with its captcha, certificate and revert', async () => {
  await createProduct(shop.db, { sku: 'LENS', price: 300_00, sellerId: 2, offerId: 'OF-1' });
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  await attach(id);
  const link = await linkOf(id);
  const params = { id: link };
  const bearer = await bearerOf(link);
  const others = await bearerOf(await linkOf(id));
  const options = async (headers = bearer) => shop.call('getPointsOptions', { query: { cartId: link } }, { headers });
  const request = async (headers: Record<string, string>) =>
    shop.call('requestPoints', { body: { cartId: link, ...member } }, { headers });
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
    shop.call('applyPoints', { body: { cartId: link, couponCode } }, { headers });
  expect(codeOf(await apply(others))).toBe('FORBIDDEN');
  expect(done(await apply(bearer)).data).toMatchObject({ appliedCoupon: { discountAmount: 100 } });
  const cart = async () => done(await shop.call('getCart', { params }, { headers: bearer }));
  expect(await cart()).toMatchObject({ certificate: { program: 'MaxpointsPoints', amount: 100 } });
  expect(codeOf(await shop.call('removeCoupon', { params }, { headers: others }))).toBe('FORBIDDEN');
  done(await shop.call('removeCoupon', { params }, { headers: bearer }));
  expect(await cart()).toMatchObject({ certificate: null });
  // What is offered follows the goods of the link's cart, as of any (PTS-12).
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
