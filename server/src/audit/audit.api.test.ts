import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditInvariants } from '../invariants/audit-invariants.ts';
import { frequentReach, nightlyReach } from '../invariants/check-invariants.ts';
import { recordChange } from '../platform/audit/record-change.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { operator, typing } from '../testing/operator.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { auditCommands } from './audit-command.ts';
import { sealAudit } from './seal-audit.ts';
import { findBrokenSeals } from './seals.store.ts';

let shop: TestShop;
let owner: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  shop.db.write.run<Row>({ text, values });

/** Writes one row like a change. */
const write = (entityId: string, now = new Date()) =>
  shop.db.transaction((tx) =>
    recordChange(
      tx,
      { actor: { kind: 'staff', id: owner.id }, name: 'Ana', requestId: 'r-1', now },
      { operation: 'changeThing', entity: 'things', entityId, before: { a: 1 }, after: { a: 2 }, reason: 'porque sí' },
    ),
  );

/** Runs the job of the minute. Returns what the job logged. */
const seal = async (db = shop.db): Promise<Record<string, unknown>[]> => {
  const logged: Record<string, unknown>[] = [];
  const log = { info: (fields: object) => void logged.push({ ...fields }), warn: () => {}, error: () => {} };
  await sealAudit({ db }, { now: new Date(), log });
  return logged;
};

const brokenSeals = async (): Promise<string[]> =>
  (await Promise.all(auditInvariants.map(({ find }) => find(shop.db.write, nightlyReach(new Date()))))).flat();

/** Runs a statement like a superuser who has disabled the trigger. */
const tamper = async (text: string, { db } = shop): Promise<void> => {
  await db.pool.query('alter table audit_entries disable trigger audit_entries_append_only');
  await db.pool.query(text);
  await db.pool.query('alter table audit_entries enable trigger audit_entries_append_only');
};

const sealOf = async (entityId: string): Promise<string> =>
  (await sql<{ seal: number }>('select seal from audit_entries where entity_id = $1', [entityId]))
    .map(({ seal: id }) => String(id))
    .join();

const sealAfter = (id: string): string => String(Number(id) + 1);

test('[OFF-11] rows and seals of the audit can be neither changed nor deleted', async () => {
  await write('kept');
  await seal();
  for (const table of ['audit_entries', 'audit_seals']) {
    await expect(sql(`update ${table} set at = now()`)).rejects.toThrow('never changed');
    await expect(sql(`update ${table} set ${table === 'audit_entries' ? 'seal' : 'id'} = null`)).rejects.toThrow(
      'never changed',
    );
    await expect(sql(`delete from ${table}`)).rejects.toThrow('never changed');
    await expect(sql(`truncate ${table}`)).rejects.toThrow('never changed');
  }
  await expect(
    shop.db.transaction(async (tx) => {
      await tx.run({ text: `select set_config('ceiba.audit_prune', 'on', true)`, values: [] });
      await tx.run({ text: 'delete from audit_entries', values: [] });
    }),
  ).rejects.toThrow('never changed');
});

test('[OFF-11] new rows join a chain each minute, its end is logged, and a forged change is found', async () => {
  await write('one');
  await write('two');
  const [first] = await seal();
  expect(first).toMatchObject({ entries: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await seal()).toEqual([]);
  await write('three');
  const [second] = await seal();
  expect(second?.hash).not.toBe(first?.hash);
  expect(await brokenSeals()).toEqual([]);
  await tamper(`update audit_entries set reason = 'otro' where entity_id = 'one'`);
  expect(await brokenSeals()).toHaveLength(1);
  const [{ find } = { find: async () => [] }] = auditInvariants;
  expect(await find(shop.db.write, frequentReach(new Date()))).toHaveLength(1);
  await tamper(`update audit_entries set reason = 'porque sí' where entity_id = 'one'`);
  expect(await brokenSeals()).toEqual([]);
  const [{ id } = { id: 0 }] = await sql<{ id: number }>(`select id from audit_entries where entity_id = 'two'`);
  const gone = await sql<{ entry: object }>('select to_jsonb(e) as entry from audit_entries e where id = $1', [id]);
  await tamper(`delete from audit_entries where id = ${id}`);
  expect(await brokenSeals()).toHaveLength(1);
  await sql(
    `insert into audit_entries overriding system value select * from jsonb_populate_record(null::audit_entries, $1::jsonb)`,
    [JSON.stringify(gone[0]?.entry)],
  );
});

test('[OFF-11] a row committed after a later row was sealed is sealed next, whatever the database role may see', async () => {
  // Two roles that share the shop's role, as after a change of DATABASE_URL. Neither role sees the other's activity.
  const role = `second_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(shop.url);
  await sql(`create role ${role} login password 'second'`);
  await sql(`grant select, insert, update on all tables in schema public to ${role}`);
  await sql(`grant usage on schema public to ${role}`);
  url.username = role;
  url.password = 'second';
  const second = openDatabase({ url: url.href, maxConnections: 1 });
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const author = { actor: operator, name: '', requestId: null, now: new Date() };
  const slow = shop.db.transaction(async (tx) => {
    await recordChange(tx, author, { operation: 'slow', entity: 'things', entityId: 'slow' });
    isWritten();
    await mayCommit;
  });
  await written;
  await write('quick');
  const sealed = await seal(second);
  commit();
  await slow;
  expect(sealed).toMatchObject([{ entries: 1 }]);
  expect(await brokenSeals()).toEqual([]);
  expect(await seal(second)).toMatchObject([{ entries: 1 }]);
  expect(await seal(second)).toEqual([]);
  expect(await brokenSeals()).toEqual([]);
  await second.close();
  await sql(`drop owned by ${role}`);
  await sql(`drop role ${role}`);
});

test('[OFF-11] a removed seal and a seal with added rows are found', async () => {
  for (const id of ['chain-1', 'chain-2', 'chain-3']) {
    await write(id);
    await seal();
  }
  const middle = await sealOf('chain-2');
  await tamper(`update audit_entries set seal = null where entity_id = 'chain-2'`);
  expect(await brokenSeals()).toEqual([middle]);
  await tamper(`update audit_entries set seal = ${middle} where entity_id in ('chain-2', 'chain-3')`);
  expect(await brokenSeals()).toEqual([middle, sealAfter(middle)]);
  await tamper(`update audit_entries set seal = ${sealAfter(middle)} where entity_id = 'chain-3'`);
  expect(await brokenSeals()).toEqual([]);
});

test('[OFF-11] checking the whole chain reads it in portions and finds a fault at its end', async () => {
  const long = await openTestShop();
  await long.db.pool.query(`insert into audit_entries (at, actor_kind, operation, entity, entity_id)
    select now(), 'job', 'x', 'things', n::text from generate_series(1, 2500) n`);
  const read: string[] = [];
  const counted = {
    run: ((query) => {
      read.push(query.name ?? '');
      return long.db.write.run(query);
    }) as typeof long.db.write.run,
  };
  for (let sealed = 0; sealed < 50; sealed += 1) {
    await long.db.pool.query(
      `insert into audit_entries (at, actor_kind, operation, entity, entity_id) values (now(), 'job', 'y', 'things', '${sealed}')`,
    );
    await seal(long.db);
  }
  expect(await findBrokenSeals(counted, null)).toEqual([]);
  expect(read.length).toBeLessThan(12);
  expect(await findBrokenSeals(counted, 3)).toEqual([]);
  await tamper(`update audit_entries set reason = 'otro' where seal in (1, 50)`, long);
  expect(await findBrokenSeals(counted, null)).toEqual(['1', '50']);
  expect(await findBrokenSeals(counted, 3)).toEqual(['50']);
  await long.close();
});

test('[OFF-11] a row without a seal for a quarter of an hour is reported, because the job may not run', async () => {
  const rule = auditInvariants.find(({ name }) => name === 'audit-sealed-in-time');
  const found = () => rule?.find(shop.db.write, frequentReach(new Date()));
  await write('late');
  expect(await found()).toEqual([]);
  await tamper(`update audit_entries set written_at = written_at - interval '15 minutes' where entity_id = 'late'`);
  expect(await found()).toHaveLength(1);
  await seal();
  expect(await found()).toEqual([]);
});

test('[OFF-11] the list has filters for person, operation, entity and day, and every entity has its history', async () => {
  await write('h-1');
  await write('h-1');
  const found = await owner.call('listAudit', { query: { entity: 'things', entityId: 'h-1', actor: owner.id } });
  if (!found.ok) throw new Error(found.error.code);
  expect(found.value.total).toEqual({ value: 2, capped: false });
  const [first] = found.value.data;
  expect(first).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    actor: { kind: 'staff', id: owner.id, name: 'Ana' },
    requestId: 'r-1',
    operation: 'changeThing',
    before: { a: 1 },
    after: { a: 2 },
    reason: 'porque sí',
  });
  const none = await owner.call('listAudit', { query: { operation: 'nothing', atFrom: '2020-01-01' } });
  expect(none).toMatchObject({ ok: true, value: { data: [] } });
  const history = await owner.call('getHistory', { params: { entity: 'things', entityId: 'h-1' }, query: {} });
  expect(history).toMatchObject({ ok: true, value: { data: [{ id: first?.id }, {}], next: null } });
  const support = await openDesk(shop, 'support');
  const refused = await support.send('GET', '/v1/admin/audit/of/things/h-1');
  expect(refused.json()).toMatchObject({ error: { code: 'FORBIDDEN', metadata: { permission: 'audit.read' } } });
  expect((await support.send('GET', '/v1/admin/audit/of/orders/100000001')).statusCode).toBe(200);
  expect((await support.send('GET', '/v1/admin/audit')).statusCode).toBe(403);
});

test('[OFF-11] staff limited to stores read only the history of records of those stores', async () => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `with made as (
       insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, slug)
       select code, code, '', '', 1, 14.6, -90.5, 'tienda', lower(code) from unnest(array['H01', 'H02']) code)
     insert into tills (store_code, name) values ('H01', 'Historia') returning id::text`,
  );
  const [{ id } = { id: '' }] = rows;
  await shop.db.transaction((tx) =>
    recordChange(
      tx,
      { actor: operator, name: '', requestId: null, now: new Date() },
      { operation: 'openTill', entity: 'tills', entityId: id },
    ),
  );
  const read = async (stores: string[], entity: string, entityId: string): Promise<number> => {
    const person = await openDesk(shop, 'owner', stores);
    return (await person.send('GET', `/v1/admin/audit/of/${entity}/${entityId}`)).statusCode;
  };
  expect(await read(['H01'], 'tills', id)).toBe(200);
  expect(await read(['H02'], 'tills', id)).toBe(404);
  const [manifest] = await sql<{ id: string }>(
    `with carrier as (insert into couriers (code, name) values ('historia', 'Historia') returning code)
     insert into manifests (courier, store_code, opened_at, opened_by) select code, 'H01', now(), '{"kind": "command", "id": "test"}' from carrier
     returning 'M-' || id as id`,
  );
  expect(await read(['H01'], 'manifests', manifest?.id ?? '')).toBe(200);
  expect(await read(['H02'], 'manifests', manifest?.id ?? '')).toBe(404);
  for (const [entity, entityId] of [
    ['orders', '100000001'],
    ['shipments', '100000001-1'],
    ['manifests', 'M-999'],
    ['manifests', '1'],
    ['staff', owner.id],
    ['things', 'h-1'],
  ] as const)
    expect([entity, await read(['H01'], entity, entityId)]).toEqual([entity, 404]);
});

test('[OFF-20] moments in a CSV and days of the filter are in Guatemala’s time', async () => {
  await write('of-the-evening', new Date('2026-03-02T05:59:08.700Z'));
  const reader = await openDesk(shop, 'owner');
  const csv = async (filter: string): Promise<string> =>
    (await reader.send('GET', `/v1/admin/audit/export?entity=things&entityId=of-the-evening&${filter}`)).payload;
  expect(await csv('atFrom=2026-03-01&atTo=2026-03-01')).toContain('2026-03-01 23:59:08,');
  expect(await csv('atFrom=2026-03-02')).not.toContain('23:59:08');
});

test('[OFF-10] exports and refused requests are recorded', async () => {
  expect((await owner.send('GET', '/v1/admin/audit/export?entity=things')).payload).toContain('changeThing');
  const cashier = await openDesk(shop, 'cashier');
  await cashier.send('GET', '/v1/admin/audit');
  const rows = await sql<{ operation: string }>(
    `select operation from audit_entries where operation = 'exportAudit' and actor_id = $1
       or operation = 'listAudit' and actor_id = $2 and after ->> 'code' = 'FORBIDDEN'`,
    [owner.id, cashier.id],
  );
  expect(rows.map(({ operation }) => operation).sort()).toEqual(['exportAudit', 'listAudit']);
});

test('[OFF-11] whole years older than five can be deleted, and the remaining chain is still valid', async () => {
  const old = await openTestShop();
  const on = <Row extends object>(text: string): Promise<Row[]> => old.db.write.run<Row>({ text, values: [] });
  const year = new Date().getUTCFullYear();
  for (const [id, at] of [
    ['a', `${year - 7}-03-01`],
    ['b', `${year - 6}-12-31`],
    ['c', `${year - 5}-02-01`],
    ['d', `${year}-01-02`],
  ]) {
    await old.db.transaction((tx) =>
      recordChange(
        tx,
        { actor: operator, name: '', requestId: null, now: new Date(`${at}T12:00:00Z`) },
        { operation: 'x', entity: 'things', entityId: id ?? '' },
      ),
    );
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    await sealAudit({ db: old.db }, { now: new Date(`${at}T12:01:00Z`), log });
  }
  const lines: string[] = [];
  const prune = typing(auditCommands, 'audit');
  expect(await prune({ db: old.db, args: ['prune'], say: (line) => void lines.push(line) })).toBe(true);
  expect(lines[0]).toMatch(/^2 rows/);
  expect(
    (await on<{ entity_id: string }>(`select entity_id from audit_entries where entity = 'things' order by id`)).map(
      (row) => row.entity_id,
    ),
  ).toEqual(['c', 'd']);
  expect(await prune({ db: old.db, args: ['prune'], say: (line) => void lines.push(line) })).toBe(true);
  expect(lines[1]).toMatch(/^0 rows/);
  const [{ find } = { find: async () => ['none'] }] = auditInvariants;
  expect(await find(old.db.write, nightlyReach(new Date()))).toEqual([]);
  await old.close();
});
