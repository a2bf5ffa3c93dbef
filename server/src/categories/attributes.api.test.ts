import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

beforeEach(async () => {
  await shop.db.pool.query(`delete from products; delete from category_attributes`);
});

const path = '/v1/admin/attributes';
const declare = (body: object) => desk.send('POST', path, { body });
const declared = async (body: object) => {
  const answer = await declare(body);
  if (answer.statusCode !== 201) throw new Error(answer.payload);
  return answer.json().data;
};
const change = (id: string, body: object) => desk.send('PATCH', `${path}/${id}`, { body });

interface Value {
  code: string;
  label: string;
  value: string;
  unit: string | null;
}
const held = (code: string, value: string, unit: string | null = null, label = code): Value => ({
  code,
  label,
  value,
  unit,
});
const product = async (sku: string, attributes: readonly Value[]): Promise<void> => {
  await createProduct(shop.db, { sku });
  await shop.db.pool.query('update products set attributes = $2::jsonb where sku = $1', [
    sku,
    JSON.stringify(attributes),
  ]);
};
const attributesOf = async (sku: string): Promise<Value[]> =>
  (await shop.db.pool.query<{ attributes: Value[] }>('select attributes from products where sku = $1', [sku])).rows[0]
    ?.attributes ?? [];

test('[PROD-07] an attribute is declared for a category, and subcategories inherit the attribute', async () => {
  const potencia = await declared({ name: 'Potencia', categoryId: '1', type: 'number', unit: 'W', isRequired: true });
  expect(potencia).toMatchObject({ code: 'potencia', category: 'Audio', isFilterable: true, position: 1, version: 1 });
  await declared({ name: 'Color', categoryId: '2', type: 'choice', choices: 'Negro\nBlanco', isFilterable: false });
  const child = (await desk.send('GET', '/v1/admin/categories/2')).json().data;
  expect(child.attributes).toMatchObject([
    { code: 'potencia', type: 'number', unit: 'W', isRequired: true, from: { id: '1', title: 'Audio' } },
    { code: 'color', choices: ['Negro', 'Blanco'], isFilterable: false, from: { id: '2', title: 'Bocinas' } },
  ]);
  const only = (await desk.send('GET', `${path}?categoryId=Bocinas`)).json().data;
  expect(only.map(({ code }: Value) => code)).toEqual(['color']);
});

test('[PROD-07] wrong declarations are refused at their field', async () => {
  await declared({ name: 'Potencia', categoryId: '1', type: 'number', unit: 'W' });
  const fieldsOf = async (body: object) => {
    const answer = await declare(body);
    return [answer.statusCode, Object.keys(answer.json().error.metadata.fields ?? {})];
  };
  expect(await fieldsOf({ name: 'Potencia', categoryId: '2', type: 'text' })).toEqual([400, ['code']]);
  expect(await fieldsOf({ name: 'Otra', code: 'potencia', categoryId: '1', type: 'text' })).toEqual([409, ['code']]);
  expect(await fieldsOf({ name: 'Lista', categoryId: '2', type: 'choice' })).toEqual([400, ['choices']]);
  expect(await fieldsOf({ name: 'Peso', categoryId: '2', type: 'text', unit: 'kg' })).toEqual([400, ['unit']]);
  expect(await fieldsOf({ name: 'Precio', code: 'price', categoryId: '2', type: 'text' })).toEqual([400, ['code']]);
  expect(await fieldsOf({ name: 'Peso', categoryId: '99999', type: 'text' })).toEqual([400, ['categoryId']]);
  expect(await fieldsOf({ name: 'Peso', categoryId: 'x', type: 'text' })).toEqual([400, ['categoryId']]);
  expect(await fieldsOf({ name: 'Peso', categoryId: '2', type: 'color' })).toEqual([400, ['type']]);
});

test('[PROD-07] products written before or after a declaration get its name, order and unit', async () => {
  await product('ANTES', [held('color', 'Negro'), held('potencia', '20', 'watts')]);
  const refused = await declare({ name: 'Potencia', categoryId: '1', type: 'number', unit: 'W' });
  expect([refused.statusCode, refused.json().error.metadata.misfits]).toEqual([
    409,
    [{ sku: 'ANTES', title: 'Bocina ANTES', value: '20 watts' }],
  ]);
  const made = await declared({ name: 'Potencia', categoryId: '1', type: 'number', unit: 'watts' });
  expect(await attributesOf('ANTES')).toEqual([held('potencia', '20', 'watts', 'Potencia'), held('color', 'Negro')]);
  await product('LUEGO', [held('color', 'Rojo'), held('potencia', '30')]);
  expect(await attributesOf('LUEGO')).toEqual([held('potencia', '30', 'watts', 'Potencia'), held('color', 'Rojo')]);
  expect((await change(made.id, { version: 1, name: 'Potencia real', unit: 'W' })).statusCode).toBe(200);
  expect((await attributesOf('ANTES'))[0]).toEqual(held('potencia', '20', 'W', 'Potencia real'));
  expect((await attributesOf('LUEGO'))[0]).toEqual(held('potencia', '30', 'W', 'Potencia real'));
});

test('[PROD-07] a change of type is refused with the list of values that do not fit, until all fit', async () => {
  const made = await declared({ name: 'Color', categoryId: '1', type: 'text' });
  await product('FUCSIA', [held('color', 'Fucsia')]);
  await product('NEGRO', [held('color', 'Negro')]);
  const choices = 'Negro\nBlanco';
  const refused = await change(made.id, { version: 1, type: 'choice', choices });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().error).toMatchObject({
    code: 'IN_USE',
    metadata: {
      fields: { type: 'No caben los valores de 1 producto: FUCSIA: «Fucsia».' },
      total: 1,
      misfits: [{ sku: 'FUCSIA', value: 'Fucsia' }],
    },
  });
  expect((await desk.send('GET', `${path}/${made.id}`)).json().data).toMatchObject({ type: 'text', version: 1 });
  await shop.db.pool.query(`delete from products where sku = 'FUCSIA'`);
  expect((await change(made.id, { version: 1, type: 'choice', choices })).statusCode).toBe(200);
  // A value in use cannot be removed from the list.
  const shorter = await change(made.id, { version: 2, choices: 'Blanco' });
  expect(Object.keys(shorter.json().error.metadata.fields)).toEqual(['choices']);
});

test('[PROD-07] the category page shows the declared filters, or the products’ filters if none is declared', async () => {
  for (const [sku, color, watts] of [
    ['UNO', 'Negro', '10'],
    ['DOS', 'Blanco', '20'],
    ['TRES', 'Rojo', '30'],
  ] as const)
    await product(sku, [held('acabado', color, null, 'Acabado'), held('consumo', watts, 'W', 'Consumo')]);
  const facetsOf = async (query: string): Promise<string[]> => {
    const answer = (await shop.inject({ method: 'GET', url: `/v1/search?${query}` })).json();
    return (answer.data?.facets ?? answer.facets)
      .filter(({ code }: { code: string }) => !['category', 'brand', 'price'].includes(code))
      .map(({ label }: { label: string }) => label);
  };
  expect(await facetsOf('category=2')).toEqual(['Acabado', 'Consumo']);
  await declared({ name: 'Consumo nominal', code: 'consumo', categoryId: '1', type: 'number', unit: 'W' });
  const color = await declared({ name: 'Acabado', categoryId: '1', type: 'text', isFilterable: false });
  expect(await facetsOf('category=2')).toEqual(['Consumo nominal']);
  expect(await facetsOf('category=audio&q=bocina')).toEqual(['Consumo nominal']);
  // A filter that the shopper already chose stays, so that it can be removed.
  expect(await facetsOf('category=2&attr.acabado=Negro')).toContain('Acabado');
  await change(color.id, { version: 1, isFilterable: true, position: 0 });
  expect(await facetsOf('category=2')).toEqual(['Acabado', 'Consumo nominal']);
});

test('[PROD-07] products of a moved category get the attributes of its new branch', async () => {
  const target = (await desk.send('POST', '/v1/admin/categories', { body: { title: 'Otra rama' } })).json().data;
  await declared({ name: 'Tono', code: 'color', categoryId: target.id, type: 'text' });
  await product('MUDADO', [held('color', 'Negro', null, 'Color')]);
  const child = (await desk.send('GET', '/v1/admin/categories/2')).json().data;
  const move = (parentId: string, version: number) =>
    desk.send('POST', '/v1/admin/categories/2/move', { body: { version, parentId } });
  expect((await move(target.id, child.version)).statusCode).toBe(200);
  expect((await attributesOf('MUDADO'))[0]?.label).toBe('Tono');
  expect((await move('1', child.version + 1)).statusCode).toBe(200);
});

test('[PROD-07] a job updates branches of more than a thousand products', async () => {
  const made = await declared({ name: 'Color', categoryId: '1', type: 'text' });
  await shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, attributes)
     select 'MIL-' || n, 'mil-' || n, 'Bocina ' || n, 1, 1, 2, 10000, 10000, '[{"code":"color","label":"Color","value":"Negro","unit":null}]'
     from generate_series(1, 1100) n`,
  );
  expect((await change(made.id, { version: 1, name: 'Tono' })).statusCode).toBe(200);
  const { rows } = await shop.db.pool.query(`select id from graphile_worker.jobs where key = 'follow-attributes:1'`);
  expect(rows).toHaveLength(1);
  const { rows: followed } = await shop.db.pool.query(`select follow_attributes(1, 0, 5000) is not null as went`);
  expect(followed).toEqual([{ went: true }]);
  expect((await attributesOf('MIL-1100'))[0]?.label).toBe('Tono');
});

/** Creates many products with this value of an attribute. */
const many = (count: number, value: object) =>
  shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, attributes)
     select 'LARGO-' || n, 'largo-' || n, 'Bocina ' || n, 1, 1, 2, 10000, 10000, jsonb_build_array($2::jsonb) from generate_series(1, $1::integer) n`,
    [count, JSON.stringify(value)],
  );

test('[PROD-07] a job corrects a unit in the values of more than a thousand products', async () => {
  const made = await declared({ name: 'Largo', categoryId: '1', type: 'number', unit: 'metros' });
  await many(1100, held('largo', '2', 'metros', 'Largo'));
  expect((await change(made.id, { version: 1, unit: 'm' })).statusCode).toBe(200);
  expect(await attributesOf('LARGO-1')).toEqual([held('largo', '2', 'metros', 'Largo')]);
  await shop.db.pool.query(`select graphile_worker.remove_job('follow-attributes:1')`);
  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'follow-attributes');
  await task?.run({ category: 1 }, { now: new Date(), log: shop.log });
  for (const sku of ['LARGO-1', 'LARGO-1100'])
    expect(await attributesOf(sku)).toEqual([held('largo', '2', 'm', 'Largo')]);
  // A value that is written after the run keeps its unit.
  await product('LUEGO', [held('largo', '3', 'metros', 'Largo')]);
  expect(await attributesOf('LUEGO')).toEqual([held('largo', '3', 'metros', 'Largo')]);
});

test('[PROD-07] a refusal counts up to fifty products that do not fit, and reports whether there are more', async () => {
  await many(60, held('largo', 'mucho', null, 'Largo'));
  const { error } = (await declare({ name: 'Largo', categoryId: '1', type: 'number', unit: 'm' })).json();
  expect(error.metadata.fields.type).toMatch(/^No caben los valores de más de 50 productos: .* y otros\.$/);
  expect(error.metadata.misfits).toHaveLength(50);
});

test('[ZOOM-05] a branch has one attribute per role, and a measure is a number in a unit that pages convert', async () => {
  const size = { type: 'number', unit: 'cm', role: 'alto' };
  expect(await declared({ name: 'Alto', categoryId: '1', ...size })).toMatchObject({ role: 'alto', sheetGroup: '' });
  const textOf = async (body: object): Promise<unknown> => {
    const answer = await declare(body);
    return [answer.statusCode, answer.json().error?.metadata.fields.role];
  };
  expect(await textOf({ name: 'Altura', categoryId: '1', ...size })).toEqual([
    409,
    'Otro atributo de la categoría tiene ese papel.',
  ]);
  expect(await textOf({ name: 'Altura', categoryId: '2', ...size })).toEqual([
    400,
    'Ya lo tiene un atributo de una categoría de arriba.',
  ]);
  // The same applies to an attribute that is added above, and to a change.
  const below = { name: 'Ancho', categoryId: '2', ...size, role: 'ancho' };
  await declared(below);
  expect(await textOf({ ...below, name: 'Anchura', categoryId: '1' })).toEqual([
    400,
    'Ya lo tiene un atributo de una categoría de abajo.',
  ]);
  const free = await declared({ ...below, name: 'Anchura', categoryId: '1', role: null });
  const changed = await change(free.id, { version: 1, role: 'ancho' });
  expect([changed.statusCode, changed.json().error?.metadata.fields.role]).toEqual([
    400,
    'Ya lo tiene un atributo de una categoría de abajo.',
  ]);
  const weight = 'Ese papel es de un número en kg, g, lb.';
  expect(await textOf({ name: 'Peso', categoryId: '1', ...size, role: 'peso' })).toEqual([400, weight]);
  expect(await textOf({ name: 'Peso', categoryId: '1', type: 'text', role: 'peso' })).toEqual([400, weight]);
  const answers = { name: 'Quién responde', categoryId: '1', type: 'text', role: 'garantia-responde' };
  expect(await declared(answers)).toMatchObject({ role: 'garantia-responde', requiredFrom: null });
});

test('[ZOOM-05] if two attributes of one role are added concurrently to a branch, one is refused', async () => {
  const size = { type: 'number', unit: 'cm', role: 'fondo' };
  const calls = await shop.db.transaction(async (tx) => {
    await tx.run({ text: 'select pg_advisory_xact_lock(4232004)', values: [] });
    const both = [
      declare({ name: 'Fondo', categoryId: '1', ...size }),
      declare({ name: 'Profundidad', categoryId: '2', ...size }),
    ];
    await untilBlocked(shop.db.pool, tx, 2);
    return { both };
  });
  const answers = await Promise.all(calls.both);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
});

test('[ZOOM-05] adding an attribute with a role locks the tree before its category, which a move may change', async () => {
  const waiting = await shop.db.transaction(async (tx) => {
    await tx.run({ text: 'select pg_advisory_xact_lock(4232004)', values: [] });
    const call = declare({ name: 'Hondo', categoryId: '1', type: 'number', unit: 'cm', role: 'diagonal' });
    await untilBlocked(shop.db.pool, tx);
    await tx.run({ text: 'select from categories where id = 1 for update nowait', values: [] });
    return { call };
  });
  expect((await waiting.call).statusCode).toBe(201);
});

test('[ZOOM-05] a category cannot move to a branch where another attribute has the same role', async () => {
  const target = (await desk.send('POST', '/v1/admin/categories', { body: { title: 'Con medidas' } })).json().data;
  const size = { type: 'number', unit: 'cm', role: 'alto' };
  const above = await declared({ name: 'Altura total', categoryId: target.id, ...size });
  await declared({ name: 'Alto', categoryId: '2', ...size });
  const move = async () => {
    const { version } = (await desk.send('GET', '/v1/admin/categories/2')).json().data;
    return desk.send('POST', '/v1/admin/categories/2/move', { body: { version, parentId: target.id } });
  };
  const refused = await move();
  expect([refused.statusCode, refused.json().error.metadata.fields.parentId]).toEqual([
    409,
    'Dos atributos tendrían el papel «Alto»: «Alto» de Bocinas y «Altura total» de Con medidas. Quítaselo a uno antes de mover.',
  ]);
  // In the database, the same rule applies to a move by a command or a file.
  const written = shop.db.pool.query(`select set_category_path(2, 'con-medidas/bocinas')`);
  await expect(written).rejects.toMatchObject({ constraint: 'category_attributes_role_above' });
  await change(above.id, { version: 1, role: null });
  expect((await move()).statusCode).toBe(200);
  const { version } = (await desk.send('GET', '/v1/admin/categories/2')).json().data;
  await desk.send('POST', '/v1/admin/categories/2/move', { body: { version, parentId: '1' } });
});
