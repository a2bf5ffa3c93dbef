import { createServer, type Server } from 'node:http';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestNats, type TestNats } from '../testing/nats-server.ts';
import { until } from '../testing/until.ts';
import type { OutgoingMessage } from './analytics.store.ts';
import { createNatsMessaging, createWebhookMessaging, MessageNotTaken, type Messaging } from './messaging.ts';

const message: OutgoingMessage = {
  id: '01890a5d-ac96-4774-bcce-b302099a8057',
  event: 'checkout_payment',
  data: { currency: 'GTQ', value: 729, items: [], payment_type: 'Cash' },
  createdAt: new Date('2026-11-22T10:00:00Z'),
};
const text = JSON.stringify({
  id: message.id,
  event: message.event,
  createdAt: '2026-11-22T10:00:00.000Z',
  data: message.data,
});

const failure = (sending: Promise<void>): Promise<string> =>
  sending.then(
    () => 'taken',
    (error: unknown) => (error instanceof MessageNotTaken ? error.message : `a defect: ${String(error)}`),
  );

const secret = 'a secret of the tests';
let receiver: Server;
let url: string;
let status: number;
let calls: { headers: Record<string, unknown>; text: string }[];

beforeAll(async () => {
  receiver = createServer((call, answer) => {
    let body = '';
    call.on('data', (bytes) => {
      body += String(bytes);
    });
    call.on('end', () => {
      calls.push({ headers: call.headers, text: body });
      if (status !== 0) answer.writeHead(status, { location: '/otra' }).end('{"secreto":"no se anota"}');
    });
  });
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/eventos`;
});
beforeEach(() => {
  calls = [];
  status = 204;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test('[ANA-02] a webhook gets the message with a signature of its bytes and its time', async () => {
  for (const moment of [1_795_341_600_900, 1_795_341_601_000])
    await createWebhookMessaging({ url, secret, clock: () => moment }).send(message);
  expect(calls.map(({ text: body }) => body)).toEqual([text, text]);
  const signed = calls.map(({ headers }) =>
    ['x-ceiba-id', 'x-ceiba-timestamp', 'x-ceiba-signature'].map((name) => headers[name]),
  );
  // Made with openssl: printf '1795341600.{"id":…}' | openssl dgst -sha256 -hmac 'a secret of the tests'
  expect(signed).toEqual([
    [message.id, '1795341600', 'sha256=b9c88f7ddb3a6521e24b4850033a54195ee227e44b202000a14cc030e84b35c2'],
    [message.id, '1795341601', 'sha256=a289cfe9105d048c77735f6ffae3888f5ffacde839ac181538a72c402fece1d1'],
  ]);
});

test.each([
  [500, 'status 500'],
  [400, 'status 400'],
  [302, 'lost: broken'],
  [0, 'lost: timeout'],
])('[ANA-02] a webhook that answers %i has not accepted the message', async (answered, reason) => {
  status = answered;
  const messaging = createWebhookMessaging({ url, secret, timeoutMs: answered === 0 ? 300 : 60_000 });
  expect(await failure(messaging.send(message))).toBe(reason);
});

test('[ANA-02] an unreachable webhook has not accepted the message', async () => {
  const gone = createServer();
  await new Promise<void>((done) => void gone.listen(0, '127.0.0.1', done));
  const address = gone.address();
  await new Promise((done) => gone.close(done));
  const away = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  expect(await failure(createWebhookMessaging({ url: away, secret }).send(message))).toBe('unsent: ECONNREFUSED');
});

test('[ANA-02] NATS: a message counts as sent once it is stored, and a broken connection is reopened', async () => {
  const nats: TestNats = await openTestNats();
  const messaging: Messaging = createNatsMessaging({ url: nats.url, subject: 'ceiba.events', timeoutMs: 60_000 });
  await messaging.send(message);
  await messaging.send({ ...message, id: 'otro' });
  expect(nats.published).toEqual([
    { subject: 'ceiba.events', messageId: message.id, text },
    { subject: 'ceiba.events', messageId: 'otro', text: text.replace(message.id, 'otro') },
  ]);
  expect(nats.logins).toHaveLength(1);
  nats.breakConnections();
  // A message sent before the broken connection is noticed is lost. Its job retries.
  await until(async () => (await failure(messaging.send(message))) === 'taken');
  expect(nats.logins).toHaveLength(2);
  await messaging.close();
  await nats.close();
});

test('[ANA-02] NATS: with tls:// a server without TLS gets neither messages nor credentials', async () => {
  const nats = await openTestNats();
  const sendTo = async (address: string) => {
    const messaging = createNatsMessaging({ url: address, subject: 'ceiba.events', timeoutMs: 60_000 });
    const outcome = await failure(messaging.send(message));
    await messaging.close();
    return outcome;
  };
  const address = nats.url.replace('nats://', 'tls://ceiba:secreto@');
  expect(await sendTo(address)).toBe('ConnectionError');
  expect([nats.logins, nats.published]).toEqual([[], []]);
  expect(await sendTo(address.replace('tls:', 'nats:'))).toBe('taken');
  expect(nats.logins).toMatchObject([expect.stringContaining('"pass":"secreto"')]);
  await nats.close();
});

test('[ANA-02] NATS: a refused, unanswered or undeliverable message does not count as sent', async () => {
  const nats = await openTestNats();
  const to = (timeoutMs: number) => createNatsMessaging({ url: nats.url, subject: 'ceiba.events', timeoutMs });
  const messaging = to(60_000);
  nats.answer.text = JSON.stringify({ error: { code: 503, description: 'no space' }, stream: 'CEIBA', seq: 0 });
  expect(await failure(messaging.send(message))).toBe('JetStreamApiError');
  nats.answer.text = 'no JSON';
  expect(await failure(messaging.send(message))).toBe('SyntaxError');
  nats.answer.text = null;
  const hasty = to(expectedSilenceMs);
  await expect.poll(() => failure(hasty.send(message))).toBe('TimeoutError');
  await hasty.close();
  await messaging.close();
  await nats.close();
  const away = to(60_000);
  expect(await failure(away.send(message))).toBe('ConnectionError');
});

test('the check of the service sends no message', async () => {
  expect(await createWebhookMessaging({ url, secret }).findFault()).toBeNull();
  expect(calls.map(({ text: sent }) => sent)).toEqual(['']);
  expect(await createWebhookMessaging({ url: 'http://127.0.0.1:9/', secret }).findFault()).toMatch(/^does not answer/);

  const nats = await openTestNats();
  const messaging = createNatsMessaging({ url: nats.url, subject: 'ceiba.events' });
  nats.answer.text = JSON.stringify({ total: 1, offset: 0, limit: 1024, streams: ['CEIBA'] });
  expect(await messaging.findFault()).toBeNull();
  nats.answer.text = JSON.stringify({ total: 0, offset: 0, limit: 1024, streams: null });
  expect(await messaging.findFault()).toBe('no stream keeps ceiba.events');
  expect(nats.published.map(({ subject, text: asked }) => [subject, asked])).toEqual(
    Array(2).fill(['$JS.API.STREAM.NAMES', '{"subject":"ceiba.events"}']),
  );
  await messaging.close();
  await nats.close();
  expect(await messaging.findFault()).toMatch(/^does not answer/);
});
