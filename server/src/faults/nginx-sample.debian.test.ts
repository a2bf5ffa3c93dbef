import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { errorAnswer } from '../platform/http/send-refusal.ts';
import { readConfig } from '../platform/operations/config.ts';
import { listenHere } from '../testing/listen-here.ts';
import { until } from '../testing/until.ts';

// Tests `deploy/nginx.conf` with other addresses, in front of a node whose answers a test chooses.

const answer = { status: 200, body: 'Q100' };
/** Methods of the requests to the path whose connections break before the answer. */
const brokenOff: (string | undefined)[] = [];
/** HTTP status of the shop's answers to calls about imports. */
let session = 200;
/** Methods of the calls about imports. */
const importCalls: (string | undefined)[] = [];
const node = createServer((request, response) => {
  if (request.url === '/v1/admin/imports') {
    importCalls.push(request.method);
    if (request.method === 'GET') return void response.writeHead(session).end('[]');
  }
  if (request.url?.split('?')[0]?.endsWith('/broken')) {
    brokenOff.push(request.method);
    request.socket.destroy();
    return;
  }
  const cacheControl = answer.status === 200 ? 'public, max-age=0, s-maxage=600' : 'no-store';
  response.writeHead(answer.status, { 'cache-control': cacheControl, 'retry-after': '300' }).end(answer.body);
});

let dir: string;
let origin: string;
let nginx: ReturnType<typeof spawn>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-nginx-'));
  await chmod(dir, 0o777);
  const [nodePort, port] = [await listenHere(node), await freePort()];
  const { projectDir } = readConfig({ DEMO: 'true' });
  const sample = (await readFile(join(projectDir, 'deploy/nginx.conf'), 'utf8'))
    .replaceAll(/10\.0\.0\.1[12]:3000/g, `127.0.0.1:${nodePort}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/cache/nginx/ceiba', join(dir, 'cache'))
    .replaceAll('/var/log/nginx/', `${dir}/`);
  await writeFile(
    join(dir, 'nginx.conf'),
    `pid ${dir}/pid;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${dir}/bodies;\n${sample}\n}\n`,
  );
  nginx = spawn('/usr/sbin/nginx', ['-c', join(dir, 'nginx.conf'), '-e', join(dir, 'log'), '-g', 'daemon off;']);
  origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${origin}/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
afterAll(async () => {
  const gone = once(nginx, 'close');
  nginx.kill('SIGTERM');
  await gone;
  await rm(dir, { recursive: true, force: true });
});

const ask = async (path: string): Promise<[number, string]> => {
  const response = await fetch(`${origin}${path}`);
  return [response.status, await response.text()];
};

/** Waits until nginx asks the node again, after the second for which it caches. A header of the sample shows this. */
const isAskedAgain = (path: string) =>
  until(async () => {
    const response = await fetch(`${origin}${path}`);
    await response.arrayBuffer();
    return response.headers.get('x-proxy-cache') === 'EXPIRED';
  });

test.each([
  ['another price', 200, 'Q90'],
  ['a product that is gone', 404, 'No encontramos esta página'],
  ['an address that is another now', 301, ''],
  ['a shop that is being worked on', 503, 'Estamos mejorando la tienda'],
])('a cached page is no longer shown once the answer is %s', async (_what, status, body) => {
  const path = `/page-${status}-${body.length}`;
  Object.assign(answer, { status: 200, body: 'Q100' });
  expect(await ask(path)).toEqual([200, 'Q100']);
  await isAskedAgain(path);
  Object.assign(answer, { status, body });
  const seen: [number, string][] = [];
  await until(async () => {
    seen.push(await askOnce(path));
    return seen.at(-1)?.[0] === status && seen.at(-1)?.[1] === body;
  });
  // Later requests do not get the old page.
  expect(await askOnce(path)).toEqual([status, body]);
});

/** Requests a path without following redirects. */
const askOnce = async (path: string): Promise<[number, string]> => {
  const response = await fetch(`${origin}${path}`, { redirect: 'manual' });
  return [response.status, await response.text()];
};

test.each([
  ['POST', 1],
  ['PATCH', 1],
  ['DELETE', 2],
  ['GET', 2],
])('a %s without an answer is sent to this many nodes: %d', async (method, times) => {
  brokenOff.length = 0;
  const response = await fetch(`${origin}/v1/broken`, { method });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(brokenOff).toEqual(Array.from({ length: times }, () => method));
});

/** Starts an upload and sends only its beginning. */
const upload = () => {
  const sent = request(`${origin}/v1/admin/imports`, { method: 'POST', headers: { 'content-length': 50_000_000 } });
  sent.on('error', () => {});
  sent.write('x');
  return sent;
};

const sizes: [what: string, path: string, taken: number, refused: number][] = [
  ['a file of goods', '/v1/admin/imports', 50 * 1024 * 1024, 202 * 1024 * 1024],
  ['pictures of a return', '/v1/customers/returns', 15 * 1024 * 1024, 17 * 1024 * 1024],
  ['the proof of a delivery', '/v1/admin/shipments/100000001-1/proof', 5_000_000, 7 * 1024 * 1024],
  ['stock of another system', '/v1/feed/stock', 1_000_000, 2 * 1024 * 1024],
  ['any other call', '/v1/carts/', 64 * 1024, 66 * 1024],
  ['any other call of the desk', '/v1/admin/staff', 64 * 1024, 66 * 1024],
  ['a page', '/search', 64 * 1024, 66 * 1024],
];

test.each(sizes)(
  '%s: nginx accepts a body of its size, and refuses a larger one with the shop’s message',
  async (...row) => {
    const [what, path, taken, refused] = row;
    Object.assign(answer, { status: 201, body: '{}' });
    const post = (bytes: number) => fetch(`${origin}${path}`, { method: 'POST', body: new Uint8Array(bytes) });
    expect([what, (await post(taken)).status]).toEqual([what, 201]);
    const large = await post(refused);
    expect([what, large.status]).toEqual([what, 413]);
    expect(await large.json()).toEqual(errorAnswer({ code: 'PAYLOAD_TOO_LARGE' }));
  },
);

test('no log of nginx contains a secret link or token, even if a node breaks the connection', async () => {
  const secret = 'canario-que-abre-algo';
  const walk = [
    `/password/reset?token=${secret}&customerId=1`,
    `/confirm-email?token=${secret}`,
    `/change-email?token=${secret}`,
    `/confirm-order?order=${secret}`,
    `/track-order?link=${secret}`,
    `/admin/invitacion?token=${secret}`,
    `/?at=${secret}`,
    `/unsubscribe/${secret}`,
    `/wishlist/${secret}`,
    `/wa-link/${secret}`,
    `/v1/carts/${secret}/items`,
    `/v2/carts/${secret}?fields=email`,
    `/v1/carts/byQuoteId/${secret}`,
    `/v1/carts/coupon/${secret}`,
    `/v1/resources/otp/${secret}`,
    `/v1/wishlists/shared/${secret}`,
    `/v1/employee/${secret}`,
    `/v1/gift-cards/${secret}/balance`,
    `/v1/cart-codes/${secret}/cart`,
    `/v1/admin/cart-codes/${secret}`,
    `/c/${secret}`,
    `/admin/carritos/${secret}`,
    `/v1/payments/plans?bin=${secret}`,
    `/v1/checkout/billing?cartId=${secret}`,
    `/v1/carts/%62yQuoteId/${secret}`,
    `/broken?token=${secret}`,
    `/v1/broken?token=${secret}`,
    `/v1/broken/../carts/${secret}`,
  ];
  Object.assign(answer, { status: 200, body: 'Q100' });
  for (const path of walk)
    await (await fetch(`${origin}${path}`, { headers: { referer: `${origin}${path}` } })).arrayBuffer();
  const lines = () => readFile(join(dir, 'access.log'), 'utf8');
  await until(async () => (await lines()).includes('"GET /v1/broken HTTP/1.1" 503'));
  const logged = `${await lines()}${await readFile(join(dir, 'log'), 'utf8')}${await readFile(join(dir, 'error.log'), 'utf8')}`;
  expect(logged).not.toContain(secret);
  for (const masked of ['/password/reset', '/wishlist/***', '/v1/carts/***/items', '/v1/carts/byQuoteId/***'])
    expect(logged).toContain(`"GET ${masked} HTTP/1.1" 200`);
});

test.each([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
] as const)('an upload that the shop would answer with %d is refused before its body arrives', async (status, code) => {
  session = status;
  importCalls.length = 0;
  const sent = upload();
  const response: IncomingMessage = (await once(sent, 'response'))[0];
  const answer: unknown = JSON.parse(await text(response));
  sent.destroy();
  session = 200;
  expect([response.statusCode, importCalls]).toEqual([status, ['GET']]);
  expect(answer).toEqual(errorAnswer({ code }));
});

test('nginx shows a cached page if no node answers', async () => {
  Object.assign(answer, { status: 200, body: 'Q100' });
  expect(await ask('/kept')).toEqual([200, 'Q100']);
  await isAskedAgain('/kept');
  node.close();
  node.closeAllConnections();
  expect(await ask('/kept')).toEqual([200, 'Q100']);
  const response = await fetch(`${origin}/never-seen`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.text()).toContain('Estamos atendiendo a muchas personas');
});
