import { allEntities, entities } from '@ceiba/contract/desk/entities/all';
import { type EntityDeclaration, fieldsWhere, isEditable } from '@ceiba/contract/desk/entity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOf } from '../platform/entities/entity-routes.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { listPage } from '../platform/lists/list-source.ts';
import { entityTables } from '../slices.ts';
import { loosenBudgets } from './loose-budgets.ts';
import { changeOf, createEntity } from './sample-entities.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import { openDesk, type TestDesk } from './test-desk.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
let owner: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  for (const sku of ['BOCINA-1', 'BOCINA-2', 'BOCINA-3']) await createProduct(shop.db, { sku });
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const tableOfEntity = (entity: EntityDeclaration) => {
  const table = entityTables.find((each) => each.entity === entity);
  if (table === undefined) throw new Error(`no slice lists the table of ${entity.name}`);
  return table;
};

/** SQL for another value of a column that names a row of another table. */
const otherRows: Readonly<Record<string, string>> = {
  'advisors.store': '(select s.store_code from stores s where s.store_code <> advisors.store_code limit 1)',
  'advisors.staff': `coalesce(staff_email, '') || 'x'`,
  'stores.city': `city || 'x'`,
  'answer-words.path': '(select a.path from search_answers a where a.path <> search_answer_words.path limit 1)',
  'card-bins.plans': `'48'`,
  'product-codes.sku': '(select p.sku from products p where p.sku <> product_codes.sku limit 1)',
};

const pathOf = ({ name }: EntityDeclaration, key: string): string => `/v1/admin/${name}/${encodeURIComponent(key)}`;

/** Lists of entities are the same for everybody who may read them. */
const anyStaff: StaffCaller = {
  ...{ id: '', sessionId: '', name: '', email: '', role: 'owner', stores: null },
  ...{ permissions: new Set(), sessionExpiresAt: new Date(0), confirmedAt: new Date(0) },
};

const historyOf = async ({ name }: EntityDeclaration, key: string) =>
  (await owner.send('GET', `/v1/admin/audit/of/${name}/${encodeURIComponent(key)}`)).json().data;

describe.each(allEntities.map((entity) => ({ name: entity.name, entity })))('$name', ({ entity }) => {
  test('[OFF-10, OFF-21] a new row is returned, read and changed, with each change in its history', async () => {
    const { row, key } = await createEntity(owner, entity, 1);
    const read = (await owner.send('GET', pathOf(entity, key))).json().data;
    expect(read).toEqual(row);
    const body = changeOf(entity);
    const changed = (
      await owner.send('PATCH', pathOf(entity, key), { body: { version: read.version, ...body } })
    ).json();
    expect(changed.data).toMatchObject({ ...body, version: read.version + 1 });
    const [last, first] = await historyOf(entity, key);
    const [field = ''] = Object.keys(body);
    expect(last).toMatchObject({
      operation: `change${entity.calls[0]}`,
      before: { [field]: read[field] },
      after: body,
    });
    expect(first).toMatchObject({ operation: `create${entity.calls[0]}`, entityId: key });
  });

  test('a change to the same values is not a change', async () => {
    const { row, key } = await createEntity(owner, entity, 1);
    const [[name] = ['']] = fieldsWhere(entity, isEditable);
    const body = { version: row.version, [name]: row[name] };
    const same = (await owner.send('PATCH', pathOf(entity, key), { body })).json().data;
    expect(same).toEqual(row);
    expect(await historyOf(entity, key)).toHaveLength(1);
  });

  test('[OFF-21] the version counts changes of editable columns by any writer, and of no other column', async () => {
    const { key } = await createEntity(owner, entity, 1);
    const { table, key: id, columns } = tableOfEntity(entity);
    const versionAfter = async (name: string, value: string): Promise<number> => {
      const column = columns[name];
      if (typeof column !== 'string') throw new Error(`${name} has no column`);
      const { rows } = await shop.db.pool.query<{ version: number }>(
        `update ${table} set ${column} = ${value} where ${id.column}::text = $1 returning version`,
        [key],
      );
      return rows[0]?.version ?? 0;
    };
    const otherOf = (name: string): string => {
      const reference = otherRows[`${entity.name}.${name}`];
      if (reference !== undefined) return reference;
      const field = entity.fields[name];
      const column = columns[name];
      switch (field?.kind) {
        case 'choice':
          return `case ${column} ${Object.keys(field.values)
            .map((value, at, all) => `when '${value}' then '${all[(at + 1) % all.length]}'`)
            .join(' ')} else '${Object.keys(field.values)[0]}' end`;
        case 'day':
          return `coalesce(${column}, current_date) + 1`;
        case 'flag':
          return `not ${column}`;
        case 'moment':
          return `coalesce(${column}, now()) + interval '1 day'`;
        case 'text':
          return `coalesce(${column}, '') || 'x'`;
        case 'blocks':
          return `${column} || '[{"kind": "title", "title": "x"}]'`;
        case 'hours':
        case 'exceptions':
          return `'[]'::jsonb`;
        default:
          return `coalesce(${column}, 0) + 1`;
      }
    };
    let version = Number((await owner.send('GET', pathOf(entity, key))).json().data.version);
    for (const [name] of fieldsWhere(entity, isEditable)) {
      version += 1;
      expect(await versionAfter(name, otherOf(name)), name).toBe(version);
    }
    // A counter that the database maintains, such as a coupon's uses, is not a change.
    for (const [name] of fieldsWhere(entity, ({ editable }) => editable === 'never'))
      if (typeof columns[name] === 'string' && columns[name] !== id.column)
        expect(await versionAfter(name, otherOf(name)), name).toBe(version);
  });

  test('[OFF-15] every sort reads each row once, over pages of two rows', async () => {
    for (const turn of [0, 1, 2]) await createEntity(owner, entity, turn);
    const source = sourceOf(tableOfEntity(entity));
    for (const sort of entity.list.sorts.flatMap((each) => [each, each.startsWith('-') ? each.slice(1) : `-${each}`])) {
      const keys: unknown[] = [];
      let total = 0;
      for (let after: string | undefined; ; ) {
        const page = await listPage(shop.db.read, source, { sort, limit: 2, after }, anyStaff, { own: source.key.sql });
        if (!page.ok) throw new Error(`${sort}: ${JSON.stringify(page.error)}`);
        keys.push(...page.value.rows.map((row) => row['own']));
        total = page.value.total.value;
        if (page.value.next === null) break;
        after = page.value.next;
      }
      expect(total, sort).toBeGreaterThan(2);
      expect([keys.length, new Set(keys).size], sort).toEqual([total, total]);
    }
  });

  test('[OFF-08] a missing row is not found, and an invalid body is refused at its field', async () => {
    expect((await owner.send('GET', pathOf(entity, '999999'))).statusCode).toBe(404);
    const body = { version: 1, ...changeOf(entity) };
    expect((await owner.send('PATCH', pathOf(entity, '999999'), { body })).statusCode).toBe(404);
    const refused = await owner.send('POST', `/v1/admin/${entity.name}`, { body: {} });
    expect([refused.statusCode, refused.json().error.metadata.fields]).toEqual([400, expect.any(Object)]);
  });
});

test('a brand’s address is derived from its name, and duplicates are refused at their fields', async () => {
  const create = (body: object) => owner.send('POST', '/v1/admin/brands', { body });
  const brand = (await create({ title: 'Ñandú Hogar' })).json().data;
  expect(brand).toMatchObject({ slug: 'nandu-hogar', state: 'visible', products: 0, replacement: null, version: 1 });
  expect((await create({ title: 'Ñandú Hogar', slug: 'otra' })).json()).toMatchObject({
    error: { code: 'IN_USE', metadata: { fields: { title: 'Ya hay una marca con ese nombre.' } } },
  });
  expect((await create({ title: 'Otra', slug: 'nandu-hogar' })).json()).toMatchObject({
    error: { code: 'IN_USE', metadata: { fields: { slug: 'Otra marca tiene ese enlace.' } } },
  });
  expect((await create({ title: 'Otra', slug: 'Con Espacios' })).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { slug: expect.stringContaining('una dirección como') } } },
  });
});

test('a brand with published products cannot retire, and its version does not change', async () => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `select b.id::text from brands b join products p on p.brand_id = b.id where p.sku = 'BOCINA-1'`,
  );
  const key = rows[0]?.id ?? '';
  const { version, products } = (await owner.send('GET', pathOf(entities.brands, key))).json().data;
  expect(products).toBeGreaterThan(0);
  const refused = await owner.send('PATCH', pathOf(entities.brands, key), { body: { version, state: 'retired' } });
  expect(refused.json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { state: expect.stringContaining('productos publicados') } },
  });
  expect((await owner.send('GET', pathOf(entities.brands, key))).json().data).toMatchObject({
    version,
    state: 'visible',
  });
});

test('[DEC-78] a coupon has a percentage or an amount, and its discount cannot change', async () => {
  const create = (body: object) => owner.send('POST', '/v1/admin/coupons', { body: { label: 'Prueba', ...body } });
  const made = (
    await create({ code: 'navidad-26', percent: 12.5, cap: 250, endsAt: '2030-12-25T05:59:59.999Z' })
  ).json();
  expect(made.data).toMatchObject({
    ...{ code: 'NAVIDAD-26', percent: 12.5, amount: null, cap: 250, minimum: 0, state: 'current', uses: 0 },
    ...{ endsAt: '2030-12-25T05:59:59.999Z', actions: ['end'] },
  });
  const both = { code: 'DOS', percent: 10, amount: 5 };
  const late = { code: 'TARDE', amount: 5, startsAt: '2030-01-02T06:00:00Z', endsAt: '2030-01-01T06:00:00Z' };
  for (const [body, field] of [
    [both, 'percent'],
    [{ code: 'NADA' }, 'percent'],
    [late, 'endsAt'],
    [{ code: 'a b', amount: 5 }, 'code'],
    [{ code: 'MUCHO', percent: 100.01 }, 'percent'],
    [{ code: 'POCO', amount: 0 }, 'amount'],
  ] as const)
    expect(Object.keys((await create(body)).json().error.metadata.fields), JSON.stringify(body)).toEqual([field]);
  const change = (body: object) =>
    owner.send('PATCH', '/v1/admin/coupons/NAVIDAD-26', { body: { version: 1, ...body } });
  expect((await change({ percent: 20 })).statusCode).toBe(400);
  expect((await change({ totalLimit: 5 })).json().data).toMatchObject({ totalLimit: 5, version: 2 });
});

test.each(allEntities.filter(({ canRemove }) => canRemove).map((entity) => [entity.name, entity] as const))(
  '[OFF-10] the history of removed %s has all their values',
  async (_, entity) => {
    const { row, key } = await createEntity(owner, entity, 1);
    const removed = await owner.send('POST', `${pathOf(entity, key)}/remove`, { body: { version: row['version'] } });
    expect(removed.statusCode, removed.payload).toBe(200);
    const [last] = await historyOf(entity, key);
    const { id: _id, version: _version, actions: _actions, ...fields } = removed.json().data;
    expect(last).toMatchObject({ operation: `remove${entity.calls[0]}`, before: fields });
  },
);

test('[DEC-78] a coupon is ended once, and its history has its former end', async () => {
  await owner.send('POST', '/v1/admin/coupons', { body: { code: 'FIN', label: 'Fin', amount: 5 } });
  const end = (version: number) => owner.send('POST', '/v1/admin/coupons/FIN/end', { body: { version } });
  const ended = (await end(1)).json().data;
  expect(ended).toMatchObject({ state: 'ended', version: 2, actions: [] });
  expect((await end(2)).json().error).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  const [last] = await historyOf(entities.coupons, 'FIN');
  expect(last).toMatchObject({ operation: 'endCoupon', before: { endsAt: null }, after: { endsAt: ended.endsAt } });
});

test('[OFF-08] staff limited to a store read brands and couriers, change neither, and cannot read coupons', async () => {
  const limited = await openDesk(shop, 'owner', ['MAX']);
  const statuses = await Promise.all(
    ['brands', 'couriers', 'coupons'].map(async (name) => (await limited.send('GET', `/v1/admin/${name}`)).statusCode),
  );
  expect(statuses).toEqual([200, 200, 403]);
  const refused = await limited.send('POST', '/v1/admin/brands', { body: { title: 'Suya' } });
  expect(refused.statusCode).toBe(403);
});

test.each([
  ['brands', { title: 'Sonora' }, { title: 'SONÓRA', slug: 'sonora-2' }, 'title', 'Ya hay una marca con ese nombre.'],
  ['couriers', { name: 'Rápidos' }, { name: 'RAPIDOS' }, 'name', 'Ya hay una mensajería con ese nombre.'],
])(
  '[PROD-23] the names of two %s differ in more than capitals and accents, and a row may correct its own name',
  async (name, one, other, field, text) => {
    const path = `/v1/admin/${name}`;
    const made = (await owner.send('POST', path, { body: one })).json().data;
    const twin = await owner.send('POST', path, { body: other });
    expect(twin.json().error.metadata.fields[field]).toContain(text);
    const key = made.id ?? made.code;
    const fixed = await owner.send('PATCH', `${path}/${key}`, { body: { version: made.version, ...other } });
    expect(fixed.json().data).toMatchObject(other);
  },
);

test.each([
  ['brands', { title: 'Eco' }, { title: 'ÉCO', slug: 'eco-2' }, 'title'],
  ['couriers', { name: 'Ágiles' }, { name: 'AGILES' }, 'name'],
])(
  '[PROD-23] of two concurrent calls that add %s with similar names, one is refused',
  async (name, one, other, field) => {
    const press = (body: object) => owner.send('POST', `/v1/admin/${name}`, { body });
    const answers = await Promise.all([press(one), press(other)]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map((answer) => Object.keys(answer.json().error.metadata.fields))).toEqual([[field]]);
  },
);

test('[PROD-28] the codes of two stores differ in more than capitals', async () => {
  const { row } = await createEntity(owner, entities.stores);
  const body = { ...row, code: String(row['code']).toLowerCase(), slug: null, name: 'Otra', version: undefined };
  const { department: _, state: __, actions: ___, version: ____, ...typed } = body as Record<string, unknown>;
  const twin = await owner.send('POST', '/v1/admin/stores', { body: { ...typed, slug: 'otra-tienda' } });
  expect(twin.json().error.metadata.fields.code).toContain('Otra tienda tiene ese código.');
});

test('[PROD-07] attributes of one category differ in more than capitals and accents', async () => {
  const { data } = (await owner.send('GET', '/v1/admin/names?kind=category')).json<{ data: { code: string }[] }>();
  const [first, second] = data.map(({ code }) => code);
  const create = (name: string, categoryId: string | undefined, code: string) =>
    owner.send('POST', '/v1/admin/attributes', { body: { name, categoryId, code, type: 'text' } });
  expect((await create('Voltaje', first, 'voltaje')).statusCode).toBe(201);
  expect((await create('VÓLTAJE', first, 'voltaje-2')).json().error.metadata.fields.name).toContain(
    'ya tiene un atributo',
  );
  expect((await create('VOLTAJE', second, 'voltaje-3')).statusCode).toBe(201);
});
