import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, realShop, type TestShop } from './test-shop.ts';
import { until } from './until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('[DEC-08] /health answers while the process runs, /ready when the database is reachable and migrated', async () => {
  expect((await shop.inject({ url: '/health' })).statusCode).toBe(200);
  expect((await shop.inject({ url: '/ready' })).statusCode).toBe(200);
  await shop.db.pool.query("delete from applied_sql where name = 'schema/platform.sql'");
  await until(async () => (await shop.inject({ url: '/ready' })).statusCode === 503);
});

test('[DEC-08] a shop with a read-only primary sells nothing, but shows its pages', async () => {
  const own = await openTestShop();
  const statusOf = async (url: string): Promise<number> => (await own.inject({ url })).statusCode;
  expect([await statusOf('/ready'), await statusOf('/readable')]).toEqual([200, 200]);
  const [name] = new URL(own.url).pathname.split('/').slice(1);
  await own.db.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  await own.db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // Existing connections can still write. The connection is cut, as in a failover.
  await own.db.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  await until(async () => (await statusOf('/ready')) === 503);
  expect([await statusOf('/health'), await statusOf('/readable')]).toEqual([200, 200]);
  await own.close();
});

test('[DEC-01] an unknown call answers 404 with the error body', async () => {
  const answer = await shop.inject({ url: '/v1/nothing' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({
    status: 404,
    error: { code: 'NOT_FOUND', metadata: { mgtoCode: 'NOT_FOUND' } },
  });
});

test('[DEC-02] a wrong method on a call answers 405 and lists the allowed methods', async () => {
  const answer = await shop.inject({ method: 'DELETE', url: '/v1/home' });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('GET');
});

test('[DEC-08] metrics are in the Prometheus format', async () => {
  const answer = await shop.inject({ url: '/metrics' });
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).toContain('# TYPE ceiba_sql_statements_total counter');
});

test('[DEC-01] texts that the database cannot store are refused, in bodies and in addresses', async () => {
  const post = (payload: string) =>
    shop.inject({
      method: 'POST',
      url: '/v1/auth/validate-guest-checkout',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  for (const email of ['a\\u0000@b.gt', '\\ud800@b.gt']) {
    const answer = await post(`{"email":"${email}"}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  }
  expect((await post('{"email":')).statusCode).toBe(400);
  expect((await shop.inject({ url: '/v1/search?q=tv%00' })).statusCode).toBe(400);
});

test('[DEC-02] an unknown media type answers 415, a body that is too large 413', async () => {
  const post = (type: string, payload: string) =>
    shop.inject({ method: 'POST', url: '/v1/carts/', headers: { 'content-type': type }, payload });
  expect((await post('text/plain', 'hello')).statusCode).toBe(415);
  expect((await post('application/json', `{"a":"${'x'.repeat(300_000)}"}`)).statusCode).toBe(413);
});

test('a body of 16 kB is read, a larger body is not, and of many wrong fields twenty are reported', async () => {
  const post = (payload: string) =>
    shop.inject({ method: 'POST', url: '/v1/carts/', headers: { 'content-type': 'application/json' }, payload });
  expect((await post(`{"a":"${'x'.repeat(16 * 1024 - 8)}"}`)).statusCode).toBe(400);
  expect((await post(`{"a":"${'x'.repeat(16 * 1024)}"}`)).statusCode).toBe(413);
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, 1]));
  const { error } = (await post(JSON.stringify(unknown))).json();
  expect(Object.keys(error.metadata.fields)).toHaveLength(20);
});

test('readiness checks the database once a second, for any number of requests', async () => {
  const own = await openTestShop();
  let asked = 0;
  own.db.pool.on('acquire', () => {
    asked += 1;
  });
  await Promise.all(Array.from({ length: 50 }, () => own.inject({ url: '/ready' })));
  await own.close();
  expect(asked).toBe(1);
});

test('[DEC-04, DEC-08] a write from a foreign origin is refused, and allowed origins get CORS', async () => {
  const post = (origin: string) =>
    shop.inject({
      method: 'POST',
      url: '/v1/carts/',
      headers: { origin, 'content-type': 'application/json' },
      payload: '{}',
    });
  expect((await post('https://evil.example')).json()).toMatchObject({ error: { code: 'ORIGIN_NOT_ALLOWED' } });
  for (const url of ['/%761/carts/', '/v1/%63arts/', 'http://shop.example/v1/carts/']) {
    const answer = await shop.inject({ method: 'POST', url, headers: { origin: 'https://evil.example' } });
    expect(answer.json(), url).toMatchObject({ error: { code: 'ORIGIN_NOT_ALLOWED' } });
  }
  const own = await post(shop.config.publicUrl);
  expect(own.statusCode).toBe(201);
  expect(own.headers['access-control-allow-origin']).toBe(shop.config.publicUrl);
});

test('a foreign name for this server is not an allowed origin, but a local shop allows this machine’s name', async () => {
  const post = (open: TestShop, origin: string) =>
    open.inject({ method: 'POST', url: '/v1/carts/', headers: { origin, host: new URL(origin).host } });
  const real = await openTestShop({ ...realShop, PUBLIC_URL: 'https://tienda.com.gt' });
  const { port } = new URL(shop.config.publicUrl);
  const twins = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`);
  expect((await post(shop, 'http://rebound.example')).statusCode).toBe(403);
  for (const twin of twins) {
    expect((await post(shop, twin)).statusCode, twin).toBe(201);
    expect((await post(real, twin)).statusCode, twin).toBe(403);
  }
  expect((await post(real, 'https://tienda.com.gt')).statusCode).toBe(201);
  await real.close();
});

test('[DEC-163] outside demo mode the demo’s calls and pages do not exist', async () => {
  const real = await openTestShop(realShop);
  for (const url of ['/demo/api/mails', '/demo/correo']) expect((await real.inject({ url })).statusCode).toBe(404);
  await real.close();
});

test('[DEC-167] above the limit, a call gets 429 with Retry-After and the error body', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.1' });
  const ask = () =>
    strict.inject({ method: 'POST', url: '/v1/auth/validate-guest-checkout', payload: { email: 'a@b.gt' } });
  for (let count = 0; count < 3; count += 1) expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } });
  await strict.close();
});

test('a route cannot write through `read`, because a replica cannot either', async () => {
  const write = shop.db.read.run({ text: 'delete from flags', values: [] });
  await expect(write).rejects.toMatchObject({ code: '25006' });
});
