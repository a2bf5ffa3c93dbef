import { placeOrder } from '@ceiba/contract/orders';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { route } from '../http/route.ts';
import { createCallCache } from './call-cache.ts';
import { createResponseCache } from './response-cache.ts';

const saleBegins = Date.UTC(2026, 10, 27, 6);

test('an answer with prices from before a sale is not cached if the sale has started in the meantime', async () => {
  let now = saleBegins - 500;
  const changes = [saleBegins, saleBegins + 86_400_000];
  const findPriceChange = async (after: Date) => {
    const next = changes.find((change) => change > after.getTime());
    return next === undefined ? null : new Date(next);
  };
  const responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange });
  const calls = createCallCache(responses, () => new Date(now));
  const app = Fastify();
  app.get('/price', async (request, reply) => {
    if (calls.answer(request, reply)) return reply;
    const moment = new Date(now);
    const pending = calls.begin(request, moment);
    // The handler takes a second, during which the sale starts.
    if (now === saleBegins - 500) now = saleBegins + 500;
    const text = moment.getTime() < saleBegins ? '100' : '80';
    const caching = { lifeMs: 10_000, tags: () => [] };
    if (pending !== undefined) await calls.put({ request, reply, pending, text, caching, input: {}, answer: text });
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

test('the handler of a sent answer is called for each client that gets a cached answer', async () => {
  const responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null });
  const calls = createCallCache(responses, () => new Date(0));
  const reported: string[] = [];
  const caching = {
    lifeMs: 1_000,
    tags: () => [],
    onSent: (input: unknown, answer: unknown) => (client: string) => reported.push(`${input} ${answer} ${client}`),
  };
  const app = Fastify();
  app.get('/found', async (request, reply) => {
    if (calls.answer(request, reply)) return reply;
    const pending = calls.begin(request, new Date(0));
    if (pending !== undefined)
      await calls.put({ request, reply, pending, text: '3', caching, input: 'tele', answer: 3 });
    return reply.send('3');
  });
  for (const remoteAddress of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await app.inject({ url: '/found', remoteAddress });
  expect(reported).toEqual(['tele 3 10.0.0.2', 'tele 3 10.0.0.3']);
  await app.close();
});

test('outside caches may store answers that only tags invalidate, but never outdated answers', async () => {
  const responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null });
  const calls = createCallCache(responses, () => new Date(0));
  const app = Fastify();
  app.get('/:kind', async (request, reply) => {
    if (calls.answer(request, reply)) return reply;
    const pending = calls.begin(request, new Date(0));
    if (request.url === '/overtaken') responses.invalidate(['flags']);
    const shared = request.url === '/stock' ? {} : ({ isOutsideCacheable: true } as const);
    const caching = { lifeMs: 60_000, tags: () => ['flags'], ...shared };
    if (pending !== undefined) await calls.put({ request, reply, pending, text: '3', caching, input: {}, answer: 3 });
    return reply.send('3');
  });
  const ask = async (url: string) => {
    const { headers } = await app.inject(url);
    return [headers['x-cache'], headers['cache-control'], headers['cache-tag'], headers['surrogate-key'], headers.vary];
  };
  const tagged = ['public, s-maxage=60', 'content,flags', 'content flags'];
  expect(await ask('/flags')).toEqual([undefined, ...tagged, 'origin']);
  expect(await ask('/flags')).toEqual(['hit', ...tagged, 'origin, accept-encoding']);
  expect(await ask('/stock')).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(await ask('/overtaken')).toEqual([undefined, 'private, no-cache', 'content,flags', 'content flags', 'origin']);
  expect((await ask('/overtaken'))[0]).toBeUndefined();
  await app.close();
});

test('an answer that differs between callers cannot be cached', () => {
  const caching = { lifeMs: 1, tags: () => [] };
  expect(() => route(placeOrder, () => Promise.reject(new Error('not called')), { caching })).toThrow(RangeError);
});
