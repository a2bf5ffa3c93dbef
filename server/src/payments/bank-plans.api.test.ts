import { randomUUID } from 'node:crypto';
import { examples } from '@ceiba/contract/testing/test-all';
import { singlePlan } from '@ceiba/domain/payments/bank-plans';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listenForPurges, type PurgeListener } from '../platform/pages/cache-invalidation.ts';
import { codeOf, done } from '../testing/cart-calls.ts';
import { card, installments, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let listener: PurgeListener;
let heard: string[] = [];
let television: number;
let cable: number;

const morning = new Date('2026-11-24T15:00:00Z');

beforeAll(async () => {
  open = await openShopWithBank({ CACHE_MB: '4' });
  shop = open.shop;
  await createShopBasics(shop.db);
  television = await createProduct(shop.db, { sku: 'TV', price: 1_000_00 });
  await createProduct(shop.db, { sku: 'KEPT', price: 1_000_00 });
  cable = await createProduct(shop.db, { sku: 'CABLE', price: 499_50 });
  listener = await listenForPurges({
    url: shop.url,
    onError: () => {},
    purge: (tags) => {
      shop.purge(tags);
      heard.push(...tags);
    },
  });
});
beforeEach(() => {
  heard = [];
  shop.setNow(undefined);
  shop.purge(['*']);
});
afterAll(async () => {
  await listener.close();
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

type Asked = { sku?: string; quantity?: number; cartId?: string; bank?: string; bin?: string };
const ask = async (query: Asked) => done(await shop.call('getBankPlans', { query })).data;
const sql = (text: string, values: unknown[] = []) => shop.db.pool.query(text, values);

describe('rows of plans', () => {
  test('[BANK-01, BANK-02] a product has a row for each plan of each bank, and a list of the banks’ names', async () => {
    const answer = await ask({ sku: 'TV' });
    expect(shop.lastStatements()).toEqual(['carts.read-product', 'payments.bins']);
    expect(answer.banks.map(({ id, name, brands }) => [id, name, brands.join()])).toEqual([
      ['american-express', 'American Express', 'amex'],
      ['bac-credomatic', 'BAC Credomatic', 'mastercard'],
      ['bam-max', 'BAM-MAX', 'visa'],
      ['banco-industrial', 'Banco Industrial', 'visa'],
      ['banco-promerica', 'Banco Promerica', 'mastercard'],
      ['banrural', 'Banrural', 'mastercard'],
      ['g-t-continental', 'G&T Continental', 'visa'],
      ['otro', 'Otro banco', ''],
    ]);
    expect(answer).toMatchObject({ subtotal: 1_000, delivery: null, minimum: 500, note: null });
    const six = { plan: 6, discount: 100, delivery: null, total: 900, monthly: 150, certain: true, until: null };
    expect(answer.rows).toContainEqual({ bank: 'bam-max', brand: 'visa', ...six });
    expect(answer.rows.filter(({ bank }) => bank === 'otro')).toEqual([
      {
        bank: 'otro',
        brand: null,
        plan: 1,
        discount: 0,
        delivery: null,
        total: 1_000,
        monthly: 1_000,
        certain: true,
        until: null,
      },
    ]);
    expect(
      (await ask({ sku: 'TV', quantity: 3, bank: 'banrural' })).rows.map(({ plan, total }) => [plan, total]),
    ).toEqual([
      ...[
        [1, 3_000],
        [6, 3_000],
        [10, 3_000],
        [12, 3_000],
        [24, 3_000],
        [36, 3_000],
      ],
    ]);
  });

  test('[BANK-04] a plan that only some cards of a bank have is uncertain until the first six digits are known', async () => {
    const sure = async (query: Asked) => (await ask(query)).rows.map(({ plan, certain }) => `${plan} ${certain}`);
    const both = ['1 true', '6 true', '10 true', '12 true'];
    expect(await sure({ sku: 'TV', bank: 'g-t-continental' })).toEqual([...both, '24 false']);
    expect(await sure({ sku: 'TV', bin: '401288' })).toEqual([...both, '24 true']);
    expect(await sure({ sku: 'TV', bin: '400000' })).toEqual(both);
    expect((await ask({ sku: 'TV', bin: '999999' })).rows).toMatchObject([{ bank: 'otro', plan: 1, certain: true }]);
  });

  test('[BANK-02] below the minimum, a note gives the missing amount, and only a single payment is offered', async () => {
    const { note, rows } = await ask({ sku: 'CABLE' });
    expect(note).toBe('Las cuotas son desde Q500.00: te faltan Q0.50.');
    expect(new Set(rows.map(({ plan }) => plan))).toEqual(new Set([singlePlan]));
  });

  test('[BANK-03] each total includes a chosen delivery, and a cart with a donation has no card plans', async () => {
    const lines = [{ productId: cable, quantity: 2 }];
    const oneTelevision = [{ productId: television, quantity: 1 }];
    const chosen = await ask({ cartId: await prepareCart(shop, { lines }), bank: 'otro' });
    expect([chosen.delivery, chosen.rows[0]?.total]).toEqual([30, 1_029]);
    // A cart of Q1,000 is delivered free of charge, a cart of Q900 is not.
    const free = await ask({ cartId: await prepareCart(shop, { lines: oneTelevision }), bank: 'bam-max' });
    expect(free.rows.slice(0, 2).map(({ delivery, total }) => [delivery, total])).toEqual([
      [0, 1_000],
      [30, 930],
    ]);
    expect((await ask({ cartId: await prepareCart(shop, { lines, shippingMethod: null }) })).delivery).toBeNull();
    const donating = await ask({ cartId: await prepareCart(shop, { lines, donation: 10_00 }) });
    expect(donating).toMatchObject({ rows: [], note: 'La donación solo puede pagarse en efectivo.' });
  });

  test('[BANK-02] unknown products, carts or digits are refused, and also a call with both or neither', async () => {
    const refusalOf = async (query: Asked) => codeOf(await shop.call('getBankPlans', { query }));
    expect(await refusalOf({ sku: 'NOBODY' })).toBe('PRODUCT_NOT_FOUND');
    expect(await refusalOf({ cartId: randomUUID() })).toBe('CART_NOT_FOUND');
    expect(await refusalOf({})).toBe('VALIDATION_ERROR');
    expect(await refusalOf({ sku: 'TV', cartId: randomUUID() })).toBe('VALIDATION_ERROR');
    for (const bin of ['12345', '4111111', '41111a']) expect(await refusalOf({ sku: 'TV', bin })).toBe('BIN_INVALID');
  });
});

describe('caching', () => {
  const isKept = async (query: string) =>
    (await shop.inject({ url: `/v1/payments/plans?${query}` })).headers['x-cache'] === 'hit';

  test.each([
    ['a card of a bank', `update card_bins set plans = plans || 60 where bin = '411111'`],
    ['the price', `update products set sales_price = 900_00 where sku = 'KEPT'`],
  ])(
    '[BANK] the answer about a product is cached until %s changes, and an answer about a cart is never cached',
    async (_, change) => {
      await until(() => isKept('sku=KEPT'));
      const cartId = await prepareCart(shop, { lines: [{ productId: television, quantity: 1 }] });
      expect([await isKept(`cartId=${cartId}`), await isKept(`cartId=${cartId}`)]).toEqual([false, false]);
      await sql(change);
      // Waits for the first answer that is computed again.
      await until(async () => !(await isKept('sku=KEPT')));
    },
  );
});

test('[BANK-07, PROD-16] a promotion starts and ends to the second in plans, cart and order', async () => {
  await sql(
    `update card_bins set discount_starts_at = '2026-11-24T15:00:01Z', discount_ends_at = '2026-11-24T16:00:00Z' where bin = '424242'`,
  );
  await until(() => heard.includes('*'));
  const row = async () => (await ask({ sku: 'TV', bank: 'bam-max' })).rows.find(({ plan }) => plan === 6);
  shop.setNow(morning);
  await until(
    async () => (await shop.inject({ url: '/v1/payments/plans?sku=TV&bank=bam-max' })).headers['x-cache'] === 'hit',
  );
  expect(await row()).toMatchObject({ discount: 0, until: null });
  shop.setNow(new Date('2026-11-24T15:00:01Z'));
  expect(await row()).toMatchObject({ discount: 100, total: 900, until: '2026-11-24T16:00:00.000Z' });
  const payment = { method: 'bamMaxVisaInstallments', bin: '424242' };
  const cartId = await prepareCart(shop, { lines: [{ productId: television, quantity: 1 }], payment });
  const total = async () => done(await shop.call('getCart', { params: { id: cartId } })).prices.grandTotal.value;
  shop.setNow(new Date('2026-11-24T15:59:59.999Z'));
  expect([await total(), (await row())?.total]).toEqual([930, 900]);
  shop.setNow(new Date('2026-11-24T16:00:00Z'));
  expect([await total(), (await row())?.total]).toEqual([1_000, 1_000]);
  const order = (amount: number) =>
    postOrder(shop, { cartId, payments: [installments(amount, 6, '4242424242424242')] }).then(outcomeOf);
  expect(await order(930)).toBe('409 PAY_AMOUNT_MISMATCH');
  expect(await order(1_000)).toMatch(/^200 /);
  await sql(`update card_bins set discount_starts_at = null, discount_ends_at = null`);
});

const numbers: Record<string, string> = {
  ...{ 411111: '4111111111111111', 424242: '4242424242424242', 401288: '4012888888881881', 400000: '4000000000000010' },
  ...{ 555555: '5555555555554444', 222300: '2223003122003222', 510510: '5105105105105100' },
  ...{ 378282: '378282246310005', 371449: '371449635398431' },
};

test('[BANK-02, BANK-03] for random carts, each row equals the payment method’s total and the bank’s charge', async () => {
  await sql(`insert into coupons (code, label, percent_bp) values ('DIEZ', 'Diez', 1000)`);
  const anyState = fc.record({
    price: fc.oneof(fc.integer({ min: 499_00, max: 560_00 }), fc.integer({ min: 1_000_00, max: 3_000_00 })),
    quantity: fc.integer({ min: 1, max: 2 }),
    other: fc.constantFrom(null, { sellerId: 2, offerId: 'X' }, { kind: 'service' as const }),
    isPickup: fc.boolean(),
    hasCoupon: fc.boolean(),
    bin: fc.constantFrom(...demoCardBins.map(({ bin }) => bin)),
    turn: fc.nat(6),
  });
  for (const [index, state] of fc.sample(anyState, examples(60)).entries()) {
    const { price, quantity, other, isPickup, hasCoupon, bin, turn } = state;
    const lines = [{ productId: await createProduct(shop.db, { sku: `R${index}`, price }), quantity }];
    if (other !== null) {
      const productId = await createProduct(shop.db, { sku: `O${index}`, price: 150_25, ...other });
      lines.push({ productId, quantity: 1 });
    }
    const delivery = isPickup && other === null ? { shippingMethod: 'pickup' as const, storeCode: 'MAX' } : {};
    const cartId = await prepareCart(shop, { lines, ...delivery, ...(hasCoupon && { couponCode: 'DIEZ' }) });
    const { rows } = await ask({ cartId, bin });
    const row = rows[turn % rows.length];
    if (row === undefined) throw new Error('a card may always pay at once');
    const method =
      row.plan === singlePlan
        ? 'kosmos_payment'
        : row.discount > 0
          ? 'bamMaxVisaInstallments'
          : 'otherVisaInstallments';
    const set = done(
      await shop.call('setCartPaymentMethod', { params: { id: cartId }, body: { paymentMethod: method, bin } }),
    );
    const said = JSON.stringify({ ...state, row });
    expect(set.data.prices.grandTotal.value, said).toBe(row.total);
    const cvv = bin.startsWith('3') ? { ccCVV: '1234' } : {};
    const payment =
      row.plan === singlePlan ? card(row.total, numbers[bin], cvv) : installments(row.total, row.plan, numbers[bin]);
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [payment] })), said).toMatch(/^200 /);
    const charge = (await open.bank.charges()).at(-1);
    expect([charge?.amountCentavos, charge?.plan], said).toEqual([Math.round(row.total * 100), row.plan]);
  }
});
