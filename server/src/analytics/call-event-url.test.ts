import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isPublicAddress } from '../platform/limits/public-address.ts';
import { callEventUrl, type EventCallWorld } from './call-event-url.ts';

let server: Server;
let port: number;
/** The received requests: method, host and path. */
let arrived: string[] = [];

beforeAll(async () => {
  server = createServer((call, answer) => {
    arrived.push(`${call.method} ${call.headers.host} ${call.url}`);
    if (call.url === '/silencio') return;
    if (call.url === '/otra-parte') answer.writeHead(302, { location: '/no-se-sigue' }).end();
    else answer.writeHead(call.url === '/roto' ? 500 : 200).end('x'.repeat(100_000));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  arrived = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const answering =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** A world in which every name leads to the test's server, by plain HTTP. */
const here = (changes: Partial<EventCallWorld> = {}): Partial<EventCallWorld> => ({
  resolve: answering('127.0.0.1'),
  isPublic: (address) => address === '127.0.0.1',
  request,
  port,
  timeoutMs: 60_000,
  ...changes,
});

const host = 'https://eventos.rmn.example';

test('[DEC-144] the address is called once, with no data about the shopper', async () => {
  expect(await callEventUrl(`${host}/clic?sku=TV-1`, here())).toBe('200');
  expect(arrived).toEqual([`GET eventos.rmn.example:${port} /clic?sku=TV-1`]);
});

test('[DEC-144] a redirect is not followed, not even to the same host', async () => {
  expect(await callEventUrl(`${host}/otra-parte`, here())).toBe('302');
  expect(await callEventUrl(`${host}/clic`, here())).toBe('200');
  expect(arrived.map((line) => line.split(' ')[2])).toEqual(['/otra-parte', '/clic']);
});

test.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::1'], ['::ffff:127.0.0.1'], ['fd00::1']])(
  '[DEC-144] a name with %s among its addresses is not called',
  async (address) => {
    const world = here({ isPublic: isPublicAddress });
    for (const answers of [[address], ['8.8.8.8', address]])
      expect(await callEventUrl(`${host}/clic`, { ...world, resolve: answering(...answers) })).toBe('PRIVATE_ADDRESS');
    expect(arrived).toEqual([]);
  },
);

test.each([
  'https://127.0.0.1/clic',
  'https://2130706433/clic',
  'https://0x7f.1/clic',
  'https://[::1]/clic',
  'https://[::ffff:7f00:1]/clic',
  'https://8.8.8.8/clic',
])('[DEC-144] %s has no host name and is not called', async (url) => {
  expect(await callEventUrl(url, here({ isPublic: () => true }))).toBe('PRIVATE_ADDRESS');
  expect(arrived).toEqual([]);
});

test('[DEC-144] a call times out after three seconds', async () => {
  const clock = { time: 0, ends: [] as { at: number; limit: AbortController }[] };
  const pass = (time: number): void => {
    clock.time = time;
    for (const { at, limit } of clock.ends) if (time >= at) limit.abort(new DOMException('too late', 'TimeoutError'));
  };
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    clock.ends.push({ at: clock.time + ms, limit });
    return limit.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { timeoutMs: _, ...world } = here();
  const outcome = callEventUrl(`${host}/silencio`, world);
  const soFar = () => Promise.race([outcome, new Promise((done) => setImmediate(done, 'waiting'))]);
  await vi.waitUntil(() => arrived.length === 1, { timeout: 60_000 });
  pass(2_999);
  expect(await soFar()).toBe('waiting');
  pass(3_000);
  expect(await outcome).toBe('timeout');
});

test('[RMN-02] a timeout, a refusal and an unknown name return a code instead of throwing', async () => {
  expect(await callEventUrl(`${host}/silencio`, here({ timeoutMs: expectedSilenceMs }))).toBe('timeout');
  expect(await callEventUrl(`${host}/roto`, here())).toBe('500');
  const nobody: LookupFunction = (_name, _options, done) =>
    done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 0);
  expect(await callEventUrl(`${host}/clic`, here({ resolve: nobody }))).toBe('ENOTFOUND');
  const never: LookupFunction = () => {};
  expect(await callEventUrl(`${host}/clic`, here({ resolve: never, timeoutMs: expectedSilenceMs }))).toBe('timeout');
});
