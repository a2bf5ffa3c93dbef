import { placeOrder } from '@ceiba/contract/orders';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createKeptCalls } from './kept-calls.ts';
import { keptRoute } from './route.ts';

const saleBegins = Date.UTC(2026, 10, 27, 6);

test('an answer with the prices of before a sale, ready when the sale has begun, is given to nobody else', async () => {
  let now = saleBegins - 500;
  const changes = [saleBegins, saleBegins + 86_400_000];
  const calls = createKeptCalls({
    maxBytes: 1_000_000,
    now: () => new Date(now),
    findPriceChange: async (after) => {
      const next = changes.find((change) => change > after.getTime());
      return next === undefined ? null : new Date(next);
    },
  });
  const app = Fastify();
  app.get('/price', async (request, reply) => {
    if (calls.answer(request, reply)) return reply;
    const moment = new Date(now);
    const begun = calls.begin(request, moment);
    // The handler's work takes a second.
    if (now === saleBegins - 500) now = saleBegins + 500;
    const text = moment.getTime() < saleBegins ? '100' : '80';
    const keeping = { lifeMs: 10_000, tags: () => [] };
    if (begun !== undefined) await calls.keep({ request, reply, begun, text, keeping, input: {}, answer: text });
    return reply.send(text);
  });
  const ask = async () => {
    const { payload, headers } = await app.inject('/price');
    return [payload, headers['x-cache']];
  };
  expect(await ask()).toEqual(['100', undefined]);
  expect(await ask()).toEqual(['80', undefined]);
  expect(await ask()).toEqual(['80', 'hit']);
  await app.close();
});

test('each client that is given what was kept is told of', async () => {
  const calls = createKeptCalls({ maxBytes: 1_000_000, now: () => new Date(0), findPriceChange: async () => null });
  const told: string[] = [];
  const keeping = {
    lifeMs: 1_000,
    tags: () => [],
    sent: (input: unknown, answer: unknown) => (client: string) => told.push(`${input} ${answer} ${client}`),
  };
  const app = Fastify();
  app.get('/found', async (request, reply) => {
    if (calls.answer(request, reply)) return reply;
    const begun = calls.begin(request, new Date(0));
    if (begun !== undefined) await calls.keep({ request, reply, begun, text: '3', keeping, input: 'tele', answer: 3 });
    return reply.send('3');
  });
  for (const remoteAddress of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await app.inject({ url: '/found', remoteAddress });
  expect(told).toEqual(['tele 3 10.0.0.2', 'tele 3 10.0.0.3']);
  await app.close();
});

test('what is not the same for everybody cannot be kept', () => {
  const keeping = { lifeMs: 1, tags: () => [] };
  expect(() => keptRoute(placeOrder, keeping, () => Promise.reject(new Error('not called')))).toThrow(RangeError);
});
