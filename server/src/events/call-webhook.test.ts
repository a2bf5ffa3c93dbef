import { createServer, request } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isPublicAddress } from '../platform/limits/public-address.ts';
import { listenHere } from '../testing/listen-here.ts';
import { openWebhookReceiver, testWorld, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { callWebhook, signedHeaders, type WebhookWorld } from './call-webhook.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
});
beforeEach(() => {
  receiver.received = [];
  receiver.answer = (_received, response) => void response.writeHead(204).end();
});
afterAll(() => receiver.close());

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_b3RybyBzZWNyZXRvIGRlIGxhcyBwcnVlYmFzIQ==';
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', text: '{"test": 2432232314}' };
const moment = new Date(1_614_265_330_000);
const alone = { current: secret, previous: null };

const call = (changes: Partial<WebhookWorld> = {}, url = receiver.url) =>
  callWebhook(url, message, alone, new Date(), { ...testWorld, ...changes });

test('[HOOK-04] the signature equals the published test vector of Standard Webhooks', () => {
  expect(signedHeaders(message, alone, moment)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('[HOOK-04] the reference library verifies a message by both secrets of a rotation, and by no other', async () => {
  const now = new Date();
  await callWebhook(receiver.url, message, { current: secret, previous: other }, now, testWorld);
  const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  for (const known of [secret, other]) expect(new Webhook(known).verify(text, texts)).toEqual({ test: 2_432_232_314 });
  const stranger = new Webhook(`whsec_${Buffer.from('nobody knows of this one').toString('base64')}`);
  expect(() => stranger.verify(text, texts)).toThrow('No matching signature found');
  expect(() => new Webhook(secret).verify(`${text} `, texts)).toThrow('No matching signature found');
});

test.each([
  [200, null],
  [299, null],
  [302, 'status 302'],
  [400, 'status 400'],
  [410, 'status 410'],
  [500, 'status 500'],
])('[HOOK-06] an answer of %i: %s', async (status, error) => {
  receiver.answer = (_received, response) =>
    void response.writeHead(status, { location: receiver.url }).end('lo que dice');
  expect(await call()).toEqual({ status, error, answer: 'lo que dice' });
  expect(receiver.received).toHaveLength(1);
});

test('[HOOK-08] the first 2 kB of an answer are stored, even if it never ends or has invalid characters', async () => {
  receiver.answer = (_received, response) => {
    response.writeHead(500);
    response.on('error', () => {});
    response.write(`a\u0000${'b'.repeat(5_000)}`);
  };
  const { answer, status } = await call();
  expect([status, answer]).toEqual([500, `a�${'b'.repeat(2_046)}`]);
});

test('[HOOK-06] a silent endpoint times out', async () => {
  receiver.answer = () => {};
  expect(await call({ timeoutMs: expectedSilenceMs })).toEqual({ status: null, error: 'timeout', answer: '' });
});

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
  '[HOOK-03] a name that resolves to %s is not called, even if it also has a public address',
  async (address) => {
    const family = address.includes(':') ? 6 : 4;
    for (const addresses of [[address], ['8.8.8.8', address]]) {
      const resolve: WebhookWorld['resolve'] = (_name, _options, done) =>
        done(
          null,
          addresses.map((one) => ({ address: one, family })),
        );
      const answer = await call({ resolve, isPublic: isPublicAddress });
      expect(answer).toEqual({ status: null, error: 'PRIVATE_ADDRESS', answer: '' });
    }
    const host = family === 6 ? `[${address}]` : address;
    const numeric = await call({ isPublic: isPublicAddress }, `https://${host}:${new URL(receiver.url).port}/eventos`);
    expect(numeric.error).toBe('PRIVATE_ADDRESS');
    expect(receiver.received).toEqual([]);
  },
);

test('[HOOK-03] a name is resolved once per call, and the connection uses the checked address', async () => {
  let asked = 0;
  // The second resolution would lead to an internal address.
  const resolve: WebhookWorld['resolve'] = (_name, options, done) => {
    asked += 1;
    testWorld.resolve('', options, asked === 1 ? done : () => done(null, [{ address: '169.254.169.254', family: 4 }]));
  };
  const seen: string[] = [];
  const isPublic = (address: string): boolean => seen.push(address) > 0;
  expect((await call({ resolve, isPublic })).error).toBeNull();
  expect([asked, seen]).toEqual([1, ['127.0.0.1']]);
});

/** A self-signed certificate of erp.example, valid until 2119. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGKPjXVX+q+I6ReW8
CAEtS+EUCXdlpUmBopQi1GwmWmChRANCAAQuGVR+nRvFCHXk2podE7aDm1gcUyny
mFwxMlsIr4CGiCFzBXDjervD42xGo34epco+iy8I49Cx79ClXqoKCDmv
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUQc9QsQxELsl4IvTYyisY0KovwEIwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXJwLmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTEy
MDgwMDAwMDBaMBYxFDASBgNVBAMMC2VycC5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAELhlUfp0bxQh15NqaHRO2g5tYHFMp8phcMTJbCK+AhoghcwVw
43q7w+NsRqN+HqXKPosvCOPQse/QpV6qCgg5r6NrMGkwHQYDVR0OBBYEFJWg/UmS
MBvuU8Fvq1ud3KdZ0VGCMB8GA1UdIwQYMBaAFJWg/UmSMBvuU8Fvq1ud3KdZ0VGC
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILZXJwLmV4YW1wbGUwCgYIKoZI
zj0EAwIDSQAwRgIhAJA0jKFM2jxwq7YNFwAPIxVkLlR3qmPoAP4TpqjuEGk/AiEA
+L/rm9EbH6Yp7a7H/xoQLtw45VTWxR6r0K0Udsk3auc=
-----END CERTIFICATE-----`;

test('[HOOK-03] an untrusted certificate is refused, and a trusted certificate is accepted only for its name', async () => {
  const heard: string[] = [];
  const server = createServer({ key, cert }, (sent, response) => {
    heard.push(String(sent.headers['webhook-id']));
    sent.resume();
    sent.on('end', () => response.writeHead(204).end());
  });
  const port = await listenHere(server);
  const to = (host: string) => call({ request }, `https://${host}:${port}/eventos`);
  const known = getCACertificates();
  expect(await to('erp.example')).toEqual({ status: null, error: 'DEPTH_ZERO_SELF_SIGNED_CERT', answer: '' });
  try {
    // Trusted as if set by NODE_EXTRA_CA_CERTS.
    setDefaultCACertificates([...known, cert]);
    expect(await to('otro.example')).toMatchObject({ error: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(heard).toEqual([]);
    expect(await to('erp.example')).toEqual({ status: 204, error: null, answer: '' });
  } finally {
    setDefaultCACertificates(known);
  }
  expect(heard).toEqual([message.id]);
  await new Promise((done) => server.close(done));
});
