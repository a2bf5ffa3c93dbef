import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PackedBody } from './packed-body.ts';

const text = JSON.stringify(
  Array.from({ length: 500 }, (_, id) => ({ id, title: 'Televisor Lumbrisa 55 pulgadas ñ' })),
);
const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };

const headerOf = (list: readonly string[], name: string) => list[list.indexOf(name) + 1];

test('a packed answer is the same text in every encoding, with its length, and takes a fraction of its size', async () => {
  const body = await PackedBody.of(headers, text);
  expect(body.size).toBeLessThan(text.length / 3);
  const brotli = await body.in('br');
  const gzip = await body.in('gzip');
  const plain = await body.in('identity');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
  expect(gunzipSync(gzip.body).toString()).toBe(text);
  expect(plain.body.toString()).toBe(text);
  for (const { headers: sent, body: bytes } of [brotli, gzip, plain]) {
    expect(headerOf(sent, 'content-length')).toBe(String(bytes.length));
    expect(headerOf(sent, 'vary')).toBe('accept-encoding');
  }
  expect([brotli, gzip].map(({ headers: sent }) => headerOf(sent, 'content-encoding'))).toEqual(['br', 'gzip']);
  expect(plain.headers).not.toContain('content-encoding');
  expect(await body.in('gzip')).toBe(gzip);
});
