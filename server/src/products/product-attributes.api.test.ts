import { randomUUID } from 'node:crypto';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let clerk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  clerk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

beforeEach(async () => {
  await shop.db.pool.query('delete from category_attributes');
});

const declare = async (body: object): Promise<void> => {
  const answer = await clerk.send('POST', '/v1/admin/attributes', { body: { categoryId: '1', ...body } });
  expect(answer.statusCode, answer.payload).toBe(201);
};

/** A draft in "Audio › Bocinas" that is ready for sale, except for its attributes. */
const draft = async (): Promise<DeskProduct> => {
  const body = { title: 'Bocina Volcán 10', brand: 'Volcán', category: 'audio/bocinas', regularPrice: 100 };
  const { sku } = done(await clerk.call('createProduct', { body })).data;
  await shop.db.pool.query(
    `with m as (insert into media (key, width, height) values ($2, 800, 800))
     insert into product_images (product_id, position, media_key, label) select id, 0, $2, 'Foto' from products where sku = $1`,
    [sku, randomUUID().replaceAll('-', '')],
  );
  return done(await clerk.call('getDeskProduct', { params: { sku } })).data;
};

const change = (sku: string, body: { version: number } & Record<string, unknown>) =>
  clerk.send('PATCH', `/v1/admin/products/${sku}`, { body });

const publish = ({ sku, version }: DeskProduct) =>
  clerk.send('POST', `/v1/admin/products/${sku}/publish`, { body: { version } });

test('[PROD-07] the attributes of a category and its parents are listed in order, with their kinds', async () => {
  await declare({ name: 'Color', categoryId: '2', type: 'choice', choices: 'Negro\nBlanco' });
  await declare({ name: 'Potencia', type: 'number', unit: 'W', isRequired: true });
  await declare({ name: 'Recargable', type: 'flag' });
  const answer = await clerk.send('GET', '/v1/admin/product-attributes?category=audio/bocinas');
  expect(answer.json().data.declared).toEqual([
    { code: 'potencia', name: 'Potencia', type: 'number', unit: 'W', choices: [], isRequired: true },
    { code: 'recargable', name: 'Recargable', type: 'flag', unit: '', choices: [], isRequired: false },
    { code: 'color', name: 'Color', type: 'choice', unit: '', choices: ['Negro', 'Blanco'], isRequired: false },
  ]);
});

test.each([
  ['a number with words', { label: 'Potencia', value: 'mucha' }, 'potencia'],
  ['a number in another unit', { label: 'Potencia', value: '2', unit: 'kW' }, 'potencia'],
  ['a flag that is neither yes nor no', { label: 'Recargable', value: 'a veces' }, 'recargable'],
  ['a value that is not in the list', { label: 'Color', value: 'Verde' }, 'color'],
])('[PROD-07] %s is refused at its attribute, and nothing is saved', async (_, attribute, code) => {
  await declare({ name: 'Potencia', type: 'number', unit: 'W' });
  await declare({ name: 'Recargable', type: 'flag' });
  await declare({ name: 'Color', type: 'choice', choices: 'Negro\nBlanco' });
  const { sku, version } = await draft();
  const refused = await change(sku, { version, title: 'Otra', attributes: [attribute] });
  expect([refused.statusCode, Object.keys(refused.json().error.metadata.fields)]).toEqual([
    400,
    [`attributes.${code}`],
  ]);
  expect(done(await clerk.call('getDeskProduct', { params: { sku } })).data).toMatchObject({
    ...{ version, title: 'Bocina Volcán 10', attributes: [] },
  });
});

test('[PROD-07] values that fit get the code, name, unit and order of their declaration', async () => {
  await declare({ name: 'Potencia', code: 'watts', type: 'number', unit: 'W' });
  await declare({ name: 'Recargable', type: 'flag' });
  const { sku, version } = await draft();
  const attributes = [
    { label: 'Peso', value: '2', unit: 'kg' },
    { label: 'Recargable', value: 'Sí' },
    { label: 'potencia', value: '12.5' },
  ];
  const saved = await change(sku, { version, attributes });
  expect(saved.json().data.attributes).toEqual([
    { code: 'watts', label: 'Potencia', value: '12.5', unit: 'W' },
    { code: 'recargable', label: 'Recargable', value: 'Sí', unit: null },
    { code: 'peso', label: 'Peso', value: '2', unit: 'kg' },
  ]);
});

test('[PROD-03] a product without a required attribute is not published, and cannot lose it while on sale', async () => {
  await declare({ name: 'Potencia', type: 'number', unit: 'W', isRequired: true });
  const product = await draft();
  const fault = { field: 'attributes.potencia', text: 'Falta «Potencia».', isBlocking: true };
  expect(product.faults).toContainEqual(fault);
  const refused = await publish(product);
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    409,
    { code: 'PRODUCT_NOT_READY', metadata: { fields: { 'attributes.potencia': 'Falta «Potencia».' } } },
  ]);
  const attributes = [{ label: 'Potencia', value: '20' }];
  const full = (await change(product.sku, { version: product.version, attributes })).json().data;
  const onSale = (await publish(full)).json().data;
  expect(onSale.state).toBe('published');
  const emptied = await change(product.sku, { version: onSale.version, attributes: [] });
  expect([emptied.statusCode, emptied.json().error.code]).toEqual([409, 'PRODUCT_NOT_READY']);
});

test('[PROD-03] another category requires its own attributes, and refuses values that do not fit', async () => {
  await declare({ name: 'Potencia', categoryId: '2', type: 'text' });
  const { sku, version } = await draft();
  const saved = (await change(sku, { version, attributes: [{ label: 'Potencia', value: 'mucha' }] })).json().data;
  await shop.db.pool.query(
    `insert into category_attributes (category_id, code, name, type, unit)
     select id, 'potencia', 'Potencia', 'number', 'W' from categories where path = 'audio'`,
  );
  const refused = await change(sku, { version: saved.version, category: 'audio' });
  expect(Object.keys(refused.json().error.metadata.fields)).toEqual(['attributes.potencia']);
  const moved = await change(sku, {
    version: saved.version,
    category: 'audio',
    attributes: [{ label: 'Potencia', value: '20' }],
  });
  expect(moved.json().data).toMatchObject({ category: 'audio', attributes: [{ value: '20', unit: 'W' }] });
});

test('[ZOOM-08] a required measure is a warning before its day and an error from that day on', async () => {
  const fondo = { name: 'Fondo', type: 'number', unit: 'cm', role: 'fondo', isRequired: true };
  await declare({ ...fondo, requiredFrom: '2100-01-01' });
  const product = await draft();
  const text = 'Falta «Fondo». Será obligatorio desde el 01/01/2100.';
  expect(product.faults).toContainEqual({ field: 'attributes.fondo', text, isBlocking: false });
  const { declared } = done(await clerk.call('listProductAttributes', { query: { category: 'audio/bocinas' } })).data;
  expect(declared).toMatchObject([{ code: 'fondo', isRequired: false }]);
  const onSale = (await publish(product)).json().data;
  expect(onSale.state).toBe('published');
  await shop.db.pool.query(`update category_attributes set required_from = '2026-01-01'`);
  const refused = await change(product.sku, { version: onSale.version, title: 'Otra' });
  expect(refused.json().error).toMatchObject({
    code: 'PRODUCT_NOT_READY',
    metadata: { fields: { 'attributes.fondo': 'Falta «Fondo».' } },
  });
});
