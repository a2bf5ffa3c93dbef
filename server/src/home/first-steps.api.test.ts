import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let owner: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const steps = async (person = owner) => {
  const { firstSteps } = done(await person.call('getDeskHome', {})).data;
  return {
    hasProducts: firstSteps.hasProducts,
    done: firstSteps.steps.filter(({ isDone }) => isDone).map(({ name }) => name),
    all: firstSteps.steps.map(({ name }) => name),
  };
};

const sql = (text: string) => shop.db.pool.query(text);

test('[OFF-29] a step is done while the shop has the data that the step creates', async () => {
  expect(await steps()).toEqual({
    hasProducts: false,
    done: [],
    all: ['stores', 'policy', 'issuer', 'categories', 'brands', 'products', 'staff'],
  });
  await sql(`update shop_policy set changes = '{"shopLegalName": "Ceiba, S.A."}'`);
  expect((await steps()).done).toEqual([]);
  await sql(`update shop_policy set changes = changes || '{"shopNit": "576937K"}'`);
  expect((await steps()).done).toEqual(['issuer']);
  await sql(`update shop_policy set changes = changes || '{"shopName": "Ceiba"}'`);
  expect((await steps()).done).toEqual(['policy', 'issuer']);
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV-55', price: 100_00 });
  await openDesk(shop, 'warehouse');
  const found = await steps();
  expect(found.hasProducts).toBe(true);
  expect(found.done).toEqual(expect.arrayContaining(['stores', 'policy', 'issuer', 'brands', 'products', 'staff']));
  await sql(`update staff_members set disabled_at = now() where id <> '${owner.id}'`);
  await sql(`update shop_policy set changes = '{}'`);
  expect((await steps()).done).not.toEqual(expect.arrayContaining(['policy']));
  expect((await steps()).done).not.toContain('staff');
});

test('[OFF-29] people see only the steps for which they have permission, and one statement reads the steps', async () => {
  const catalogue = await openDesk(shop, 'catalogue');
  expect((await steps(catalogue)).all).toEqual(['categories', 'brands', 'products']);
  const manager = await openDesk(shop, 'manager');
  expect((await steps(manager)).all).not.toContain('staff');
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await steps(warehouse)).all).toEqual([]);
  await steps();
  expect(shop.lastStatements().filter((name) => name === 'home.first-steps')).toHaveLength(1);
});
