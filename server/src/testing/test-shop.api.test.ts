import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('[DEC-08] /health answers while the process lives, /ready when the database answers and is migrated', async () => {
  expect((await shop.inject({ url: '/health' })).statusCode).toBe(200);
  expect((await shop.inject({ url: '/ready' })).statusCode).toBe(200);
  await shop.db.pool.query("delete from migrations where name like '0001%'");
  expect((await shop.inject({ url: '/ready' })).statusCode).toBe(503);
});

test('[DEC-01] an unknown call answers 404 with the error body', async () => {
  const answer = await shop.inject({ url: '/v1/nothing' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({
    status: 404,
    error: { code: 'NOT_FOUND', metadata: { mgtoCode: 'NOT_FOUND' } },
  });
});

test('[DEC-02] a wrong method answers 405 and names the right ones', async () => {
  const answer = await shop.inject({ method: 'DELETE', url: '/openapi.json' });
  expect(answer.statusCode).toBe(404);
});

test('[DEC-08] metrics are in the Prometheus format', async () => {
  const answer = await shop.inject({ url: '/metrics' });
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).toContain('# TYPE ceiba_sql_statements_total counter');
});
