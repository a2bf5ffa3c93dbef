import { entities } from '@ceiba/contract/desk/entities/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createEntity } from '../testing/sample-entities.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { findCurrentBrand } from './catalog.store.ts';

let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const merge = (id: unknown, body: object) => desk.send('POST', `/v1/admin/brands/${id}/merge`, { body });
const visible = async () => {
  const { row } = await createEntity(desk, entities.brands);
  return row as typeof row & { id: string; title: string };
};
const give = (sku: string, brand: string) =>
  shop.db.pool.query('update products set brand_id = $2 where sku = $1', [sku, Number(brand)]);

test('[PROD-23] merging a brand moves its products and redirects its page, also in chains', async () => {
  const [one, two, three] = [await visible(), await visible(), await visible()];
  await createProduct(shop.db, { sku: 'UNIDA', title: 'Bocina unida' });
  await give('UNIDA', one.id);
  const answer = await merge(one.id, { version: 1, intoId: two.id });
  expect(answer.json().data).toMatchObject({
    state: 'retired',
    replacement: two.title,
    products: 0,
    version: 2,
    actions: [],
  });
  const { rows } = await shop.db.pool.query(`select brand_id::text as id from products where sku = 'UNIDA'`);
  expect(rows).toEqual([{ id: two.id }]);
  expect(await findCurrentBrand(shop.db.read, one.title)).toBe(two.title);
  const found = await shop.inject({ method: 'GET', url: `/v1/search?brand=${encodeURIComponent(two.title)}` });
  expect(found.payload).toContain('UNIDA');
  expect((await merge(two.id, { version: 1, intoId: three.id })).statusCode).toBe(200);
  expect(await findCurrentBrand(shop.db.read, one.title)).toBe(three.title);
  const history = (await desk.send('GET', `/v1/admin/audit/of/brands/${two.id}`)).json().data;
  expect(history.map(({ operation }: { operation: string }) => operation)).toEqual([
    'mergeBrand',
    'mergeBrand',
    'createBrand',
  ]);
});

test('[PROD-23] a brand cannot be merged with itself, with a retired or unknown brand, or twice', async () => {
  const [one, two] = [await visible(), await visible()];
  const codeOf = async (sent: ReturnType<typeof merge>) => (await sent).json().error?.code ?? 'ok';
  expect(await codeOf(merge(one.id, { version: 1, intoId: one.id }))).toBe('VALIDATION_ERROR');
  expect(await codeOf(merge(one.id, { version: 1, intoId: '999999' }))).toBe('VALIDATION_ERROR');
  expect(await codeOf(merge(one.id, { version: 7, intoId: two.id }))).toBe('VERSION_CONFLICT');
  expect(await codeOf(merge('999999', { version: 1, intoId: two.id }))).toBe('NOT_FOUND');
  expect(await codeOf(merge(one.id, { version: 1, intoId: two.id }))).toBe('ok');
  expect(await codeOf(merge(one.id, { version: 2, intoId: two.id }))).toBe('TRANSITION_NOT_ALLOWED');
  expect(await codeOf(merge(two.id, { version: 1, intoId: one.id }))).toBe('VALIDATION_ERROR');
});

test('[PROD-23] of two people who merge two brands crosswise, one is refused: no brand redirects to itself', async () => {
  const [one, two] = [await visible(), await visible()];
  const answers = await Promise.all([
    merge(one.id, { version: 1, intoId: two.id }),
    merge(two.id, { version: 1, intoId: one.id }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
});
