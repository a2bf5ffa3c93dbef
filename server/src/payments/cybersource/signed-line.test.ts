import { expect, test } from 'vitest';
import { signedHeaders } from './signed-line.ts';

const keys = {
  merchantId: 'mymerchantid',
  keyId: '5f0c9b0e-5c8e-4c57-9a55-1f3b1a1c0001',
  secret: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'),
};
const now = new Date('2019-07-18T00:18:03Z');
const post = { method: 'POST', url: 'https://apitest.cybersource.com/pts/v2/payments', text: '{"a":"ñ"}' } as const;

// The two expected values were computed with openssl from the documented validation string.
test('the signature of a POST covers host, date, target, digest and merchant, in the documented form', () => {
  expect(signedHeaders(keys, post, now)).toEqual({
    'v-c-date': 'Thu, 18 Jul 2019 00:18:03 GMT',
    digest: 'SHA-256=duFFAiebNVQe7JJs4DnNqOVht3mQnMDK/kzL2E892vc=',
    'v-c-merchant-id': 'mymerchantid',
    signature:
      'keyid="5f0c9b0e-5c8e-4c57-9a55-1f3b1a1c0001", algorithm="HmacSHA256", ' +
      'headers="host v-c-date request-target digest v-c-merchant-id", signature="EPxL3HIEmTqXKx85KKRyNK8oFW4gKFx/jXV5atOrPv8="',
  });
});

test('the signature of a call without a body covers no digest', () => {
  const url = 'https://apitest.cybersource.com/tms/v1/paymentinstruments/ABC';
  const { signature, ...headers } = signedHeaders(keys, { method: 'DELETE', url }, now);
  expect(headers).toEqual({ 'v-c-date': 'Thu, 18 Jul 2019 00:18:03 GMT', 'v-c-merchant-id': 'mymerchantid' });
  expect(signature).toContain(
    'headers="host v-c-date request-target v-c-merchant-id", signature="H5PjGISHWERcp0v58QJ8LuiAbJfdeHEZFPfenqWPgd8="',
  );
});

test.each([
  ['the body', { text: '{"a":"n"}' }, keys, now],
  ['the path', { url: 'https://apitest.cybersource.com/pts/v2/voids' }, keys, now],
  ['the host', { url: 'https://api.cybersource.com/pts/v2/payments' }, keys, now],
  ['the method', { method: 'DELETE' as const }, keys, now],
  ['the moment', {}, keys, new Date(now.getTime() + 1_000)],
  ['the merchant', {}, { ...keys, merchantId: 'another' }, now],
  ['the secret', {}, { ...keys, secret: Buffer.from('another').toString('base64') }, now],
])('another %s leads to another signature', (_, change, other, moment) => {
  const original = signedHeaders(keys, post, now).signature;
  expect(signedHeaders(other, { ...post, ...change }, moment).signature).not.toBe(original);
});
