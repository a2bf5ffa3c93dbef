import { once } from 'node:events';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenHere } from '../testing/listen-here.ts';
import { askCertificate } from './ask-certificate.ts';

/** A self-signed certificate, valid from 1 November to 1 December 2026. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNczSxgtJHBRF19gj
SqCr6hoLKmsZlpiocibQFuKAX3+hRANCAAQvlF3FZuiKZYfK5CtnkV+02GkYpJfY
UV3g7Sh1Y4mS6zc/0YyhDVRbOUtlTX8Ko4wZVOwJ2FqRG4o4MMExP47C
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUZz/MK4y2ns1b5lbuVRJGSTOFMPkwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOdGllbmRhLmludmFsaWQwHhcNMjYxMTAxMDAwMDAwWhcNMjYx
MjAxMDAwMDAwWjAZMRcwFQYDVQQDDA50aWVuZGEuaW52YWxpZDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABC+UXcVm6Iplh8rkK2eRX7TYaRikl9hRXeDtKHVjiZLr
Nz/RjKENVFs5S2VNfwqjjBlU7AnYWpEbijgwwTE/jsKjUzBRMB0GA1UdDgQWBBSC
SoFYXUUldhQdkV9wIkd75UynmzAfBgNVHSMEGDAWgBSCSoFYXUUldhQdkV9wIkd7
5UynmzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCICTb6EcOgExE
hdVkYTNNGLDbb5cvM39K+pp154H4elVDAiEAjoqN3gYBBbce4O0qSDlfF71fa5wc
z4pK43vKQKU9j3w=
-----END CERTIFICATE-----`;

const server = createServer({ key, cert });
let url: string;
beforeAll(async () => {
  url = `https://localhost:${await listenHere(server)}`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

test.each([
  ['2026-11-10T00:00:00Z', 'sound', /^holds until 2026-12-01$/],
  ['2026-11-20T00:00:00Z', 'look', /ends on 2026-12-01/],
  ['2026-12-02T00:00:00Z', 'broken', /ended on 2026-12-01/],
])('[OPS-23] on %s the doctor reports the certificate as %s', async (now, verdict, text) => {
  expect(await askCertificate(url, new Date(now))).toMatchObject([
    { verdict, about: 'certificate', text: expect.stringMatching(text) },
  ]);
});

test('an address without an answer is reported, and an address without TLS has no certificate', async () => {
  const now = new Date('2026-11-10T00:00:00Z');
  expect(await askCertificate('https://127.0.0.1:9', now)).toMatchObject([{ verdict: 'look' }]);
  expect(await askCertificate('http://127.0.0.1:9', now)).toEqual([]);
});
