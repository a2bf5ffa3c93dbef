import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderListCommand } from '../orders/reading/order-list-command.ts';
import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { demoSecretsKey } from '../platform/operations/config.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';
import { secretsCommands } from '../secrets/secrets-command.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { openTestLine, openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { eventCommands } from './event-command.ts';
import { publishEvents } from './publish-events.ts';
import { sendEvents } from './send-events.ts';
import { webhookCommandsOf } from './webhook-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let receiver: WebhookReceiver;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  receiver = await openWebhookReceiver();
  await createShopBasics(shop.db);
});
afterEach(() => {
  receiver.received = [];
  receiver.answer = (_received, response) => void response.writeHead(204).end();
});
afterAll(async () => {
  await receiver.close();
  await open.close();
});

const all = [...webhookCommandsOf(openTestLine), ...eventCommands, ...secretsCommands, orderListCommand];

/** Returns `done: …` or `refused: …`, and the printed lines. */
const typeWith = async (secretsKeys: readonly Buffer[], word: string, ...args: string[]): Promise<string> => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const config = { ...shop.config, secretsKeys };
  const isDone = await typing(all, word)({ db: shop.db, args, say, actor: operator, config });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const type = (word: string, ...args: string[]): Promise<string> => typeWith(shop.config.secretsKeys, word, ...args);

const add = async (...more: string[]) => {
  const said = await type('webhook', 'add', receiver.url, ...more);
  const [, id = '', secret = ''] = /Endpoint (\S+) gets events\. Its secret, shown only once: (\S+)$/.exec(said) ?? [];
  expect(said).toContain('done');
  return { id, secret };
};

const send = async (id: string, now = new Date(), sealedSecrets = testSecrets): Promise<void> => {
  await publishEvents(shop.db, now);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await sendEvents({ db: shop.db, sealedSecrets, log, openLine: openTestLine, clock: () => now }, id);
};

const hoursLater = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

test.each([
  'http://erp.example/eventos',
  'https://ana:secreta@erp.example/eventos',
  'https://',
  'ftp://erp.example/x',
  'nats://nats.example:4222',
  'nats://nats.example:4222/a/b',
])('[HOOK-03] %s is not accepted as an endpoint’s address', async (address) => {
  expect(await type('webhook', 'add', address)).toMatch(/^refused: [\s\S]*<address> should be https:/);
});

test('[HOOK-03, HOOK-08, HOOK-09] commands add an endpoint, show its secret once, send a sample and list events', async () => {
  const { id, secret } = await add('--event', 'products.published', '--event', 'products.archived');
  const shows = [
    await type('webhook', 'list', '--json'),
    await type('webhook', 'show', id),
    await type('webhook', 'list'),
  ];
  expect(shows.filter((text) => text.includes(secret) || text.includes('whsec_'))).toEqual([]);
  expect(shows[2]).toContain(`${id}  ${receiver.url}  0 waiting, 0 dead  products.published products.archived`);

  expect(await type('webhook', 'test', id, '--event', 'stock.out')).toMatch(
    /^done: It took a sample of stock.out in \d+ ms \(204\)$/,
  );
  const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(new Webhook(secret).verify(text, named)).toMatchObject({
    type: 'stock.out',
    sequence: 0,
    data: { sku: 'BOC-0042' },
  });
  receiver.answer = (_received, response) => void response.writeHead(500).end('se cayó');
  expect(await type('webhook', 'test', id)).toBe(
    'refused: It did not take a sample of orders.placed: status 500: se cayó',
  );

  await createProduct(shop.db, { sku: 'UNO' });
  await send(id);
  expect(await type('webhook', 'list')).toContain('1 waiting, 0 dead');
  expect(await type('webhook', 'log', '--endpoint', id, '--failed')).toMatch(
    /^done: \S+ {2}\S+ {2}\S+ {2}products.published {2}status 500 {2}\d+ ms {2}"se cayó"\n\S+ .* orders.placed {2}status 500/,
  );
  const listed = await type('event', 'list', '--event', 'products.published', '--json');
  const [event = ''] = listed.replace('done: ', '').split('\n');
  expect(JSON.parse(event)).toMatchObject({ type: 'products.published', entity: 'product:UNO', data: { sku: 'UNO' } });
  expect(await type('event', 'list', '--after', String(JSON.parse(event).n))).toBe('done: ');
  expect(await type('event', 'list', '--since', '2026-12-24', '--until', '2020-01-01')).toBe('done: ');

  receiver.answer = (_received, response) => void response.writeHead(204).end();
  await send(id, hoursLater(1));
  receiver.received = [];
  expect(await type('webhook', 'replay', id)).toContain('refused');
  expect(await type('webhook', 'replay', id, '--entity', 'product:DOS')).toBe('done: 0 events are sent once more.');
  expect(await type('webhook', 'replay', id, '--id', JSON.parse(event).id)).toBe('done: 1 events are sent once more.');
  await send(id, hoursLater(2));
  expect(receiver.bodies()).toMatchObject([{ id: JSON.parse(event).id, sequence: 1 }]);

  const rotated = await type('webhook', 'rotate', id);
  expect(rotated).toMatch(/^done: Its new secret, shown only once: whsec_/);
  expect(rotated).not.toContain(secret);
  expect(await type('webhook', 'end', id, '--dry-run')).toContain('done');
  expect(await type('webhook', 'end', id)).toBe(`done: Endpoint ${id} gets no more events.`);
  for (const verb of ['end', 'rotate', 'test'])
    expect(await type('webhook', verb, id)).toContain('refused: There is no active endpoint');
});

/** Returns the tables of the shop and its jobs that contain a text in any column. */
const tablesThatHold = async (text: string): Promise<string[]> => {
  const tables = await shop.db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await shop.db.pool.query(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [text]);
    if (rows.rowCount !== 0) found.push(name);
  }
  return found;
};

test('[HOOK-03, OPS-12] an endpoint’s secret is always encrypted, and is deleted with the endpoint', async () => {
  const { id, secret } = await add();
  const rotated = (await type('webhook', 'rotate', id)).split(' ').at(-1) ?? '';
  await createProduct(shop.db, { sku: 'CANARIO' });
  await send(id);
  expect(await tablesThatHold(id)).toContain('public.sealed_secrets');
  for (const each of [secret, rotated]) {
    const bytes = each.replace('whsec_', '');
    expect(bytes).toHaveLength(44);
    expect(await tablesThatHold(bytes)).toEqual([]);
    expect(await tablesThatHold(Buffer.from(bytes, 'base64').toString('hex'))).toEqual([]);
  }

  const newer = randomBytes(32);
  expect(await typeWith([newer, demoSecretsKey], 'secrets', 'rotate')).toMatch(/^done: 2 of 2 secrets sealed anew/);
  const rings = [createKeyRing([newer]), createKeyRing([demoSecretsKey, newer])];
  for (const [n, ring] of rings.entries()) {
    receiver.received = [];
    await createProduct(shop.db, { sku: `CANARIO-${n}` });
    await send(id, new Date(), createSealedSecrets(ring));
    const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const each of [secret, rotated])
      expect(new Webhook(each).verify(text, named)).toMatchObject({ type: 'products.published' });
  }
  // If a key is missing, no message is sent unsigned.
  receiver.received = [];
  await createProduct(shop.db, { sku: 'SIN-LLAVE' });
  await expect(send(id)).rejects.toThrow('SECRETS_KEY lacks the key');
  expect(receiver.received).toEqual([]);

  expect(await typeWith([newer], 'webhook', 'end', id)).toContain('done');
  expect((await shop.db.pool.query('select from sealed_secrets where position($1 in place) > 0', [id])).rowCount).toBe(
    0,
  );
});

test('[OPS-12] without SECRETS_KEY, NATS can be added but a webhook cannot, and the message names the setting', async () => {
  const before = await shop.db.pool.query('select id from webhook_endpoints');
  expect(await typeWith([], 'webhook', 'add', receiver.url)).toMatch(/^refused: SECRETS_KEY is not set: /);
  expect((await shop.db.pool.query('select id from webhook_endpoints')).rows).toEqual(before.rows);
  expect(await typeWith([], 'webhook', 'add', 'nats://127.0.0.1:9/ceiba.events')).toMatch(/^done: /);
});

test('[HOOK-03] no output shows the query of an endpoint’s address', async () => {
  const said = await type('webhook', 'add', 'https://erp.example/eventos?token=secreto&tienda=1');
  const [, id = ''] = /Endpoint (\S+) gets events/.exec(said) ?? [];
  const shows = [
    await type('webhook', 'list', '--json'),
    await type('webhook', 'list'),
    await type('webhook', 'show', id),
  ];
  for (const shown of shows) {
    expect(shown).toContain('https://erp.example/eventos?token=…&tienda=…');
    expect(shown).not.toContain('secreto');
  }
  expect(await type('webhook', 'end', id)).toContain('done');
});

test('no output shows a NATS server’s account and secret', async () => {
  const said = await type('webhook', 'add', 'nats://ceiba:secreto@127.0.0.1:9/ceiba.events');
  expect(said).toMatch(/^done: Endpoint \S+ gets events\.$/);
  const shows = await type('webhook', 'list');
  expect(shows).toContain('nats://…@127.0.0.1:9/ceiba.events');
  expect(shows).toContain('all events');
  expect(`${shows}${await type('webhook', 'list', '--json')}`).not.toContain('secreto');
});

test('orders are exported by time, status and store, page by page, as JSON lines or CSV', async () => {
  const product = await createProduct(shop.db, { sku: 'LISTA', price: 100_00, title: '=1+1, "cita"', stock: 1_000 });
  const numbers: string[] = [];
  for (const payment of [card(230), cash(230)]) {
    const cartId = await prepareCart(shop, { lines: [{ productId: product, quantity: 2 }] });
    const answer = await postOrder(shop, { cartId, payments: [payment] });
    expect(answer.statusCode, answer.payload).toBe(200);
    numbers.push(answer.json().data.orderNumber);
  }
  const list = async (...args: string[]) => (await type('order', 'list', ...args)).replace('done: ', '').split('\n');
  expect((await list()).map((line) => line.slice(0, 9))).toEqual(numbers);
  expect((await list('--after', numbers[0] ?? '')).map((line) => line.slice(0, 9))).toEqual([numbers[1]]);
  expect(await list('--status', 'canceled')).toEqual(['']);
  expect(await list('--since', '2099-01-01')).toEqual(['']);
  expect(await list('--store', 'XELA')).toEqual(['']);
  expect(await list('--store', 'BODEGA', '--since', '2020-01-01')).toHaveLength(2);
  const [first = ''] = await list('--json');
  expect(JSON.parse(first)).toMatchObject({
    number: numbers[0],
    lines: [{ sku: 'LISTA', net: { value: 200 } }],
    contact: { email: 'lucia@correo.gt' },
  });
  const csv = await list('--csv');
  expect(csv).toHaveLength(3);
  expect(csv[0]).toMatch(/^\uFEFFnumber,status,placed_at,email,/);
  expect(csv[1]).toContain(`LISTA,"'=1+1, ""cita""",1,2,0,0,100,0,200,21.43`);
  expect(await type('order', 'list', '--csv', '--json')).toContain('refused');

  // More orders than one page of the export reads.
  await shop.db.pool.query(
    `with emptied as (insert into carts (id) select gen_random_uuid() from generate_series(1, 250) returning id)
     insert into orders (id, number, cart_id, status, email, contact, billing_address, payment_type, subtotal, total, placed_at)
     select gen_random_uuid(), 200000000 + row_number() over (), c.id, 'canceled', o.email, o.contact, o.billing_address, o.payment_type,
       o.subtotal, o.total, o.placed_at from emptied c, orders o where o.number = $1`,
    [numbers[0]],
  );
  const many = (await list('--status', 'canceled', '--json')).map((line) => JSON.parse(line).number);
  expect(many).toEqual(Array.from({ length: 250 }, (_, index) => String(200_000_001 + index)));
});
