import type { PolicyField } from '@ceiba/domain/policies/shop-policy';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteIdleCartsTask } from '../carts/carts.tasks.ts';
import { openServices } from '../services.ts';
import { startJobs } from '../start-jobs.ts';
import { done, readCart } from '../testing/cart-calls.ts';
import {
  card,
  cash,
  installments,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../testing/order-calls.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let radio: number;
/** A Tuesday, before the cutoff hour. */
const tuesday = new Date('2026-11-24T10:00:00-06:00');

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  shop.setNow(tuesday);
  await createShopBasics(shop.db);
  await shop.db.pool.query('update sellers set lead_days = 0 where id = 2');
  radio = await createProduct(shop.db, { sku: 'OWN', price: 300_00 });
  await createProduct(shop.db, { sku: 'THIRD', sellerId: 2, offerId: 'X' });
  await createProduct(shop.db, { sku: 'DROP', isDropshipping: true });
  const inStore = await createProduct(shop.db, { sku: 'STORE', stock: 0 });
  await addStock(shop.db, inStore, 3, 'MAX');
});
afterAll(() => open.close());

const changed = new Set<PolicyField>();
const set = async (field: PolicyField, value: string): Promise<void> => {
  changed.add(field);
  await shop.setPolicy(field, value);
};
afterEach(async () => {
  // Opening hours are valid only together. In reverse order, every step is a state that existed before.
  for (const field of [...changed].reverse()) await shop.setPolicy(field, 'default');
  changed.clear();
});

const cartOf = (payment: { method: string; bin: string | null } | null = null) =>
  prepareCart(shop, { lines: [{ productId: radio, quantity: 1 }], payment });

test('[CONST-36] a changed fee of another region applies in the cart and in the charge', async () => {
  const id = await cartOf({ method: 'kosmos_payment', bin: null });
  await shop.db.pool.query(
    `update carts set shipping_address = jsonb_set(shipping_address, '{region,regionId}', '493') where id = $1`,
    [id],
  );
  expect((await readCart(shop, id)).prices.shipping.value).toBe(75);
  await set('otherRegionFee', '90.50');
  expect((await readCart(shop, id)).prices.shipping.value).toBe(90.5);
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [card(375)] }))).toBe('409 PAY_AMOUNT_MISMATCH');
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [card(390.5)] }))).toMatch(/^200/);
});

test('[CONST-09] installments are offered and accepted from the policy’s minimum on', async () => {
  const id = await cartOf({ method: 'otherVisaInstallments', bin: '411111' });
  const offered = async () =>
    done(await shop.call('getInstallments', { query: { bin: '411111', cartId: id } })).installments;
  expect(await offered()).toEqual([]);
  const body = { cartId: id, payments: [installments(330, 6)] };
  expect(outcomeOf(await postOrder(shop, body))).toBe('400 PAY_PLAN_NOT_ALLOWED');
  await set('installmentsMinimum', '330');
  expect(await offered()).toContain(6);
  expect(outcomeOf(await postOrder(shop, body))).toMatch(/^200/);
});

test('[DEC-79] the discount of a promoted bank applies to installments in the cart and in the charge', async () => {
  await set('installmentsMinimum', '100');
  const id = await cartOf({ method: 'bamMaxVisaInstallments', bin: '424242' });
  expect((await readCart(shop, id)).prices.discounts).toMatchObject([{ amount: 30 }]);
  await set('bankDiscountBasisPoints', '20');
  expect((await readCart(shop, id)).prices.discounts).toMatchObject([{ amount: 60 }]);
  const order = (amount: number) => ({ cartId: id, payments: [installments(amount, 6, '4242424242424242')] });
  expect(outcomeOf(await postOrder(shop, order(300)))).toBe('409 PAY_AMOUNT_MISMATCH');
  expect(outcomeOf(await postOrder(shop, order(270)))).toMatch(/^200/);
});

test('[DEC-72] a guest’s cart is deleted after the policy’s number of idle days', async () => {
  const { pool } = shop.db;
  await pool.query(
    `insert into carts (id, email, updated_at)
     select gen_random_uuid(), d || '@idle.gt', now() - d * interval '1 day' from unnest('{6,8,29}'::int[]) d`,
  );
  const left = async () => {
    await deleteIdleCartsTask(shop).run({}, { now: new Date(), log: shop.log });
    const { rows } = await pool.query(`select email from carts where email like '%@idle.gt' order by email`);
    return rows.map(({ email }) => email);
  };
  expect(await left()).toEqual(['29@idle.gt', '6@idle.gt', '8@idle.gt']);
  await set('guestCartDays', '7');
  expect(await left()).toEqual(['6@idle.gt']);
});

test('[DEC-12] the mail of an order contains the shop’s configured phone number', async () => {
  await set('supportPhone', '2222-3333');
  const cartId = await prepareCart(shop, { lines: [{ productId: radio, quantity: 1 }], email: 'telefono@correo.gt' });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(330)] }))).toMatch(/^200/);
  const mails = async () => done(await shop.call('listDemoMails', { query: { to: 'telefono@correo.gt' } })).data;
  const worker = await startJobs(openServices(shop), shop.url);
  try {
    await until(async () => (await mails()).length === 1);
  } finally {
    await worker.close();
  }
  const [mail] = await mails();
  for (const body of [mail?.html, mail?.text]) {
    expect(body).toContain('2222-3333');
    expect(body).not.toContain('4232-000');
  }
});

const guatemala = { region: 485, city: 'Guatemala' };

const dayOf = async (sku: string, region: number): Promise<string | null | undefined> => {
  const shippingMethod = 'delivery' as const;
  const body = { shippingMethod, location: { ...guatemala, region }, items: [{ sku, quantity: 1 }] };
  return done(await shop.call('computeDeliveryTimes', { body })).data[0]?.deliveryDate;
};

test.each([
  ['homeRegionDays', '3', 'OWN', 485, '2026-11-25', '2026-11-27'],
  ['otherRegionDays', '1', 'OWN', 493, '2026-11-27', '2026-11-25'],
  ['deliveryCutoffHour', '10', 'OWN', 485, '2026-11-25', '2026-11-26'],
  ['dropshippingDays', '1', 'DROP', 485, '2026-12-01', '2026-11-26'],
  ['sellerLeadDays', '1', 'THIRD', 485, '2026-11-28', '2026-11-26'],
  ['extraHolidays', '2026-11-25', 'OWN', 485, '2026-11-25', '2026-11-26'],
] as const)(
  '[DEC-96] the setting %s = %s changes the delivery day of %s',
  async (field, value, sku, region, before, after) => {
    expect(await dayOf(sku, region)).toBe(before);
    await set(field, value);
    expect(await dayOf(sku, region)).toBe(after);
  },
);

const pickupOf = async (sku: string): Promise<string> => {
  const body = { items: [{ sku, quantity: 1 }], location: guatemala };
  const stores = done(await shop.call('checkPickupStock', { body })).data.stores;
  const store = stores.find(({ storeCode }) => storeCode === 'MAX');
  return `${store?.pickupDate} ${store?.pickupTime}`;
};

test.each([
  ['pickupPreparationMinutes', '45', 'STORE', '2026-11-24 12:00', '2026-11-24 10:45'],
  ['pickupOpensAt', '13:00', 'STORE', '2026-11-24 12:00', '2026-11-24 13:00'],
  ['pickupClosesAt', '11:30', 'STORE', '2026-11-24 12:00', '2026-11-25 10:00'],
  ['pickupNextDayAt', '11:15', 'OWN', '2026-11-26 10:00', '2026-11-26 11:15'],
  ['transferDays', '4', 'OWN', '2026-11-26 10:00', '2026-11-28 10:00'],
  ['extraHolidays', '2026-11-24', 'STORE', '2026-11-24 12:00', '2026-11-25 10:00'],
] as const)('[DEC-97] the setting %s = %s changes the pickup time of %s', async (field, value, sku, before, after) => {
  expect(await pickupOf(sku)).toBe(before);
  if (field === 'pickupOpensAt') await set('pickupNextDayAt', '14:00');
  await set(field, value);
  expect(await pickupOf(sku)).toBe(after);
});
