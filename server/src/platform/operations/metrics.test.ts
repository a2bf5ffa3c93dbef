import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { openOperations } from './metrics.ts';

const open = async (env: Record<string, string>) => {
  const operations = await openOperations(new Registry(), 0, readConfig(env), (app) => app.get('/more', () => 'more'));
  onTestFinished(() => operations.close());
  return operations;
};

test('only this machine can reach the operations port, unless another host is configured', async () => {
  expect((await open({ HOST: '0.0.0.0', DEMO: 'true' })).addresses()).toEqual([
    expect.objectContaining({ address: '127.0.0.1' }),
  ]);
  const wide = await open({ OPERATIONS_HOST: '0.0.0.0' });
  expect(wide.addresses()).toEqual([expect.objectContaining({ address: '0.0.0.0' })]);
});

test('the operations port requires the token if one is set, and otherwise answers everybody who reaches it', async () => {
  const token = 'a-token-of-the-operators';
  const closed = await open({ METRICS_TOKEN: token });
  expect((await closed.inject({ url: '/metrics' })).statusCode).toBe(404);
  expect((await closed.inject({ url: '/metrics', headers: { authorization: 'Bearer x' } })).statusCode).toBe(404);
  const asked = await closed.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  expect(asked.statusCode).toBe(200);
  expect((await (await open({})).inject({ url: '/metrics' })).statusCode).toBe(200);
});
