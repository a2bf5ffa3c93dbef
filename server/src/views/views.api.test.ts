import { randomUUID } from 'node:crypto';
import { maxPinnedViews, maxViews } from '@ceiba/domain/views/view-limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let manager: TestDesk;
let support: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  manager = await openDesk(shop, 'manager');
  support = await openDesk(shop, 'support');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.pool.query('delete from desk_views');
});

const late = {
  list: 'orders',
  path: '/ordenes',
  name: 'Atrasadas',
  query: { late: 'true', sort: '-total' } as Record<string, string>,
};
const save = async (person: TestDesk, body: Partial<typeof late> & { isShared?: boolean; isPinned?: boolean } = {}) =>
  done(await person.call('createView', { body: { ...late, ...body } })).data;
const viewsOf = async (person: TestDesk) => done(await person.call('listViews', {})).data;
const auditOf = async (id: string) =>
  (
    await shop.db.pool.query(
      `select operation from audit_entries where entity = 'views' and entity_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ operation }) => operation);

test('[OFF-17] only its owner has a private view, and everybody who may read its list has a shared view', async () => {
  const own = await save(support);
  expect(own).toMatchObject({ ...late, isShared: false, isPinned: false, isOwn: true, unknown: [], version: 1 });
  expect(await viewsOf(manager)).toEqual([]);
  const shared = await save(manager, { name: 'Del equipo', isShared: true, isPinned: true });
  expect((await viewsOf(support)).map(({ name, isOwn, isPinned }) => [name, isOwn, isPinned])).toEqual([
    ['Atrasadas', true, false],
    ['Del equipo', false, false],
  ]);
  // Users of the catalogue may not read orders.
  expect(await viewsOf(await openDesk(shop, 'catalogue'))).toEqual([]);
  const named = { params: { id: own.id } };
  expect(await manager.call('changeView', { ...named, body: { version: 1, name: 'Mía' } })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(await manager.call('removeView', { ...named, query: {} })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await auditOf(shared.id)).toEqual(['createView']);
});

test('[OFF-17] sharing and changing a shared view need views.share', async () => {
  expect(await support.call('createView', { body: { ...late, isShared: true } })).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'views.share' } },
  });
  const own = await save(support);
  const share = await support.call('changeView', { params: { id: own.id }, body: { version: 1, isShared: true } });
  expect(share).toMatchObject({ error: { code: 'FORBIDDEN' } });
  const shared = await save(manager, { isShared: true });
  const rename = await support.call('changeView', { params: { id: shared.id }, body: { version: 1, name: 'Otra' } });
  expect(rename).toMatchObject({ error: { code: 'FORBIDDEN', metadata: { permission: 'views.share' } } });
  expect(await support.call('removeView', { params: { id: shared.id }, query: {} })).toMatchObject({
    error: { code: 'FORBIDDEN' },
  });
  // Each person pins the view for themselves, with any version.
  const pinned = await support.call('changeView', { params: { id: shared.id }, body: { version: 9, isPinned: true } });
  expect(done(pinned).data).toMatchObject({ isPinned: true, version: 1 });
  expect((await viewsOf(manager)).find(({ id }) => id === shared.id)?.isPinned).toBe(false);
  done(await manager.call('changeView', { params: { id: shared.id }, body: { version: 1, isShared: false } }));
  expect((await viewsOf(support)).map(({ id }) => id)).toEqual([own.id]);
});

test('[OFF-17] a view belongs to one list: an unknown list, filter, sort, value or place is refused by name', async () => {
  const refused = async (body: object) => {
    const answer = await manager.send('POST', '/v1/admin/views', { body: { ...late, ...body } });
    return [answer.statusCode, Object.keys(answer.json().error?.metadata?.fields ?? {})];
  };
  expect(await refused({ list: 'nothing' })).toEqual([400, ['list']]);
  expect(await refused({ query: { color: 'red' } })).toEqual([400, ['color']]);
  expect(await refused({ query: { sort: 'color' } })).toEqual([400, ['sort']]);
  expect(await refused({ query: { status: 'lost' } })).toEqual([400, ['status']]);
  expect(await refused({ query: { after: 'abc' } })).toEqual([400, ['after']]);
  expect(await refused({ query: { columns: 'number;drop' } })).toEqual([400, ['columns']]);
  expect((await refused({ name: '' }))[0]).toBe(400);
  expect((await refused({ name: 'x'.repeat(61) }))[0]).toBe(400);
  expect((await refused({ more: 1 }))[0]).toBe(400);
  // Orders do not have the filters of shipments.
  expect(await refused({ list: 'shipments', query: { late: 'true' } })).toEqual([201, []]);
  expect(await refused({ list: 'shipments', name: 'b', query: { unconfirmed: 'true' } })).toEqual([
    400,
    ['unconfirmed'],
  ]);
  const catalogue = await openDesk(shop, 'catalogue');
  expect(await catalogue.call('createView', { body: late })).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'orders.read' } },
  });
});

test('[OFF-17] a view lists the filters that its list no longer has', async () => {
  const { id } = await save(manager);
  await shop.db.pool.query(`update desk_views set query = query || '{"courierName": "x"}' where id = $1`, [id]);
  expect((await viewsOf(manager))[0]).toMatchObject({ id, unknown: ['courierName'], query: { late: 'true' } });
});

test('[OFF-17] a person has at most fifty views, also with concurrent saves, and the menu has eight', async () => {
  for (let n = 0; n < maxViews - 1; n += 1)
    await shop.db.pool.query(
      `insert into desk_views (id, owner_id, list, name, query, created_at) values ($1, $2, 'orders', $3, '{}', now())`,
      [randomUUID(), support.id, `Vista ${n}`],
    );
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => support.call('createView', { body: { ...late, name } })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await viewsOf(support)).toHaveLength(maxViews);
  const views = await viewsOf(support);
  const pins = await Promise.all(
    views
      .slice(0, maxPinnedViews + 3)
      .map(({ id }) => support.call('changeView', { params: { id }, body: { version: 1, isPinned: true } })),
  );
  expect(pins.filter(({ ok }) => ok)).toHaveLength(maxPinnedViews);
  expect(pins.find(({ ok }) => !ok)).toMatchObject({ error: { metadata: { fields: { isPinned: /lugar para 8/ } } } });
});

test('[OFF-17] a name is used once per person and list, and a repeated press saves one view', async () => {
  const key = randomUUID();
  const press = () => support.send('POST', '/v1/admin/views', { body: late, headers: { 'idempotency-key': key } });
  const [first, second] = await Promise.all([press(), press()]);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(first.json().data.id).toBe(second.json().data.id);
  const names = await Promise.all(
    ['Una', 'Una'].map((name) => support.call('createView', { body: { ...late, name } })),
  );
  expect(names.filter(({ ok }) => ok)).toHaveLength(1);
  expect(names.find(({ ok }) => !ok)).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { name: /Ya hay/ } } },
  });
  await save(support, { list: 'shipments', name: 'Una', query: {} });
  await save(manager, { name: 'Una' });
});

test('[OFF-17, OFF-22] in two tabs, the later save gets VERSION_CONFLICT, and so does an outdated undo', async () => {
  const { id } = await save(support);
  const change = (version: number, body: object) =>
    support.call('changeView', { params: { id }, body: { version, ...body } });
  const renamed = done(await change(1, { name: 'Tarde' })).data;
  expect(renamed).toMatchObject({ name: 'Tarde', version: 2 });
  expect(await change(1, { query: { held: 'true' } })).toMatchObject({
    error: { code: 'VERSION_CONFLICT', metadata: { changedBy: support.name, current: { name: 'Tarde', version: 2 } } },
  });
  // "Deshacer" sends the former name with the version of the change.
  done(await change(2, { name: 'Atrasadas' }));
  expect(await change(2, { name: 'Atrasadas' })).toMatchObject({ error: { code: 'VERSION_CONFLICT' } });
  expect(await support.call('removeView', { params: { id }, query: { version: 1 } })).toMatchObject({
    error: { code: 'VERSION_CONFLICT' },
  });
  const removed = done(await support.call('removeView', { params: { id }, query: { version: 3 } })).data;
  const { list, path, name, query } = removed;
  const again = done(
    await support.call('createView', { body: { list, name, query, ...(path !== null && { path }) } }),
  ).data;
  expect(again).toMatchObject(late);
  expect(await auditOf(id)).toEqual(['createView', 'changeView', 'changeView', 'removeView']);
});
