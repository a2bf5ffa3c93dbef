import { expect, test } from 'vitest';
import { pageAddresses } from './page-address.ts';

const module = { default: () => null };
const routes = {
  shell: { id: 'shell', module },
  home: { id: 'home', parentId: 'shell', index: true, module },
  search: { id: 'search', parentId: 'shell', path: 'search', module },
  slug: { id: 'slug', parentId: 'shell', path: ':slug', module },
};

/** In these tests, a search reads only its words from the query. */
const addressOf = pageAddresses({ routes }, (routeId, params) => {
  const words = (params.get('q') ?? '').trim().slice(0, 200);
  return routeId === 'search' && words !== '' ? { q: words } : {};
});

test.each([
  ['/', '/'],
  ['/?z=1', '/'],
  ['//', '/'],
  ['//?z=1', '/'],
  ['/search', '/search'],
  ['/search/', '/search'],
  ['/%73earch?q=tv&utm_source=x', '/search?q=tv'],
  ['/search?z=1&q=+tv+&q=radio', '/search?q=tv'],
  ['/search?q=', '/search'],
  ['/a/../search?q=tv', '/search?q=tv'],
  ['http://somebody.else/search?q=tv', '/search?q=tv'],
  ['/televisor?q=tv', '/televisor'],
  ['/ca%C3%B1a', '/ca%C3%B1a'],
  ['/caña', '/ca%C3%B1a'],
  ['/search.data?q=tv&z=1', '/search.data?q=tv'],
  ['/search.data?_routes=made-up&q=tv', '/search.data?q=tv'],
  ['/search.data?_routes=search%2Cshell%2Csearch', '/search.data?_routes=search%2Cshell'],
])('%s has the key %s, which leaves out parts of the query that the page does not read', (address, key) => {
  expect(addressOf(address)?.key).toBe(key);
});

test('the address of a page that reads a query also has a key without the query', () => {
  expect(addressOf('/search?q=tv')).toEqual({
    key: '/search?q=tv',
    bareKey: '/search',
    whole: '/search?q=tv',
  });
});

test.each([
  ['/televisor?at=rosa&q=tv', '/televisor?at=rosa&q=tv'],
  ['//televisor/?at=rosa', '/televisor?at=rosa'],
  ['/televisor.data?at=rosa&_routes=slug', '/televisor.data?at=rosa&_routes=slug'],
  ['http://somebody.else/televisor?at=rosa', '/televisor?at=rosa'],
  ['/televisor', '/televisor'],
])('the whole address of %s is %s', (address, whole) => {
  expect(addressOf(address)?.whole).toBe(whole);
});

test.each(['*', 'search', '/%E0%A4%A'])('%s is not the address of a page', (address) => {
  expect(addressOf(address)).toBeUndefined();
});
