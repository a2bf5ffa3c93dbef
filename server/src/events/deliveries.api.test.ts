import { randomUUID } from 'node:crypto';
import { eventTypes } from '@ceiba/contract/events';
import { retryWaitMs } from '@ceiba/domain/events/delivery-retries';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestNats } from '../testing/nats-server.ts';
import { operator } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { openTestLine, openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { endEndpoint, findEndpoint, insertEndpoint, maxEndpoints, rotateSecret } from './endpoints.store.ts';
import { deleteOldAttempts, deleteOldEvents, listAttempts, replayEvents } from './events.store.ts';
import { openLine } from './open-line.ts';
import { publishEvents } from './publish-events.ts';
import { sendEvents } from './send-events.ts';

let shop: TestShop;
let receiver: WebhookReceiver;
let errors: object[];
let now: Date;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  receiver = await openWebhookReceiver();
  errors = [];
  now = new Date(Date.now() + 60_000);
});
afterEach(async () => {
  await receiver.close();
  await shop.db.pool.query('update webhook_endpoints set ended_at = now(), ended_because = $1 where ended_at is null', [
    'operator',
  ]);
  await shop.db.pool.query('delete from delivery_attempts; delete from event_deliveries; delete from events');
});

const log = { info: () => {}, warn: () => {}, error: (facts: object) => void errors.push(facts) };

const store = () => ({ db: shop.db, sealedSecrets: testSecrets });

const addEndpoint = async (url = receiver.url) => {
  const id = randomUUID();
  const added = await insertEndpoint(store(), { id, url, types: [...eventTypes] });
  return { id, secret: added?.secret ?? '' };
};

/** Changes product prices. Each change is one event. */
const changePrices = async (skus: readonly string[], times = 1) => {
  for (const sku of skus) await createProduct(shop.db, { sku, stock: 0 });
  for (let change = 1; change <= times; change += 1) {
    await shop.db.pool.query('update products set sales_price = 1000 * $2::bigint where sku = any ($1)', [
      skus,
      change,
    ]);
    await publishEvents(shop.db, now);
  }
};

const send = (id: string) =>
  sendEvents({ ...store(), log, openLine: openTestLine, random: () => 0, clock: () => now }, id);

/** Returns `type sku sequence` of every received event. */
const delivered = () =>
  receiver.bodies().map(({ type, sequence, data }) => {
    const { sku } = data as { sku: string };
    return `${type} ${sku} ${sequence}`;
  });

const fail = (status: number, when: (text: string) => boolean = () => true) => {
  receiver.answer = ({ text }, response) => void response.writeHead(when(text) ? status : 204).end('no');
};

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

test('[HOOK-07] an entity’s next event waits for the event before, but other entities do not wait', async () => {
  const { id } = await addEndpoint();
  await changePrices(['ORD-1', 'ORD-2'], 2);
  fail(503, (text) => text.includes('"sku":"ORD-1"'));
  await send(id);
  // The first events are those of publishing the products.
  expect(delivered().toSorted()).toEqual([
    'prices.changed ORD-2 2',
    'prices.changed ORD-2 3',
    'products.published ORD-1 1',
    'products.published ORD-2 1',
  ]);
  expect(delivered().filter((each) => each.includes('ORD-2'))).toEqual([
    'products.published ORD-2 1',
    'prices.changed ORD-2 2',
    'prices.changed ORD-2 3',
  ]);
  receiver.received = [];
  fail(503, () => false);
  later(4_999);
  await send(id);
  expect(delivered()).toEqual([]);
  later(1);
  await send(id);
  expect(delivered()).toEqual(['products.published ORD-1 1', 'prices.changed ORD-1 2', 'prices.changed ORD-1 3']);
  expect(await findEndpoint(shop.db.write, id)).toMatchObject({ waiting: 0, dead: 0 });
});

test('[HOOK-06] a refused event is tried ten more times in three days, and then the next event is sent', async () => {
  const { id, secret } = await addEndpoint();
  await changePrices(['RET-1']);
  fail(500, (text) => text.includes('products.published'));
  for (let failed = 1; failed <= 11; failed += 1) {
    await send(id);
    expect(delivered().filter((each) => each === 'products.published RET-1 1')).toHaveLength(failed);
    const due = await shop.db.pool.query<{ due_at: Date }>(
      'select due_at from event_deliveries where due_at is not null',
    );
    const wait = retryWaitMs(failed, 0);
    if (wait !== null) {
      expect(due.rows.map(({ due_at }) => due_at.getTime() - now.getTime())).toEqual([wait]);
      expect(errors).toEqual([]);
      later(wait);
    }
  }
  // The same run sends the entity's next event.
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(12);
  expect(errors).toEqual([expect.objectContaining({ endpoint: id, type: 'products.published', reason: 'status 500' })]);
  expect(await findEndpoint(shop.db.write, id)).toMatchObject({ waiting: 0, dead: 1 });
  expect(delivered().at(-1)).toBe('prices.changed RET-1 2');
  const { text = '', headers = {} } = receiver.received.at(-1) ?? {};
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(named['webhook-id']).toBe(JSON.parse(text).id);
  // The library checks a message's age, but the test's clock is days ahead.
  const stamp = Number(named['webhook-timestamp']) * 1_000;
  expect(new Webhook(secret).sign(String(named['webhook-id']), new Date(stamp), text)).toBe(named['webhook-signature']);
});

test('[HOOK-08] the log has each try with time, status, duration and the answer’s first bytes', async () => {
  const { id } = await addEndpoint();
  await changePrices(['LOG-1']);
  fail(422, (text) => text.includes('prices.changed'));
  await send(id);
  const asked = { endpointId: id, eventId: null, since: null };
  const all = await listAttempts(shop.db.write, { ...asked, onlyFailed: false }, 10);
  expect(all).toMatchObject([
    { type: 'prices.changed', status: 422, error: 'status 422', answer: 'no', at: now, ms: 0 },
    { type: 'products.published', status: 204, error: null, answer: '', at: now, ms: 0 },
  ]);
  expect(await listAttempts(shop.db.write, { ...asked, onlyFailed: true }, 10)).toEqual([all[0]]);
  expect(
    await listAttempts(shop.db.write, { ...asked, eventId: all[1]?.eventId ?? '', onlyFailed: false }, 10),
  ).toEqual([all[1]]);
});

test('[HOOK-08] tries and events are deleted after their time, except waiting events', async () => {
  const { id } = await addEndpoint();
  await changePrices(['OLD-1']);
  fail(500, (text) => text.includes('prices.changed'));
  await send(id);
  later(1);
  await deleteOldAttempts(shop.db.write, now);
  expect(await deleteOldEvents(shop.db.write, now)).toBe(1);
  const left = await shop.db.pool.query('select type from events');
  expect(left.rows).toEqual([{ type: 'prices.changed' }]);
  expect((await shop.db.pool.query('select from delivery_attempts')).rowCount).toBe(0);
  // The entity's sequence continues.
  later(5_000);
  fail(500, () => false);
  await send(id);
  await shop.db.pool.query("update products set sales_price = 7700 where sku = 'OLD-1'");
  await publishEvents(shop.db, now);
  await send(id);
  expect(delivered().slice(-2)).toEqual(['prices.changed OLD-1 2', 'prices.changed OLD-1 3']);
});

test('[HOOK-06] after 410 an endpoint ends with a notice, and its waiting events are dropped', async () => {
  const { id } = await addEndpoint();
  await changePrices(['GONE-1'], 2);
  fail(410);
  await send(id);
  expect(receiver.received).toHaveLength(1);
  expect(await findEndpoint(shop.db.write, id)).toMatchObject({ endedBecause: 'gone', waiting: 0, dead: 0 });
  expect(errors).toEqual([expect.objectContaining({ endpoint: id, reason: 'status 410' })]);
  await changePrices(['GONE-2']);
  await send(id);
  expect(receiver.received).toHaveLength(1);
});

test('[HOOK-09] a replay sends the same id and body with a new signature, in each entity’s order', async () => {
  const { id } = await addEndpoint();
  const all = { endpointId: id, eventId: null, since: null, until: null, type: null, entity: null, onlyDead: false };
  await changePrices(['REP-1', 'REP-2'], 2);
  await send(id);
  const before = receiver.received.splice(0);
  const bodies = (received: typeof before) => received.map(({ text }) => text).toSorted();
  const replay = async (asked: object) => {
    const replayed = await replayEvents(shop.db.write, { ...all, ...asked }, operator, now);
    later(1_000);
    await send(id);
    return { replayed, received: receiver.received.splice(0) };
  };

  const whole = await replay({});
  expect(whole.replayed).toBe(6);
  expect(bodies(whole.received)).toEqual(bodies(before));
  const signatures = [...before, ...whole.received].map(({ headers }) => headers['webhook-signature']);
  expect(new Set(signatures).size).toBe(12);
  const ofOne = whole.received
    .filter(({ text }) => text.includes('"sku":"REP-1"'))
    .map(({ text }) => JSON.parse(text).sequence);
  expect(ofOne).toEqual([1, 2, 3]);

  const one = JSON.parse(before[3]?.text ?? '{}');
  expect((await replay({ eventId: one.id })).received.map(({ text }) => JSON.parse(text))).toEqual([one]);
  expect((await replay({ type: 'products.published' })).replayed).toBe(2);
  expect((await replay({ entity: 'product:REP-2' })).replayed).toBe(3);
  expect((await replay({ until: new Date(0) })).replayed).toBe(0);
  expect((await replay({ onlyDead: true })).replayed).toBe(0);
  const kept = await shop.db.pool.query('select distinct replayed_by from event_deliveries');
  expect(kept.rows).toEqual([{ replayed_by: operator }]);
});

test('[HOOK-04] both secrets sign for a day after a rotation, then only the new secret', async () => {
  const { id, secret: first } = await addEndpoint();
  const second = (await rotateSecret(store(), id, now)) ?? '';
  expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const count = async () => {
    receiver.received = [];
    await changePrices([`ROT-${now.getTime()}`]);
    await send(id);
    const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
    const signatures = String(headers['webhook-signature']).split(' ');
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    return [first, second].map((secret) =>
      signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, text)),
    );
  };
  later(24 * 3_600_000 - 1);
  expect(await count()).toEqual([true, true]);
  later(1);
  expect(await count()).toEqual([false, true]);
});

test('[HOOK-03] there are at most twenty endpoints, even if added concurrently, and ended endpoints do not count', async () => {
  const added = await Promise.allSettled(Array.from({ length: 30 }, () => addEndpoint()));
  const kept = await shop.db.pool.query<{ id: string }>('select id from webhook_endpoints where ended_at is null');
  expect(added).toHaveLength(30);
  expect(kept.rows.length).toBeLessThanOrEqual(maxEndpoints);
  while ((await addEndpoint()).secret !== '');
  const full = await shop.db.pool.query<{ id: string }>('select id from webhook_endpoints where ended_at is null');
  expect(full.rows).toHaveLength(maxEndpoints);
  expect(await endEndpoint(store(), full.rows[0]?.id ?? '', 'operator', now)).toBe(true);
  expect(await endEndpoint(store(), full.rows[0]?.id ?? '', 'operator', now)).toBe(false);
  expect((await addEndpoint()).secret).toMatch(/^whsec_/);
});

test('[HOOK-05] an event that is too large is skipped, and the next is sent', async () => {
  const { id } = await addEndpoint();
  await createProduct(shop.db, { sku: 'BIG-1', stock: 0, title: 'x'.repeat(256 * 1024) });
  await publishEvents(shop.db, now);
  await shop.db.pool.query("update products set sales_price = 1000 where sku = 'BIG-1'");
  await publishEvents(shop.db, now);
  await send(id);
  expect(delivered()).toEqual(['prices.changed BIG-1 2']);
  expect(errors).toMatchObject([{ reason: 'TOO_LARGE' }]);
});

test('JetStream gets an event under its subject and drops a repeated id, and a rejected event is retried', async () => {
  const nats = await openTestNats();
  const { id, secret } = await addEndpoint(`${nats.url}/ceiba.events`);
  expect(secret).toBe('');
  await changePrices(['NATS-1']);
  const publish = () => sendEvents({ ...store(), log, openLine, random: () => 0, clock: () => now }, id);
  nats.answer.text = JSON.stringify({ error: { code: 503, description: 'no space' }, stream: 'CEIBA', seq: 0 });
  await publish();
  nats.answer.text = JSON.stringify({ stream: 'CEIBA', seq: 1 });
  later(5_000);
  await publish();
  expect(nats.published.map(({ subject, text }) => [subject, JSON.parse(text).sequence])).toEqual([
    ['ceiba.events', 1],
    ['ceiba.events', 1],
    ['ceiba.events', 2],
  ]);
  expect(nats.published.map(({ messageId }) => messageId)).toEqual(
    nats.published.map(({ text }) => JSON.parse(text).id),
  );
  expect(await findEndpoint(shop.db.write, id)).toMatchObject({ waiting: 0, dead: 0 });
  await nats.close();
});
