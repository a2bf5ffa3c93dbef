import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { listenHere } from '../../testing/listen-here.ts';
import { callOutside } from '../limits/outbound-call.ts';
import { inJobSpan, inStatementSpan, traceRequests } from './spans.ts';
import { startTracing } from './tracing.ts';

/** Starts a server that records the requests it receives. */
const openServer = async () => {
  const seen: { body: string; traceparent: unknown }[] = [];
  const server = createServer((request, response) => {
    text(request).then((body) => {
      seen.push({ body, traceparent: request.headers.traceparent });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${await listenHere(server)}` };
};

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.looseObject({}) })),
});
const sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

test('[OPS-01] a request, its statements and its calls form one trace, whose ID is sent only to the bank', async () => {
  const [collector, outside] = [await openServer(), await openServer()];
  const tracing = await startTracing({ traceEndpoint: collector.url });
  const app = Fastify();
  traceRequests(app);
  app.post('/orders/:id', async () => {
    await inStatementSpan('orders.read', async () => 1);
    for (const service of ['bank', 'tax-registry'] as const)
      await callOutside({
        service,
        method: 'POST',
        url: `${outside.url}/?secret`,
        body: { secret: 1 },
        timeoutMs: 60_000,
      });
    return {};
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await app.inject({
    method: 'POST',
    url: '/orders/secret?secret',
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    payload: { secret: 1 },
  });
  await inJobSpan('send-mail', async () => 1);
  // A statement outside a traced request does not start a trace.
  await inStatementSpan('jobs.beat', async () => 1);
  await app.close();
  await tracing?.close();

  const spans = collector.seen.flatMap(({ body }) =>
    sent.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const root = spans.find(({ name }) => name === 'POST /orders/:id');
  const written = spans.map(({ name, parentSpanId, ...each }) => [name, each.traceId === traceId, parentSpanId]);
  expect(written.sort()).toEqual([
    ['POST /orders/:id', true, '00f067aa0ba902b7'],
    ['bank POST', true, root?.spanId],
    ['job send-mail', false, ''],
    ['orders.read', true, root?.spanId],
    ['tax-registry POST', true, root?.spanId],
  ]);
  const bank = spans.find(({ name }) => name === 'bank POST');
  expect(outside.seen.map(({ traceparent }) => traceparent)).toEqual([`00-${traceId}-${bank?.spanId}-01`, undefined]);
  expect(JSON.stringify(spans)).not.toContain('secret');
  expect([...new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))].sort()).toEqual([
    'db.query.summary',
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'outcome',
    'peer.service',
  ]);
});

test('without an address nothing is traced, and no outside service gets a trace ID', async () => {
  const outside = await openServer();
  expect(await startTracing({ traceEndpoint: undefined })).toBeUndefined();
  await callOutside({ service: 'bank', method: 'GET', url: outside.url, timeoutMs: 60_000 });
  expect(outside.seen).toEqual([{ body: '', traceparent: undefined }]);
});
