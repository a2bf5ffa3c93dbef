import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { errorBody } from '@ceiba/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let port: number;
beforeAll(async () => {
  shop = await openTestShop();
  port = await shop.listen();
});
afterAll(() => shop.close());

type Piece = string | Uint8Array;

const head = (
  method: string,
  target: string,
  headers: Record<string, string> | readonly [string, string][],
): string => {
  const pairs = [['host', 'shop.test'], ...(Array.isArray(headers) ? headers : Object.entries(headers))];
  return `${method} ${target} HTTP/1.1\r\n${pairs.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`;
};

const json = { 'content-type': 'application/json' };

/** Sends the pieces, and reads the answer until the server closes the connection. */
const untilClosed = (pieces: readonly Piece[]): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    // The client's half stays open. So only the server can close the connection.
    socket.on('end', () => {
      socket.destroy();
      done(text);
    });
    for (const piece of pieces) socket.write(piece);
  });

const codeIn = (answer: string): string => {
  const [, body = ''] = answer.split('\r\n\r\n', 2);
  return errorBody.parse(JSON.parse(body)).error.code;
};

const bomb = brotliCompressSync(Buffer.alloc(300 * 1024 * 1024));
const coded: [what: string, coding: string, body: Uint8Array][] = [
  ['Brotli that unpacks to 300 MB', 'br', bomb],
  ['bytes that are no gzip', 'gzip', randomBytes(9_000)],
  ['a small body in gzip', 'gzip', gzipSync('{}')],
  ['a small body in deflate', 'deflate', Buffer.from('{}')],
  ['a small body in zstd', 'zstd', Buffer.from('{}')],
  ['a coding that nobody knows', 'wonders', Buffer.from('{}')],
  ['a coding that changes nothing', 'identity', Buffer.from('{}')],
  ['two codings', 'gzip, br', Buffer.from('{}')],
];

describe('[DEC-191] a body with a Content-Encoding', () => {
  test.each(coded)('%s gets 415, and the connection is closed', async (_what, coding, body) => {
    for (const target of ['/v1/carts/', '/v1/admin/session', '/v1/nothing', '/', '/unsubscribe/some-token']) {
      const headers = { ...json, 'content-encoding': coding, 'content-length': String(body.length) };
      const answer = await untilClosed([head('POST', target, headers), body]);
      expect([target, answer.slice(9, 12)]).toEqual([target, '415']);
      expect(answer).toMatch(/^connection: close$/im);
      expect(codeIn(answer)).toBe('UNSUPPORTED_MEDIA_TYPE');
    }
  });

  test.each<[string, [string, string][]]>([
    [
      'sent twice',
      [
        ['content-encoding', 'identity'],
        ['content-encoding', 'gzip'],
      ],
    ],
    ['sent as a transfer coding', [['transfer-encoding', 'gzip, chunked']]],
    [
      'sent as two headers of a transfer coding',
      [
        ['transfer-encoding', 'gzip'],
        ['transfer-encoding', 'chunked'],
      ],
    ],
  ])('a coding %s is refused, and the connection is closed', async (_what, headers) => {
    const isChunked = headers.some(([name]) => name === 'transfer-encoding');
    const body: [string, string][] = isChunked ? [] : [['content-length', '2']];
    const sent = head('POST', '/v1/carts/', [...Object.entries(json), ...headers, ...body]);
    const answer = await untilClosed([sent, isChunked ? '2\r\n{}\r\n0\r\n\r\n' : '{}']);
    expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|15) /);
    expect(answer).toMatch(/^connection: close$/im);
  });
});

/** Half of a body of 100,000 bytes. The other half never arrives. */
const half = 'x'.repeat(50_000);
const unread: [what: string, status: number, method: string, target: string, headers: Record<string, string>][] = [
  ['too large', 413, 'POST', '/v1/carts/', json],
  ['of another type', 415, 'POST', '/v1/carts/', { 'content-type': 'text/csv' }],
  ['of another coding, with a method that has no body', 415, 'GET', '/v1/carts/', { 'content-encoding': 'gzip' }],
  [
    'of a form, from nobody',
    401,
    'POST',
    '/v1/customers/returns',
    { 'content-type': 'multipart/form-data; boundary=a' },
  ],
  ['of a foreign origin', 403, 'POST', '/v1/carts/', { ...json, origin: 'https://evil.example' }],
  ['for an unknown call', 404, 'POST', '/v1/nothing', { 'content-type': 'text/csv' }],
  ['for an unknown page', 405, 'POST', '/nothing', { 'content-type': 'text/csv' }],
  ['for an address that cannot be decoded', 400, 'POST', '/v1/carts/%E0%A4%A', json],
  ['for a path part over 300 characters', 404, 'POST', `/v1/carts/${'x'.repeat(301)}`, json],
  ['of a call that reads none', 200, 'GET', '/v1/categories', json],
  ['of a call that reads none, answered from the cache', 200, 'GET', '/v1/categories', json],
  ['of a document', 200, 'GET', '/docs/start.js', json],
];

test.each(unread)(
  '[DEC-191] after a request whose unread body is %s (%i), the connection is closed',
  async (...row) => {
    const [what, status, method, target, headers] = row;
    const answer = await untilClosed([head(method, target, { ...headers, 'content-length': '100000' }), half]);
    expect([what, answer.slice(9, 12)]).toEqual([what, String(status)]);
    expect(answer).toMatch(/^connection: close$/im);
  },
);

test('[DEC-167] [DEC-191] the body of a rate-limited call is not read, and the connection is closed after 429', async () => {
  const few = await openTestShop({ RATE_LIMIT_FACTOR: '0.001' });
  const fewPort = port;
  port = await few.listen();
  try {
    const call = [head('POST', '/v1/carts/', { ...json, 'content-length': '100000' }), half];
    const small = [head('POST', '/v1/carts/', { ...json, 'content-length': '2', connection: 'close' }), '{}'];
    expect(await untilClosed(small)).toMatch(/^HTTP\/1\.1 201 /);
    const answer = await untilClosed(call);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/^connection: close$/im);
  } finally {
    port = fewPort;
    await few.close();
  }
});

test('[DEC-191] once a call is refused, the server does not wait for the end of its chunked body', async () => {
  const sent = head('POST', '/v1/carts/', { ...json, 'transfer-encoding': 'chunked' });
  const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const answer = await untilClosed([sent, piece, piece]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/^connection: close$/im);
});

test('[DEC-191] a call whose body was read completely leaves the connection open for the next call', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = async (method: string, path: string, body?: string) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: body === undefined ? {} : json });
    sent.end(body);
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    answer?.resume();
    await once(sent, 'close');
    return [answer?.statusCode, sent.reusedSocket];
  };
  expect(await call('POST', '/v1/carts/', '{}')).toEqual([201, false]);
  expect(await call('POST', '/v1/carts/', '[]')).toEqual([400, true]);
  expect(await call('GET', '/health')).toEqual([200, true]);
  agent.destroy();
});
