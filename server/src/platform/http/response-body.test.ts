import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';

const unpacking = vi.hoisted(() => ({ count: 0, now: 0, most: 0 }));
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  const brotliDecompress = (packed: Buffer, done: (error: Error | null, whole: Buffer) => void): void => {
    unpacking.count += 1;
    unpacking.now += 1;
    unpacking.most = Math.max(unpacking.most, unpacking.now);
    zlib.brotliDecompress(packed, (error, whole) => {
      unpacking.now -= 1;
      done(error, whole);
    });
  };
  return { ...zlib, brotliDecompress };
});
// Test files share a process. Another file may have loaded the module with the real zlib.
vi.resetModules();
const { encodingFor, ResponseBody } = await import('./response-body.ts');
afterAll(() => vi.resetModules());

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
])('a request with accept-encoding "%s" gets the encoding %s', (accepted, expected) => {
  expect(encodingFor(accepted)).toBe(expected);
});

const html = Buffer.from('<p>Televisores</p>'.repeat(200));

test('each encoding contains the same page, has its own length, and is made once', async () => {
  const page = new ResponseBody({ vary: 'accept-encoding' }, html, 4);
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

test('two concurrent requests cause one compression', () => {
  const page = new ResponseBody({}, html, 4);
  expect(page.in('gzip')).toBe(page.in('gzip'));
});

test('an empty body is not compressed', async () => {
  const { headers, body } = await new ResponseBody({ location: '/' }, Buffer.alloc(0), 4).in('br');
  expect(body).toHaveLength(0);
  expect(headers).toEqual(['location', '/', 'content-length', '0']);
});

const headerOf = (list: readonly string[], name: string) => list[list.indexOf(name) + 1];

test('a packed body has the same text in every encoding, with its length, and is much smaller', async () => {
  const text = JSON.stringify(
    Array.from({ length: 500 }, (_, id) => ({ id, title: 'Televisor Lumbrisa 55 pulgadas ñ' })),
  );
  const body = await new ResponseBody({ vary: 'accept-encoding' }, Buffer.from(text), 4).pack();
  expect(body.size).toBeLessThan(text.length / 3);
  const [brotli, zipped, plain] = [await body.in('br'), await body.in('gzip'), await body.in('identity')];
  expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
  expect(gunzipSync(zipped.body).toString()).toBe(text);
  expect(plain.body.toString()).toBe(text);
  for (const { headers, body: bytes } of [brotli, zipped, plain]) {
    expect(headerOf(headers, 'content-length')).toBe(String(bytes.length));
    expect(headerOf(headers, 'vary')).toBe('accept-encoding');
  }
  expect([brotli, zipped].map(({ headers }) => headerOf(headers, 'content-encoding'))).toEqual(['br', 'gzip']);
  expect(plain.headers).not.toContain('content-encoding');
  expect([body.in('br'), body.in('gzip')]).toEqual([brotli, zipped]);
});

test('packing leaves an empty body unchanged', async () => {
  const body = await new ResponseBody({}, Buffer.alloc(0), 4).pack();
  expect((await body.in('gzip')).body).toHaveLength(0);
});

test('concurrent requests for the uncompressed body share one decompressed copy', async () => {
  const body = await new ResponseBody({}, html, 4).pack();
  unpacking.count = 0;
  const [first, ...others] = await Promise.all(Array.from({ length: 300 }, () => body.in('identity')));
  const later = await body.in('identity');
  expect(first?.body).toEqual(html);
  expect([...others, later].filter(({ body: bytes }) => bytes !== first?.body)).toEqual([]);
  expect(unpacking.count).toBe(1);
});

test('at most two bodies are decompressed at the same time, with any encoding', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, () => new ResponseBody({}, html, 4).pack()));
  unpacking.most = 0;
  await Promise.all(bodies.map((body, index) => body.in(index % 2 === 0 ? 'identity' : 'gzip')));
  expect(unpacking.most).toBe(2);
});
