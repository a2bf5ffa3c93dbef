import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { errorBody } from '@ceiba/contract/errors';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let port: number;
beforeAll(async () => {
  shop = await openTestShop();
  port = await shop.listen();
});
afterAll(() => shop.close());

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

const read = (bytes: Buffer): RawAnswer | undefined => {
  const text = bytes.toString('utf8');
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = text.slice(0, headEnd);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const body = text.slice(headEnd + 4);
  return Buffer.byteLength(body) < length ? undefined : { status: Number(head.slice(9, 12)), head, body };
};

/** Writes the whole request, even if an answer arrives earlier, and only then reads the answer. A client that uploads does the same. */
const exchange = (parts: readonly (string | Buffer)[]): Promise<RawAnswer> =>
  new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port });
    let bytes = Buffer.alloc(0);
    let isWritten = false;
    const finish = (): void => {
      const answer = read(bytes);
      if (!isWritten || answer === undefined) return;
      socket.destroy();
      done(answer);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error(`closed without a whole answer: ${bytes.toString('utf8')}`)));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      finish();
    });
    const whole = Buffer.concat(parts.map((part) => Buffer.from(part)));
    socket.write(whole, () => {
      isWritten = true;
      finish();
    });
  });

const head = (method: string, target: string, headers: Record<string, string> = {}): string => {
  const lines = Object.entries({ host: 'shop.test', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
};

const json = { 'content-type': 'application/json' };
const large = Buffer.alloc(8 * 1024 * 1024, 'x');
const post = (body: string, headers: Record<string, string> = {}): string =>
  head('POST', '/v1/carts/', { ...json, 'content-length': String(Buffer.byteLength(body)), ...headers }) + body;

const cases: [what: string, status: number, request: (string | Buffer)[]][] = [
  ['an unknown path', 404, [head('GET', '/v1/nothing')]],
  ['an unknown path of no API', 404, [head('GET', '/sitemaps/productos-99999.xml')]],
  ['a wrong method', 405, [head('DELETE', '/v1/home')]],
  ['a method that pages do not have', 405, [head('POST', '/search', { 'content-length': '0' })]],
  ['a method that no route uses', 405, [head('PURGE', '/v1/home')]],
  ['an invented method', 405, [head('COMPRA', '/v1/home')]],
  ['a tunnel', 405, [head('CONNECT', 'somewhere:443')]],
  ['a path part over 300 characters', 404, [head('GET', `/v1/carts/${'x'.repeat(301)}`)]],
  ['a path part of thousands of characters', 404, [head('GET', `/v1/carts/${'x'.repeat(8_000)}`)]],
  ['a path part that cannot be decoded', 400, [head('GET', '/v1/carts/%E0%A4%A')]],
  ['a path part that no database can store', 400, [head('GET', '/v1/carts/a%00b')]],
  ['an address longer than all headers may be', 400, [head('GET', `/v1/search?q=${'x'.repeat(20_000)}`)]],
  ['an over-long header', 400, [head('GET', '/v1/home', { cookie: 'x'.repeat(20_000) })]],
  ['an over-long header of megabytes', 400, [head('GET', '/v1/home', { cookie: large.toString() })]],
  ['two lengths', 400, [head('POST', '/v1/carts/', { ...json, 'content-length': '2, 3' }), '{}']],
  ['another protocol', 400, ['GET / nonsense\r\n\r\n']],
  ['an expectation', 400, [head('POST', '/v1/carts/', { expect: 'wonders', 'content-length': '0' })]],
  ['no host', 400, ['GET /v1/home HTTP/1.1\r\n\r\n']],
  ['no host, of a page', 400, ['GET / HTTP/1.1\r\n\r\n']],
  ['a body that is not JSON', 400, [post('{"a":')]],
  [
    'a body that is no JSON, for an unknown path',
    404,
    [head('POST', '/v1/nada', { ...json, 'content-length': '5' }), '{"a":'],
  ],
  [
    'a body that is no JSON, from nobody',
    401,
    [head('POST', '/v1/customers/restockNotification/TV', { ...json, 'content-length': '5' }), '{"a":'],
  ],
  ['a body of another kind', 415, [post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })]],
  [
    'a body too large, with its length',
    413,
    [head('POST', '/v1/carts/', { ...json, 'content-length': String(large.length) }), large],
  ],
  [
    'a body too large, without its length',
    413,
    [
      head('POST', '/v1/carts/', { ...json, 'transfer-encoding': 'chunked' }),
      `${large.length.toString(16)}\r\n`,
      large,
      '\r\n0\r\n\r\n',
    ],
  ],
  ['a foreign origin', 403, [post('{}', { origin: 'https://evil.example' })]],
  [
    'a foreign origin with a large body',
    403,
    [
      head('POST', '/v1/carts/', { ...json, origin: 'https://evil.example', 'content-length': String(large.length) }),
      large,
    ],
  ],
];

test.each(cases)('[DEC-191] a request with %s gets %i and a complete error body', async (what, status, request) => {
  const answer = await exchange(request);
  expect(answer.status, what).toBe(status);
  const body = errorBody.parse(JSON.parse(answer.body));
  expect(body.status).toBe(status);
  expect(body.error.metadata.mgtoCode).toBe(body.error.code);
  expect(body.error.message).toBe(body.message);
});

test('[DEC-191] [DON-07] a call with a content type but without a body is answered', async () => {
  const cart = (await shop.inject({ method: 'POST', url: '/v1/carts/', payload: {} })).json<{ id: string }>();
  const donation = `/v1/carts/${cart.id}/donation`;
  for (const headers of [json, { ...json, 'content-length': '0' }])
    expect((await exchange([head('DELETE', donation, headers)])).status).toBe(200);
  const unsaid = await exchange([head('POST', donation, json)]);
  expect(unsaid.status).toBe(400);
  expect(errorBody.parse(JSON.parse(unsaid.body)).error.code).toBe('VALIDATION_ERROR');
});

test('[DEC-191] after a body that was too large, the connection is closed with the answer', async () => {
  const answer = await exchange([
    head('POST', '/v1/carts/', { ...json, 'content-length': String(large.length) }),
    large,
    head('GET', '/health'),
  ]);
  expect(answer.status).toBe(413);
  expect(answer.head).toMatch(/^connection: close/im);
});

test('[DEC-191] a client that continues to send a refused body is disconnected after some megabytes', async () => {
  const body = Buffer.alloc(40 * 1024 * 1024, 'x');
  const start = head('POST', '/v1/carts/', { ...json, 'content-length': String(body.length) });
  const { answer, taken } = await new Promise<{ answer: string; taken: number }>((done) => {
    // The server ends its half after the answer. This client continues to send.
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    let text = '';
    let left = body.length;
    // The client sends each piece after the previous piece has left. So `taken` counts the bytes that the server accepted.
    const sendOn = (): void => {
      if (left === 0 || socket.destroyed) return;
      socket.write(body.subarray(0, 64 * 1024), (error) => {
        if (error) return;
        left -= 64 * 1024;
        sendOn();
      });
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    // The server may also reset the connection while this client sends. The test accepts this outcome, too.
    socket.on('error', () => {});
    socket.on('close', () => done({ answer: text, taken: body.length - left }));
    socket.write(start, sendOn);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(taken).toBeGreaterThanOrEqual(7 * 1024 * 1024);
  expect(taken).toBeLessThan(body.length);
});

test.each([
  ['an address that cannot be decoded', '/%E0%A4%A', 400],
  ['an address that no database can store', '/a%00b', 400],
  ['a path part over 300 characters', `/sitemaps/productos-${'1'.repeat(400)}.xml`, 404],
])('[DEC-191] %s: a browser gets a page in Spanish', async (_, target, status) => {
  const answer = await exchange([head('GET', target, { accept: 'text/html,application/xhtml+xml' })]);
  expect(answer.status).toBe(status);
  expect(answer.head).toMatch(/^content-type: text\/html/im);
  expect(answer.head).toMatch(/^content-security-policy: default-src 'none'/im);
  expect(answer.body).toContain('<html lang="es-GT">');
  expect(answer.body).toContain('Ir al inicio');
});

test('no cache may store personal answers, and only browsers may store answers that are the same for all', async () => {
  // This bank cannot be reached. A bank at this machine's usual port would answer.
  const alone = await openTestShop({ BANK_URL: 'http://127.0.0.1:1' });
  onTestFinished(() => alone.close());
  const cart = await alone.inject({ method: 'POST', url: '/v1/carts/', headers: json, payload: '{}' });
  const { id } = cart.json();
  const billing = '/v1/checkout/billing?type=nit&identifier=576937K';
  for (const [url, status] of [
    [`/v1/carts/${id}`, 200],
    [`/v1/carts/${id}/nothing`, 404],
    [billing, 502],
  ] as const) {
    const { statusCode, headers } = await alone.inject({ url });
    expect([url, statusCode, headers['cache-control']]).toEqual([url, status, 'no-store']);
  }
  expect(cart.headers['cache-control']).toBe('no-store');
  expect((await shop.inject({ url: '/v1/categories' })).headers['cache-control']).toBe('private, no-cache');
});

test('a sitemap is sent compressed, and uncompressed to clients that require it', async () => {
  const ask = (encoding: string) => shop.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': encoding } });
  const plain = await ask('identity');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
  expect(plain.payload).toContain('<sitemapindex');
  const packed = await ask('gzip, deflate, br');
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString('utf8')).toBe(plain.payload);
});

test('[OFF-01] no sitemap lists a page of the desk', async () => {
  const locsOf = async (url: string): Promise<string[]> => {
    const { payload, statusCode } = await shop.inject({ url, headers: { 'accept-encoding': 'identity' } });
    expect([url, statusCode]).toEqual([url, 200]);
    return [...payload.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  };
  const files = await locsOf('/sitemap.xml');
  expect(files.length).toBeGreaterThan(0);
  const pages = (await Promise.all(files.map(locsOf))).flat();
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((path) => /^\/admin(?:\/|$)/.test(path))).toEqual([]);
});

test('in production over https, answers tell browsers to use https only', async () => {
  const real = await openTestShop({ PUBLIC_URL: 'https://ceiba.example' });
  expect((await real.inject({ url: '/v1/flags' })).headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await shop.inject({ url: '/v1/flags' })).headers['strict-transport-security']).toBeUndefined();
  await real.close();
});

test('[DEC-08] /metrics requires a token, except in a demo shop when called from its own machine', async () => {
  const status = async (of: TestShop, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await of.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
  expect(await status(shop)).toBe(200);
  expect(await status(shop, {}, '10.1.2.3')).toBe(404);
  expect(await status(shop, { 'x-forwarded-for': '10.1.2.3' })).toBe(404);
  const token = 'a-token-of-the-operators';
  const closed = await openTestShop({ METRICS_TOKEN: token });
  expect(await status(closed)).toBe(404);
  expect(await status(closed, { authorization: 'Bearer another-token-than-it' })).toBe(404);
  expect(await status(closed, { authorization: `Bearer ${token}` }, '10.1.2.3')).toBe(200);
  await closed.close();
  const real = await openTestShop({ DEMO: 'false', BANK_URL: 'http://127.0.0.1:9', BANK_KEY: 'a-real-shop' });
  expect(await status(real)).toBe(404);
  await real.close();
});
