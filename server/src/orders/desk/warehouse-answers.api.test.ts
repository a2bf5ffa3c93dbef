import { randomUUID } from 'node:crypto';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { builtInRoles, hasNeeded } from '@ceiba/domain/staff/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import { openShopWithDesk } from '../../testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from '../../testing/test-desk.ts';

/** The buyer of every order here, with a unique name. */
const email = 'canario.de.bodega@correo-canario.gt';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let warehouse: TestDesk;
let number: string;
/** The values of path parameters. */
let named: Readonly<Record<string, string>>;
const answers: string[] = [];

/** Sends a change as warehouse staff. The change must succeed. */
const send = async (path: string, body: object): Promise<{ data: Record<string, unknown> }> => {
  const answer = await warehouse.send('POST', `/v1/admin/${path}`, {
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
  answers.push(answer.payload);
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.payload}`);
  return answer.payload === '' ? { data: {} } : answer.json();
};

const queryOne = async (sql: string): Promise<string> => {
  const { rows } = await open.shop.db.pool.query<{ value: string }>(sql);
  return String(rows[0]?.value ?? '');
};

beforeAll(async () => {
  open = await openShopWithDesk();
  const { shop, place, desk, see } = open;
  warehouse = await openDesk(shop, 'warehouse');
  number = await place({ email });
  const other = await place({ email });
  // Support has corrected the order, sent its mails again and written a note. All rows with an e-mail now exist.
  const { version } = await see(number);
  done(await desk.call('correctOrder', { params: { number }, body: { version, contact: { email: `x.${email}` } } }));
  done(await desk.call('correctOrder', { params: { number }, body: { version: version + 1, contact: { email } } }));
  expect(await open.mailsOf(number)).not.toEqual([]);
  await send(`orders/${number}/notes`, { text: 'Falta la caja', mentions: [] });
  const wave = await send('picks', { storeCode: 'BODEGA', limit: 5 });
  const pick = String(wave.data.id);
  for (const sku of ['TV-55', 'TV-55', ...Array.from({ length: 6 }, () => 'RADIO')])
    await send(`picks/${pick}/scan`, { scanId: randomUUID(), code: sku });
  await send(`picks/${pick}/pack`, {});
  await shop.db.pool.query(`insert into couriers (code, name) values ('guatex', 'Guatex')`);
  const manifest = await send('manifests', { courier: 'guatex', storeCode: 'BODEGA' });
  await send(`manifests/${manifest.data.id}/scan`, { scanId: randomUUID(), code: `${other}-1` });
  await shop.db.pool.query(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at, approved_at)
     select gen_random_uuid(), id, 1, 1, 'Producto dañado', 'Llegó roto', now(), now() from orders where number = $1`,
    [other],
  );
  const returned = await queryOne(`select 'D-' || number as value from returns`);
  await send(`returns/${returned}/receive`, { version: 1 });
  named = {
    '/v1/admin/orders/{number}': number,
    '/v1/admin/returns/{number}': returned,
    '/v1/admin/shipments/{id}': `${number}-1`,
    '/v1/admin/picks/{id}': pick,
    '/v1/admin/manifests/{id}': String(manifest.data.id),
  };
}, 120_000);
afterAll(() => open.close());

const { permissions } = builtInRoles.warehouse;
const isStaff = (spec: EndpointSpec): spec is StaffEndpointSpec => spec.auth === 'staff';

/** All reading calls that a warehouse role may use. */
const reading = Object.values<EndpointSpec>(deskEndpoints).filter(
  (spec) => isStaff(spec) && spec.method === 'GET' && hasNeeded(spec.permission, (each) => permissions.includes(each)),
);

const entities = ['orders', 'shipments', 'returns', 'picks', 'manifests'];

const pathsOf = ({ path }: EndpointSpec): string[] => {
  if (path.includes('/audit/of/'))
    return entities.map((entity) => {
      const [, id = ''] = Object.entries(named).find(([of]) => of.startsWith(`/v1/admin/${entity}/`)) ?? [];
      return path.replace('{entity}', entity).replace('{entityId}', id);
    });
  const [of = '', id = ''] = Object.entries(named).find(([template]) => path.startsWith(template)) ?? [];
  const filled = of === '' ? path : path.replace(of, of.replace(/\{\w+\}$/, id));
  const lists = path === '/v1/admin/orders' || path.endsWith('orders/export');
  return lists ? [filled, `${filled}?q=${number}`] : [filled];
};

const queries: Readonly<Record<string, string>> = {
  '/v1/admin/search': '?q=canario',
  '/v1/admin/names': '?kind=place',
};

test('[OFF-08] no answer to a warehouse role contains a buyer’s e-mail', async () => {
  expect(reading.length).toBeGreaterThan(15);
  let read = 0;
  for (const spec of reading)
    for (const path of pathsOf(spec)) {
      const answer = await warehouse.send('GET', `${path}${queries[spec.path] ?? ''}`);
      expect(answer.payload.includes(email), `${spec.name} ${path}`).toBe(false);
      if (answer.statusCode < 300) read += 1;
    }
  expect(read).toBeGreaterThan(15);
  const found = await warehouse.send('GET', `/v1/admin/search?q=${encodeURIComponent(email)}`);
  expect(found.payload.includes(email)).toBe(false);
  for (const answer of answers) expect(answer.includes(email)).toBe(false);
  // Only a shortened e-mail is left. Two different e-mails still differ when shortened.
  const order = done(await warehouse.call('getDeskOrder', { params: { number } })).data;
  expect(order.email).toBe('c….d….b…@c…-c….g…');
  const seen = done(await open.desk.call('getDeskOrder', { params: { number } })).data;
  expect(seen.email).toBe(email);
});
