import { expect, test } from 'vitest';
import { createTaggedCache as createCache } from './tagged-cache.ts';

const page = (...tags: string[]) => ({ tags });

const createTaggedCache = (maxBytes: number) => createCache(maxBytes, () => 5_600);

test('an invalidation drops only the pages that have one of its tags', () => {
  const cache = createTaggedCache(1_000_000);
  cache.put('/tv', page('product:TV-1', 'listing'), cache.begin());
  cache.put('/laptop', page('product:LA-1'), cache.begin());
  cache.invalidate(['product:TV-1']);
  expect(cache.get('/tv')).toBeUndefined();
  expect(cache.get('/laptop')).toBeDefined();
});

test('a page that was invalidated during its rendering is not cached', () => {
  const cache = createTaggedCache(1_000_000);
  const startedAt = cache.begin();
  cache.invalidate(['product:TV-1']);
  expect(cache.put('/tv', page('product:TV-1'), startedAt)).toBe(false);
  expect(cache.get('/tv')).toBeUndefined();
  expect(cache.put('/laptop', page('product:LA-1'), startedAt)).toBe(true);
});

test('an invalidation of * drops everything', () => {
  const cache = createTaggedCache(1_000_000);
  cache.put('/tv', page('product:TV-1'), cache.begin());
  cache.invalidate(['*']);
  expect(cache.size).toBe(0);
});

test('without memory nothing is cached', () => {
  const cache = createTaggedCache(0);
  expect(cache.put('/tv', page('product:TV-1'), cache.begin())).toBe(true);
  expect(cache.get('/tv')).toBeUndefined();
});

test('pages never exceed the memory limit, and of the pages requested once, the oldest is dropped first', () => {
  // A fifth of the memory is for pages on probation. This is enough for two pages.
  const cache = createTaggedCache(60_000);
  for (const name of ['a', 'b', 'c']) cache.put(name, page(name), cache.begin());
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('c')).toBeDefined();
});

test('a page that was requested again stays, however many other pages are requested once', () => {
  const cache = createTaggedCache(60_000);
  cache.put('/', page('content'), cache.begin());
  expect(cache.get('/')).toBeDefined();
  for (let count = 0; count < 2_000; count += 1) cache.put(`/search?q=${count}`, page('listing'), cache.begin());
  expect(cache.get('/')).toBeDefined();
});

test('the least recently used page requested twice returns to probation, and is then dropped', () => {
  const cache = createTaggedCache(60_000);
  const askTwice = (name: string): void => {
    cache.put(name, page(name), cache.begin());
    cache.get(name);
  };
  for (const name of ['first', ...Array.from({ length: 8 }, (_, index) => `later-${index}`)]) askTwice(name);
  expect(cache.peek('first')).toBeDefined();
  for (const name of ['x', 'y']) cache.put(name, page(name), cache.begin());
  expect(cache.peek('first')).toBeUndefined();
});

test.each([
  ['20,000 tags, one by one', 20_000, 1, true],
  ['20,001 tags, one by one', 20_001, 1, false],
  ['20,000 tags in 40 portions', 40, 500, true],
  ['20,500 tags in 41 portions', 41, 500, false],
])('a page is cached only if all invalidations since its start are remembered: %s', (_, count, size, isCached) => {
  const cache = createTaggedCache(1_000_000);
  const startedAt = cache.begin();
  const portion = Array.from({ length: size }, (_tag, index) => `other:${index}`);
  for (let times = 0; times < count; times += 1) cache.invalidate(portion);
  expect(cache.put('/tv', page('product:TV-1'), startedAt)).toBe(isCached);
  expect(cache.put('/tv', page('product:TV-1'), startedAt + 1)).toBe(true);
  cache.invalidate(['product:TV-1']);
  expect(cache.put('/tv', page('product:TV-1'), cache.begin() - 1)).toBe(false);
});
