import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEndpoint } from '../events/endpoints.store.ts';
import { enqueueSender } from '../events/send-events.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let shop: TestShop;
let receiver: WebhookReceiver;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  shop = await openTestShop();
  receiver = await openWebhookReceiver();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await shop.close();
});

const script = fileURLToPath(new URL('../testing/send-events-process.ts', import.meta.url));

const start = (): ChildProcess => {
  const env = { ...childEnv, DATABASE_URL: shop.url, BEAT_MS: '50' };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.add(child);
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'close');
  children.delete(child);
  // Simulates half a minute of silence, after which another worker may take the jobs.
  await shop.db.pool.query(`insert into job_workers select distinct locked_by, now() from graphile_worker._private_jobs
    where locked_by is not null on conflict do nothing`);
  await shop.db.pool.query("update job_workers set seen_at = now() - interval '1 minute'");
};

/** Lehmer random numbers, so that a run can be repeated with its seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

/** `TEST_ALL=1 EVENTS=100000 npx vitest run --project api server/src/faults/event-delivery.all.api.test.ts` sends more events. */
const changesOfEach = 5;
const products = Math.ceil(Number(process.env.EVENTS ?? 300) / changesOfEach);
const events = products * changesOfEach;

/** Two minutes plus 20 ms per event. */
const patienceMs = 120_000 + events * 20;

test(
  '[HOOK-02, HOOK-07] all events arrive in each entity’s order, although senders and connections break at random',
  async () => {
    const seed = 1 + Math.floor(Math.random() * 1_000_000);
    const random = randomOf(seed);
    await createShopBasics(shop.db);
    await shop.db.pool.query(
      `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, is_published)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 10000, 10000, false from generate_series(1, $1::integer) n`,
      [products],
    );
    const endpoint = randomUUID();
    const types = ['products.published', 'products.archived'] as const;
    await insertEndpoint(
      { db: shop.db, sealedSecrets: testSecrets },
      { id: endpoint, url: receiver.url, types: [...types] },
    );

    const taken: { id: string; sequence: number; sku: string }[] = [];
    receiver.answer = ({ text }, response) => {
      const fate = random(12);
      // The receiver breaks the connection, once before and once after it has stored the event.
      if (fate === 0) return void response.socket?.destroy();
      const { id, sequence, data } = JSON.parse(text);
      taken.push({ id, sequence, sku: data.sku });
      if (fate === 1) return void response.socket?.destroy();
      response.writeHead(fate === 2 ? 503 : 204).end();
    };

    let kills = 0;
    const known = new Set<string>();
    const first = new Map<string, number[]>();
    const hear = (): void => {
      for (const { id, sequence, sku } of taken.splice(0)) {
        if (!known.has(id)) first.set(sku, [...(first.get(sku) ?? []), sequence]);
        known.add(id);
      }
    };
    const isQuiet = async () =>
      (
        await shop.db.pool.query(
          'select from event_deliveries where due_at <= now() union all select from event_outbox limit 1',
        )
      ).rowCount === 0;
    /** Runs a sender until it has sent some events, or has no event to send before the next retry is due. */
    const sendSome = async (): Promise<void> => {
      const child = start();
      const some = 1 + random(Math.max(60, Math.floor(events / 20)));
      await until(async () => taken.length >= some || (await isQuiet()), patienceMs);
      await kill(child);
      kills += 1;
      hear();
    };
    for (let change = 1; change <= changesOfEach; change += 1) {
      await shop.db.pool.query('update products set is_published = not is_published');
      await sendSome();
    }
    while (known.size < events) {
      // Makes all waiting retries due.
      await shop.db.pool.query('update event_deliveries set due_at = now() where due_at > now()');
      await enqueueSender(shop.db.write, endpoint);
      await sendSome();
    }

    expect(kills, `seed ${seed}`).toBeGreaterThan(changesOfEach);
    expect(first.size).toBe(products);
    const inOrder = Array.from({ length: changesOfEach }, (_, index) => index + 1);
    expect(
      [...first.values()].filter((sequences) => sequences.join() !== inOrder.join()),
      `seed ${seed}`,
    ).toEqual([]);
  },
  patienceMs,
);
