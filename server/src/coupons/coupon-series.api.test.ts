import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { cash, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { readCsv } from '../testing/read-csv.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
let speaker: number;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 450_00, stock: 500 });
  await createProduct(shop.db, { sku: 'LENS', sellerId: 2, offerId: 'OF-1', price: 100_00 });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const terms = { label: 'Q50 de regalo', amount: 50 };

const create = (prefix: string, codes: number, headers?: Record<string, string>) =>
  desk.send('POST', '/v1/admin/coupon-series', {
    body: { prefix, codes, ...terms },
    ...(headers && { headers }),
  });

const codesOf = async (prefix: string) => {
  const { payload } = await desk.send('GET', `/v1/admin/coupons/export?series=${prefix}&columns=code,state,uses`);
  return readCsv(payload).slice(1);
};

const seriesOf = async (prefix: string) => (await desk.send('GET', `/v1/admin/coupon-series/${prefix}`)).json().data;

const apply = async (code: string) => {
  const cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'SPEAKER'));
  return { cartId, answer: await shop.call('applyCoupon', { body: { cartId, couponCode: code } }) };
};

test('[PROD-13] a series of 10,000 codes is created in one call, and its CSV has each code once', async () => {
  expect((await create('navidad26', 10_000)).statusCode).toBe(201);
  const codes = (await codesOf('NAVIDAD26')).map(([code = '']) => code);
  expect(codes).toHaveLength(10_000);
  expect(new Set(codes).size).toBe(10_000);
  expect(codes.every((code) => /^NAVIDAD26-[2-9A-HJ-NP-Z]{8}$/.test(code))).toBe(true);
  expect((await create('OTRA', 10_001)).statusCode).toBe(400);
  expect((await create('OTRA', 0)).statusCode).toBe(400);
});

test('a repeated call and an equal prefix make no second series', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const [first, again] = await Promise.all([create('DOBLE', 3, key), create('DOBLE', 3, key)]);
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(await codesOf('DOBLE')).toHaveLength(3);
  expect((await create('doble', 5)).json().error.code).toBe('IN_USE');
  expect(await codesOf('DOBLE')).toHaveLength(3);
});

test('[PROD-13] a code of a series is used once, counts as used, and its order is in the list of uses', async () => {
  await create('UNICO', 2);
  const [[code = ''] = [], [other = ''] = []] = await codesOf('UNICO');
  const lines = [{ productId: speaker, quantity: 1 }];
  const cartId = await prepareCart(shop, { lines, email: 'ana@correo.gt', couponCode: code });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(430)] }))).toMatch(/^200/);
  expect(codeOf((await apply(code)).answer)).toBe('COUPON_LIMIT_REACHED');
  expect(codeOf((await apply(other)).answer)).toBe('ok');
  expect(await seriesOf('UNICO')).toMatchObject({ codes: 2, used: 1, state: 'current' });
  const [order] = (
    await shop.db.pool.query<{ number: string }>('select number::text from orders where coupon_code = $1', [code])
  ).rows;
  for (const query of ['series=unico', `code=${code.toLowerCase()}`, `q=${code}`, `q=${order?.number}`]) {
    const { data } = (await desk.send('GET', `/v1/admin/coupon-uses?${query}`)).json();
    expect(data, query).toMatchObject([{ number: order?.number, code, series: 'UNICO' }]);
  }
  expect((await desk.send('GET', '/v1/admin/coupon-uses?series=otra')).json().data).toEqual([]);
});

test('[PROD-13, DEC-78] an ended series takes nothing off, even in a cart with one of its codes', async () => {
  await create('FIN', 2);
  const [[code = ''] = [], [other = ''] = []] = await codesOf('FIN');
  const { cartId, answer } = await apply(code);
  expect(codeOf(answer)).toBe('ok');
  const { version } = await seriesOf('FIN');
  const end = (body: object) => desk.send('POST', '/v1/admin/coupon-series/FIN/end', { body });
  expect((await end({ version: version + 1 })).json().error.code).toBe('VERSION_CONFLICT');
  expect((await end({ version })).json().data).toMatchObject({ state: 'ended', actions: [] });
  expect((await readCart(shop, cartId)).prices.discounts).toEqual([]);
  expect(codeOf((await apply(other)).answer)).toBe('COUPON_EXPIRED');
  expect((await end({ version: version + 1 })).json().error.code).toBe('TRANSITION_NOT_ALLOWED');
});

test('a code of a series never gets a second use', async () => {
  await create('FIJO', 1);
  const [[code = ''] = []] = await codesOf('FIJO');
  const path = `/v1/admin/coupons/${code}`;
  const { version } = (await desk.send('GET', path)).json().data;
  for (const totalLimit of [2, null]) {
    const answer = await desk.send('PATCH', path, { body: { version, totalLimit } });
    expect(answer.json().error.metadata.fields.totalLimit).toBe('Un código de una serie sirve una sola vez.');
  }
});

const tryOn = async (query: Record<string, string>) =>
  (await desk.send('GET', `/v1/admin/coupon-trials?${new URLSearchParams(query)}`)).json();

test('[PROD-13] a coupon is tried on a cart before it is saved, with the amounts of the real cart', async () => {
  const tried = (await tryOn({ percent: '10', cap: '60', goods: 'SPEAKER 2\nLENS\nNADA 3' })).data;
  expect(tried).toEqual({
    lines: [
      { sku: 'SPEAKER', title: expect.any(String), quantity: 2, lineTotal: 900 },
      { sku: 'LENS', title: expect.any(String), quantity: 1, lineTotal: 100 },
    ],
    unknown: ['NADA'],
    subtotal: 1_000,
    discount: 60,
    total: 940,
    problem: null,
  });
  await shop.db.pool.query("insert into coupons (code, label, percent_bp, cap) values ('REAL', 'Diez', 1000, 6000)");
  const cartId = await openCart(shop);
  for (const sku of ['SPEAKER', 'SPEAKER']) done(await addProduct(shop, cartId, sku));
  done(await addProduct(shop, cartId, 'LENS', { offerId: 'OF-1' }));
  const applied = done(await shop.call('applyCoupon', { body: { cartId, couponCode: 'REAL' } }));
  expect(applied.data.appliedCoupon.discountAmount).toBe(tried.discount);
  expect((await readCart(shop, cartId)).prices.grandTotal.value).toBe(tried.total);
});

test('[PROD-13] a trial returns the reason why the coupon takes nothing off', async () => {
  const below = await tryOn({ amount: '50', minimum: '500', goods: 'SPEAKER' });
  expect(below.data).toMatchObject({
    discount: 0,
    total: 450,
    problem: 'Este cupón es para compras desde Q500.00 en productos de la tienda: te faltan Q50.00.',
  });
  expect((await tryOn({ amount: '50', goods: 'LENS' })).data.problem).toMatch(/tu carrito no tiene/);
  expect((await tryOn({ amount: '50', endsAt: '2020-01-01T00:00:00Z', goods: 'SPEAKER' })).data.problem).toMatch(
    /venció/,
  );
});

test.each([
  [{ goods: 'SPEAKER' }, 'percent'],
  [{ percent: '10', amount: '5', goods: 'SPEAKER' }, 'percent'],
  [{ percent: '10', goods: ' ' }, 'goods'],
  [{ percent: '10', goods: 'SPEAKER 11' }, 'goods'],
])('a trial with %j is refused at %s', async (query, field) => {
  expect(Object.keys((await tryOn(query)).error.metadata.fields)).toEqual([field]);
});

test('only people who edit promotions see series, uses and trials', async () => {
  const warehouse = await openDesk(shop, 'warehouse');
  for (const path of ['coupon-series', 'coupon-uses', 'coupon-uses/export', 'coupon-trials?percent=10&goods=SPEAKER'])
    expect((await warehouse.send('GET', `/v1/admin/${path}`)).statusCode, path).toBe(403);
});
