import { allEntities, entities } from '@ceiba/contract/desk/entities/all';
import { type EntityDeclaration, fieldsWhere, isEditable } from '@ceiba/contract/desk/entity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const tableOfEntity = (entity: EntityDeclaration) => {
  const table = entityTables.find((each) => each.entity === entity);
  if (table === undefined) throw new Error(`no slice lists the table of ${entity.name}`);
  return table;
};

const pathOf = ({ name }: EntityDeclaration, key: string): string => `/v1/admin/${name}/${encodeURIComponent(key)}`;

const historyOf = async ({ name }: EntityDeclaration, key: string) =>
  (await owner.send('GET', `/v1/admin/audit/of/${name}/${encodeURIComponent(key)}`)).json().data;

describe.each(allEntities.map((entity) => ({ name: entity.name, entity })))('$name', ({ entity }) => {
  test('[OFF-10, OFF-21] a new one is answered, read again, changed, and has each change in its history', async () => {
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

  test('a change to what it is already counts as none', async () => {
    const { row, key } = await createEntity(owner, entity, 1);
    const [[name] = ['']] = fieldsWhere(entity, isEditable);
    const body = { version: row.version, [name]: row[name] };
    const same = (await owner.send('PATCH', pathOf(entity, key), { body })).json().data;
    expect(same).toEqual(row);
    expect(await historyOf(entity, key)).toHaveLength(1);
  });

  test('[OFF-21] its version counts each column that may change, whoever changes it, and no other', async () => {
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
      const field = entity.fields[name];
      const column = columns[name];
      switch (field?.kind) {
        case 'choice':
          return `case ${column} ${Object.keys(field.values)
            .map((value, at, all) => `when '${value}' then '${all[(at + 1) % all.length]}'`)
            .join(' ')} end`;
        case 'flag':
          return `not ${column}`;
        case 'moment':
          return `coalesce(${column}, now()) + interval '1 day'`;
        case 'texts':
          return `${column} || 'otra'::text`;
        case 'text':
          return `${column} || 'x'`;
        default:
          return `coalesce(${column}, 0) + 1`;
      }
    };
    let version = Number((await owner.send('GET', pathOf(entity, key))).json().data.version);
    for (const [name] of fieldsWhere(entity, isEditable)) {
      version += 1;
      expect(await versionAfter(name, otherOf(name)), name).toBe(version);
    }
    // A number that the database counts by itself, as a coupon's uses, is nobody's change.
    for (const [name] of fieldsWhere(entity, ({ editable }) => editable === 'never'))
      if (typeof columns[name] === 'string' && columns[name] !== id.column)
        expect(await versionAfter(name, otherOf(name)), name).toBe(version);
  });

  test('[OFF-08] what is not there is not found, and a wrong body is refused at its field', async () => {
    expect((await owner.send('GET', pathOf(entity, '999999'))).statusCode).toBe(404);
    const body = { version: 1, ...changeOf(entity) };
    expect((await owner.send('PATCH', pathOf(entity, '999999'), { body })).statusCode).toBe(404);
    const refused = await owner.send('POST', `/v1/admin/${entity.name}`, { body: {} });
    expect([refused.statusCode, refused.json().error.metadata.fields]).toEqual([400, expect.any(Object)]);
  });
});

test('a brand gets its address from its name; names and addresses of others are refused at their fields', async () => {
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

test('a brand with published products is not retired, and keeps its version', async () => {
  await createProduct(shop.db, { sku: 'BOCINA-1' });
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

test('[DEC-78] a coupon takes a share or an amount off, ends after it begins, and what it promises stays', async () => {
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

test('[DEC-78] a coupon is ended once: its history says until when it counted', async () => {
  await owner.send('POST', '/v1/admin/coupons', { body: { code: 'FIN', label: 'Fin', amount: 5 } });
  const end = (version: number) => owner.send('POST', '/v1/admin/coupons/FIN/end', { body: { version } });
  const ended = (await end(1)).json().data;
  expect(ended).toMatchObject({ state: 'ended', version: 2, actions: [] });
  expect((await end(2)).json().error).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  const [last] = await historyOf(entities.coupons, 'FIN');
  expect(last).toMatchObject({ operation: 'endCoupon', before: { endsAt: null }, after: { endsAt: ended.endsAt } });
});

test('[OFF-08] people of one store read the shop’s brands and couriers and change neither; coupons are not theirs to read', async () => {
  const limited = await openDesk(shop, 'owner', ['MAX']);
  const statuses = await Promise.all(
    ['brands', 'couriers', 'coupons'].map(async (name) => (await limited.send('GET', `/v1/admin/${name}`)).statusCode),
  );
  expect(statuses).toEqual([200, 200, 403]);
  const refused = await limited.send('POST', '/v1/admin/brands', { body: { title: 'Suya' } });
  expect(refused.statusCode).toBe(403);
});
