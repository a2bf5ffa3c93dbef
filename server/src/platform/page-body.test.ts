import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodingFor, PageBody } from './page-body.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.0, br;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['', 'identity'],
  ['br; q=0.001', 'br'],
  ['gzip ; q=0, *', 'identity'],
  [`${'a;'.repeat(4_000)}q=0, gzip`, 'gzip'],
])('accept-encoding "%s" gets %s', (accepted, expected) => {
  expect(encodingFor(accepted)).toBe(expected);
});

const html = Buffer.from('<p>Televisores</p>'.repeat(200));

test('each encoding is the same page, made once, with its length', async () => {
  const page = new PageBody({ vary: 'accept-encoding' }, html, 4);
  const [brotli, gzipped, plain] = [await page.in('br'), await page.in('gzip'), await page.in('identity')];
  expect([brotliDecompressSync(brotli.body), gunzipSync(gzipped.body), plain.body]).toEqual([html, html, html]);
  expect(brotli.headers).toEqual([
    'vary',
    'accept-encoding',
    'content-length',
    String(brotli.body.length),
    'content-encoding',
    'br',
  ]);
  expect(plain.headers).toEqual(['vary', 'accept-encoding', 'content-length', String(html.length)]);
  expect(page.in('br')).toBe(brotli);
});

test('two who ask at once cause one compression', () => {
  const page = new PageBody({}, html, 4);
  expect(page.in('gzip')).toBe(page.in('gzip'));
});

test('what is empty stays as it is', async () => {
  const { headers, body } = await new PageBody({ location: '/' }, Buffer.alloc(0), 4).in('br');
  expect(body).toHaveLength(0);
  expect(headers).toEqual(['location', '/', 'content-length', '0']);
});
