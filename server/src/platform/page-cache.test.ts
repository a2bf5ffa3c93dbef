import { expect, test } from 'vitest';
import { PageBody } from './page-body.ts';
import { type CachedPage, createPageCache, lifetimeOf } from './page-cache.ts';

const page = (...tags: string[]): CachedPage => ({
  status: 200,
  tags,
  body: new PageBody({}, Buffer.alloc(1000), 4),
  freshUntil: 0,
  staleUntil: 0,
});

test('a purge drops the pages that carry one of its tags, and no other', () => {
  const cache = createPageCache(1_000_000);
  cache.put('/tv', page('product:TV-1', 'listing'), cache.startRender());
  cache.put('/laptop', page('product:LA-1'), cache.startRender());
  cache.purge(['product:TV-1']);
  expect(cache.get('/tv')).toBeUndefined();
  expect(cache.get('/laptop')).toBeDefined();
});

test('a page whose rendering a purge has overtaken is not kept: it shows what was before', () => {
  const cache = createPageCache(1_000_000);
  const startedAt = cache.startRender();
  cache.purge(['product:TV-1']);
  expect(cache.put('/tv', page('product:TV-1'), startedAt)).toBe(false);
  expect(cache.get('/tv')).toBeUndefined();
  expect(cache.put('/laptop', page('product:LA-1'), startedAt)).toBe(true);
});

test('catalog and * drop everything', () => {
  for (const tag of ['catalog', '*']) {
    const cache = createPageCache(1_000_000);
    cache.put('/tv', page('product:TV-1'), cache.startRender());
    cache.purge([tag]);
    expect(cache.size).toBe(0);
  }
});

test('pages never take more memory than allowed: of those asked for once, the oldest goes first', () => {
  // A fifth of it for pages on probation: two of them.
  const cache = createPageCache(60_000);
  for (const name of ['a', 'b', 'c']) cache.put(name, page(name), cache.startRender());
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('c')).toBeDefined();
});

test('what is asked for again stays, however many pages are asked for once', () => {
  const cache = createPageCache(60_000);
  cache.put('/', page('content'), cache.startRender());
  expect(cache.get('/')).toBeDefined();
  for (let count = 0; count < 2_000; count += 1) cache.put(`/search?q=${count}`, page('listing'), cache.startRender());
  expect(cache.get('/')).toBeDefined();
});

test('of the pages asked for again, who was not asked for lately goes back on probation, and from there', () => {
  const cache = createPageCache(60_000);
  const askTwice = (name: string): void => {
    cache.put(name, page(name), cache.startRender());
    cache.get(name);
  };
  for (const name of ['first', ...Array.from({ length: 8 }, (_, index) => `later-${index}`)]) askTwice(name);
  expect(cache.peek('first')).toBeDefined();
  for (const name of ['x', 'y']) cache.put(name, page(name), cache.startRender());
  expect(cache.peek('first')).toBeUndefined();
});

test('a rendering older than the remembered purges is not kept', () => {
  const cache = createPageCache(1_000_000);
  const startedAt = cache.startRender();
  for (let count = 0; count < 1_001; count += 1) cache.purge([`other:${count}`]);
  expect(cache.put('/tv', page('product:TV-1'), startedAt)).toBe(false);
});

const minute = 60_000;
test.each([
  ['no change is near', null, 1 * minute, 11 * minute, true],
  ['a change while it is fresh', 30_000, 30_000, 30_000, false],
  ['a change while it is stale', 5 * minute, 1 * minute, 5 * minute, false],
  ['a change while an outer cache may keep it', 22 * minute - 1, 1 * minute, 11 * minute, false],
  ['a change after that', 22 * minute, 1 * minute, 11 * minute, true],
])('[CAT-15] a page is kept no longer than its prices hold: %s', (_, change, fresh, stale, isShared) => {
  const madeAt = 1_000;
  const lifetime = lifetimeOf(madeAt, change === null ? null : madeAt + change);
  expect(lifetime).toEqual({ freshUntil: madeAt + fresh, staleUntil: madeAt + stale, isShared });
});
