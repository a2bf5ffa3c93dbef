import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSoldCart } from '../carts/read-cart.store.ts';
import { createLog } from '../platform/operations/log.ts';
import { addProduct, changeLine, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { deleteEndedCodes, linesToShare, makeCode } from './cart-codes.store.ts';

let shop: TestShop;
const now = new Date('2026-11-24T10:00:00-06:00');
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

/** The shop's log, at the level for finding faults. */
const logged: string[] = [];

beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void logged.push(line) });
  shop = await openTestShop({ LOG_LEVEL: 'trace' }, { log });
  await createShopBasics(shop.db);
  const speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 450_00, stock: 20 });
  await createProduct(shop.db, { sku: 'RADIO', price: 100_00, stock: 3 });
  await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card', price: 200_00 });
  await createProduct(shop.db, { sku: 'LENS', sellerId: 2, offerId: 'O-1', price: 80_00 });
  await shop.db.pool.query(
    `insert into warranties (product_id, sku, label, amount) values ($1, 'W-12', '12 meses', 45_00)`,
    [speaker],
  );
  shop.setNow(now);
});
afterAll(() => shop.close());

const make = async (id: string) => done(await shop.call('makeCartCode', { params: { id }, body: {} })).data;
const read = (code: string) => shop.call('getCartCode', { params: { code } });
const add = (code: string, cartId?: string) =>
  shop.call('addCartCode', { params: { code }, body: cartId === undefined ? {} : { cartId } });

const address = {
  ...{ lastname: 'Paz', street: '12 calle', city: 'Guatemala', postcode: '01010', country_code: 'GT' },
  ...{
    telephone: '55554444',
    region: { regionId: 485, region: 'Guatemala' },
    storeCode: null,
    nit: 'CF',
    documentType: 'NIT',
  },
};

const cartOf = async (...lines: [sku: string, quantity: number, more?: object][]): Promise<string> => {
  const id = await openCart(shop);
  for (const [sku, quantity, more] of lines) done(await addProduct(shop, id, sku, { quantity, ...more }));
  return id;
};

test('[WA-02] a code shows lines, quantities and warranties with former and present prices', async () => {
  const id = await cartOf(['SPEAKER', 2, { warranty: 'W-12' }], ['RADIO', 1]);
  const { code, url, expiresAt } = await make(id);
  expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  expect(url).toBe(`${shop.config.publicUrl}/c/${code}`);
  expect(expiresAt).toBe(later(7).toISOString());
  await shop.db.pool.query(`update products set sales_price = 400_00 where sku = 'SPEAKER'`);
  await shop.db.pool.query(`update products set is_published = false where sku = 'RADIO'`);
  const shown = done(await read(code)).data;
  await shop.db.pool.query(`update products set sales_price = 450_00 where sku = 'SPEAKER'`);
  await shop.db.pool.query(`update products set is_published = true where sku = 'RADIO'`);
  expect(shown.lines).toMatchObject([
    {
      ...{ sku: 'SPEAKER', title: 'Bocina SPEAKER', quantity: 2, priceThen: 450, priceNow: 400, available: true },
      warranty: { label: '12 meses', priceThen: 45, priceNow: 45 },
    },
    { sku: 'RADIO', quantity: 1, priceThen: 100, priceNow: null, available: false, slug: null },
  ]);
  expect(shown.total).toBe(890);
});

test('[WA-02] an unchanged cart keeps its code, and a changed cart gets another code while the first still works', async () => {
  const id = await cartOf(['SPEAKER', 1], ['RADIO', 1]);
  const first = await make(id);
  expect(await make(id)).toEqual(first);
  const [line] = (await readCart(shop, id)).items;
  done(await changeLine(shop, id, line?.cartItemId ?? '', 2));
  const second = await make(id);
  expect(second.code).not.toBe(first.code);
  done(await changeLine(shop, id, line?.cartItemId ?? '', 1));
  expect(await make(id)).toEqual(first);
  expect(done(await read(first.code)).data.lines[0]?.quantity).toBe(1);
  expect(done(await read(second.code)).data.lines[0]?.quantity).toBe(2);
});

test('[WA-02] two concurrent calls create one code', async () => {
  const id = await cartOf(['SPEAKER', 1]);
  const both = await shop.db.transaction(async (tx) => {
    await tx.run({ text: 'select from carts where id = $1 for update', values: [id] });
    const calls = [make(id), make(id)];
    await untilBlocked(shop.db.pool, tx, 2);
    return { calls };
  });
  const [one, other] = await Promise.all(both.calls);
  expect(one).toEqual(other);
});

test('[WA-02] a code of another cart is not assigned again', async () => {
  const [id, otherId] = [await cartOf(['SPEAKER', 3]), await cartOf(['SPEAKER', 4])];
  const codes = async (cartId: string, given: string[]) => {
    const cart = await readSoldCart(shop.db.write, cartId, now, shop.policy());
    if (cart === undefined) throw new Error('no cart');
    const newCode = () => given.shift() ?? 'ZZZZZZZZ';
    return makeCode(shop.db.write, { cartId, lines: linesToShare(cart), newCode }, now, shop.policy());
  };
  expect(await codes(id, ['AAAAAAAA'])).toMatchObject({ value: { code: 'AAAAAAAA' } });
  expect(await codes(otherId, ['AAAAAAAA', 'BBBBBBBB'])).toMatchObject({ value: { code: 'BBBBBBBB' } });
});

test('[WA-02] empty, unknown and closed carts get no code', async () => {
  const id = await openCart(shop);
  const asked = (cartId: string) => shop.call('makeCartCode', { params: { id: cartId }, body: {} });
  expect(codeOf(await asked(id))).toBe('NO_PRODUCTS');
  expect(codeOf(await asked('00000000-0000-4000-8000-000000000000'))).toBe('CART_NOT_FOUND');
  const closed = await cartOf(['SPEAKER', 1]);
  await shop.db.pool.query(`update carts set status = 'closed' where id = $1`, [closed]);
  expect(codeOf(await asked(closed))).toBe('CART_CLOSED');
});

test('[WA-03] all lines are added to the reader’s cart, at most ten units each, and every line shows its result', async () => {
  const { code } = await make(
    await cartOf(['SPEAKER', 3, { warranty: 'W-12' }], ['RADIO', 3], ['LENS', 1, { offerId: 'O-1' }]),
  );
  const own = await cartOf(['SPEAKER', 9, { warranty: 'W-12' }], ['RADIO', 1]);
  await shop.db.pool.query(`update products set is_published = false where sku = 'LENS'`);
  const answer = done(await add(code, own));
  await shop.db.pool.query(`update products set is_published = true where sku = 'LENS'`);
  expect(answer).toMatchObject({ status: 200, id: own });
  expect(answer.items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['SPEAKER', 10],
    ['RADIO', 3],
  ]);
  expect(answer.added.map(({ sku, asked, added, reason }) => [sku, asked, added, reason])).toEqual([
    ['SPEAKER', 3, 1, 'CART_QUANTITY_LIMIT'],
    ['RADIO', 3, 2, 'QUANTITY_GREATER_THAN_STOCK'],
    ['LENS', 1, 0, 'NOT_SOLD'],
  ]);
});

test('[WA-03] a reader without a cart gets a new one, and sender and reader never share a cart', async () => {
  const sender = await cartOf(['SPEAKER', 2]);
  const { code } = await make(sender);
  const { id, items } = done(await add(code));
  expect(id).not.toBe(sender);
  expect(items.map(({ sku, quantity }) => [sku, quantity])).toEqual([['SPEAKER', 2]]);
  expect((await readCart(shop, sender)).items).toMatchObject([{ sku: 'SPEAKER', quantity: 2 }]);
});

test('[WA-03] a repeated request adds nothing again, but a new request does', async () => {
  const { code } = await make(await cartOf(['SPEAKER', 2]));
  const own = await openCart(shop);
  const send = (key: string) =>
    shop.inject({
      method: 'POST',
      url: `/v1/cart-codes/${code}/cart`,
      headers: { 'idempotency-key': key },
      payload: { cartId: own },
    });
  const [first, second] = await Promise.all([send('one'), send('one')]);
  expect(second?.json().added).toEqual(first?.json().added);
  expect(second?.json().items).toMatchObject([{ sku: 'SPEAKER', quantity: 2 }]);
  expect((await send('two')).json().items).toMatchObject([{ sku: 'SPEAKER', quantity: 4 }]);
});

test('[WA-03, DEC-172] a guest without a cart who repeats a call gets the same cart, or a new cart with a new key', async () => {
  const { code } = await make(await cartOf(['SPEAKER', 2]));
  const send = (key: string, remoteAddress = '10.2.0.1') =>
    shop.inject({
      ...{ method: 'POST', url: `/v1/cart-codes/${code}/cart`, remoteAddress, payload: {} },
      headers: { 'idempotency-key': key },
    });
  const answers = await Promise.all([send('one'), send('one')]);
  const [first, second, again] = [...answers, await send('one')].map((answer) => answer.json());
  expect([second.id, again.id]).toEqual([first.id, first.id]);
  expect(again.items).toMatchObject([{ sku: 'SPEAKER', quantity: 2 }]);
  expect((await send('two')).json().id).not.toBe(first.id);
  // A guest of another network with the same key is another guest.
  expect((await send('one', '10.2.0.2')).json().id).not.toBe(first.id);
  shop.setNow(new Date(now.getTime() + 86_400_001));
  expect((await send('one')).json().id).not.toBe(first.id);
  shop.setNow(now);
});

test('[WA-03, DEC-172] a key of more than 255 characters is refused, and nothing is added', async () => {
  const { code } = await make(await cartOf(['SPEAKER', 2]));
  const cartId = await openCart(shop);
  const send = (key: string) =>
    shop.inject({
      ...{ method: 'POST', url: `/v1/cart-codes/${code}/cart`, payload: { cartId } },
      headers: { 'idempotency-key': key },
    });
  const refused = await send('k'.repeat(256));
  expect([refused.statusCode, Object.keys(refused.json().error.metadata.fields)]).toEqual([400, ['Idempotency-Key']]);
  expect((await readCart(shop, cartId)).items).toEqual([]);
  expect((await send('k'.repeat(255))).json().items).toHaveLength(1);
});

test('[WA-03] a line is added without its warranty if that warranty is no longer sold', async () => {
  const { code } = await make(await cartOf(['SPEAKER', 1, { warranty: 'W-12' }]));
  const move = (sku: string) =>
    shop.db.pool.query(
      `update warranties set product_id = (select id from products where sku = $1) where sku = 'W-12'`,
      [sku],
    );
  await move('RADIO');
  const shown = done(await read(code)).data;
  const { added, items } = done(await add(code));
  await move('SPEAKER');
  expect(shown).toMatchObject({ total: 450, lines: [{ warranty: { priceThen: 45, priceNow: null } }] });
  expect(added).toMatchObject([{ asked: 1, added: 1, reason: 'WARRANTY_NOT_AVAILABLE' }]);
  expect(items[0]?.warranties).toEqual([]);
});

test('[WA-02, WA-04, WA-06] personal data of the sender’s cart is in no answer, page, log or desk view', async () => {
  const canary = 'Canario';
  const customer = await signInCustomer(shop.db, 'canario@correo.gt', now);
  const gift = {
    giftcardEmail: 'canario@correo.gt',
    giftcardName: `${canary} Paz`,
    giftcardMessage: `Para ${canary}`,
    giftcardDeliveryDate: '2026-11-24',
  };
  const id = await cartOf(['SPEAKER', 1], ['CARD', 1, { itemAdditionalInfo: gift }]);
  await shop.db.pool.query(
    `update carts set customer_id = $2, email = 'canario@correo.gt', coupon_code = 'CANARIO',
       shipping_address = $3, billing_address = $3 where id = $1`,
    [id, customer.id, { ...address, firstname: canary }],
  );
  const { code } = await make(id);
  const desk = await openDesk(shop, 'advisor');
  const answers = [
    await shop.inject({ url: `/v1/cart-codes/${code}` }),
    await shop.inject({ method: 'POST', url: `/v1/cart-codes/${code}/cart`, payload: {} }),
    await shop.inject({ url: `/c/${code}` }),
    await desk.send('GET', `/v1/admin/cart-codes/${code}`),
    await desk.send('GET', `/v1/admin/search?q=${code}`),
  ];
  for (const { payload } of answers) {
    expect(payload.toLowerCase()).not.toContain('canario');
    expect(payload).not.toContain(id);
    expect(payload).not.toContain(customer.id);
  }
  expect(logged.length).toBeGreaterThan(0);
  for (const secret of [code, code.replace('-', ''), 'canario'])
    expect(logged.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  const { rows } = await shop.db.pool.query(
    `select (select jsonb_agg(to_jsonb(l)) from cart_code_lines l)::text || (select jsonb_agg(to_jsonb(c)) from cart_codes c)::text as stored`,
  );
  expect(rows[0].stored.toLowerCase()).not.toContain('canario');
  expect(answers[1]?.json().added).toMatchObject([
    { sku: 'SPEAKER', added: 1, reason: null },
    { sku: 'CARD', added: 0, reason: 'GIFT_CARD_DATA_REQUIRED' },
  ]);
});

test('[WA-04] staff find a code’s lines by the desk’s search, with the stock of each store', async () => {
  const { code } = await make(await cartOf(['SPEAKER', 2], ['LENS', 1, { offerId: 'O-1' }]));
  const desk = await openDesk(shop, 'advisor', ['MAX']);
  const found = done(await desk.call('searchDesk', { query: { q: code.toLowerCase().replace('-', '') } })).data;
  expect(found).toMatchObject([
    {
      ...{ kind: 'cart', title: code, text: 'Bocina SPEAKER y 1 más', href: `/admin/carritos/${code}` },
      isExact: true,
    },
  ]);
  const { lines, total } = done(await desk.call('getDeskCartCode', { params: { code } })).data;
  expect(total).toBe(980);
  expect(lines).toMatchObject([
    {
      ...{ sku: 'SPEAKER', quantity: 2, notPickedUp: null },
      stores: [
        { storeCode: 'MAX', state: 'transfer', message: 'No está aquí. La traemos: lista el jueves 26 de noviembre' },
        { storeCode: 'XELA', state: 'transfer' },
      ],
    },
    { sku: 'LENS', notPickedUp: 'Este producto no se recoge en tienda', stores: [] },
  ]);
  const stranger = await desk.call('getDeskCartCode', { params: { code: 'AAAA-AAA2' } });
  expect(codeOf(stranger)).toBe('CODE_NOT_FOUND');
});

test('[WA-04, BANK-02, DEC-225] the desk shows the price of a shared cart for each bank’s cards', async () => {
  const id = await cartOf(['SPEAKER', 2, { warranty: 'W-12' }], ['RADIO', 1], ['LENS', 1, { offerId: 'O-1' }]);
  const { code } = await make(id);
  const desk = await openDesk(shop, 'advisor', ['MAX']);
  const { plans, total } = done(await desk.call('getDeskCartCode', { params: { code } })).data;
  expect(plans).toEqual(done(await shop.call('getBankPlans', { query: { cartId: id } })).data);
  expect(plans.rows.find(({ bank }) => bank === 'otro')?.total).toBe(total);
  expect(plans.rows.some(({ plan }) => plan > 1)).toBe(true);
  await shop.db.pool.query(`update products set is_published = false where sku in ('SPEAKER', 'RADIO', 'LENS')`);
  const gone = done(await desk.call('getDeskCartCode', { params: { code } })).data;
  await shop.db.pool.query(`update products set is_published = true where sku in ('SPEAKER', 'RADIO', 'LENS')`);
  expect(gone).toMatchObject({ total: 0, plans: { rows: [], note: 'No queda nada por pagar con tarjeta.' } });
});

test('[WA-02] a code expires after its days, and the job deletes it', async () => {
  const { code } = await make(await cartOf(['SPEAKER', 5]));
  shop.setNow(later(7));
  expect(codeOf(await read(code))).toBe('CODE_NOT_FOUND');
  expect(codeOf(await add(code))).toBe('CODE_NOT_FOUND');
  shop.setNow(new Date(later(7).getTime() - 1));
  expect(codeOf(await read(code))).toBe('ok');
  shop.setNow(now);
  const stored = async () =>
    (await shop.db.pool.query('select from cart_codes where code = $1', [code.replace('-', '')])).rowCount;
  await deleteEndedCodes(shop.db.write, later(7));
  expect(await stored()).toBe(1);
  await deleteEndedCodes(shop.db.write, new Date(later(7).getTime() + 1));
  expect(await stored()).toBe(0);
});

test('[WA-02] a code still works after its cart is deleted', async () => {
  const id = await cartOf(['SPEAKER', 1]);
  const { code } = await make(id);
  await shop.db.pool.query('delete from carts where id = $1', [id]);
  expect(codeOf(await read(code))).toBe('ok');
});
