import { expect, test } from 'vitest';
import { filesOf, isOfStaff, mayCache, pageOfData } from './kept-pages.ts';

const address = (path: string) => new URL(path, 'https://ceiba.example');

const answer = (headers: Record<string, string>, status = 200, redirected = false) => ({
  status,
  redirected,
  headers: new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, s-maxage=60, stale-while-revalidate=600',
    ...headers,
  }),
});

test.each([
  ['a public page', '/televisor-tv-0017', {}, true],
  ['a category of several segments', '/tv-y-video/televisores', {}, true],
  ['what somebody searched for', '/search?q=anillo', {}, false],
  ["what a mail's link carries", '/confirm-order?token=secret', {}, false],
  ['cart, checkout, account and confirmation', '/cart', { 'cache-control': 'private, no-store' }, false],
  ['a page until its price changes', '/televisor-tv-0017', { 'cache-control': 'private, no-cache' }, false],
  ['a page with gaps', '/', { 'cache-control': 'no-store' }, false],
  ['contradicting words', '/', { 'cache-control': 'public, No-Store' }, false],
  ['a page that says nothing', '/', { 'cache-control': '' }, false],
  ['an answer of the API', '/v1/products/TV-0017', { 'content-type': 'application/json' }, false],
])('%s: cached or not', (_what, path, headers, isKept) => {
  expect(mayCache(address(path), answer(headers))).toBe(isKept);
});

test('refusals, errors and redirected pages are not cached', () => {
  expect(mayCache(address('/gone'), answer({}, 404))).toBe(false);
  expect(mayCache(address('/'), answer({}, 503))).toBe(false);
  expect(mayCache(address('/old'), answer({}, 200, true))).toBe(false);
});

test('a page is cached with the files it names, each once, without product pictures', () => {
  const html = `<link rel="stylesheet" href="/assets/app-1a.css"/><link rel="modulepreload" href="/assets/a.js"/>
    <script>import * as route0 from "/assets/a.js"; import('/assets/b.js');</script><use href="/assets/icons-2.svg#cart"/>
    <img src="/art/logo.svg"/><img src="/media/abcdef0123/240.avif"/><img src="/assets/../v1/carts"/><a href="/cart">Carrito</a>`;
  expect(filesOf(html)).toEqual([
    '/assets/app-1a.css',
    '/assets/a.js',
    '/assets/b.js',
    '/assets/icons-2.svg',
    '/art/logo.svg',
  ]);
});

test.each([
  ['/televisor-tv-0017.data', '/televisor-tv-0017'],
  ['/tv-y-video/televisores.data?_routes=pages%2Fcategory-page', '/tv-y-video/televisores'],
  ['/_root.data', '/'],
  ['/search.data?q=anillo&_routes=pages%2Fsearch-page', '/search?q=anillo'],
])('%s is the data of the page %s', (path, page) => {
  expect(pageOfData(address(path))?.href).toBe(address(page).href);
});

test('no other call belongs to a page', () => {
  expect(pageOfData(address('/v1/carts/1'))).toBeNull();
  expect(pageOfData(address('/media/abc/240.avif'))).toBeNull();
});

test.each([
  ['/admin', true],
  ['/admin/ordenes', true],
  ['/administracion', false],
  ['/tiendas/admin', false],
])('[OFF-01] %s belongs to the staff: %s', (path, isTheirs) => {
  expect(isOfStaff(new URL(path, 'https://ceiba.example'))).toBe(isTheirs);
});
