import { expect, test } from 'vitest';
import { lifetimeOf, sharedCacheControl, tagHeadersOf } from './response-cache.ts';

const minute = 60_000;
const ages = { fresh: minute, stale: 10 * minute };

test.each([
  ['no change is near', null, 1 * minute, 11 * minute],
  ['a change while it is fresh', 30_000, 30_000, 30_000],
  ['a change while it is stale', 5 * minute, 1 * minute, 5 * minute],
  ['a change after that', 11 * minute, 1 * minute, 11 * minute],
])('[CAT-15] a page is cached no longer than its prices are valid: %s', (_, change, fresh, stale) => {
  const madeAt = 1_000;
  const lifetime = lifetimeOf(madeAt, ages, change === null ? null : madeAt + change);
  expect(lifetime).toMatchObject({ freshUntil: madeAt + fresh, staleUntil: madeAt + stale });
});

test.each([
  ['no change is planned', null, 'public, s-maxage=60, stale-while-revalidate=600, stale-if-error=600'],
  ['a change after all of it', 660_000, 'public, s-maxage=60, stale-while-revalidate=600, stale-if-error=600'],
  ['a change while it may be renewed', 659_999, 'public, s-maxage=60, stale-while-revalidate=599, stale-if-error=599'],
  ['a change a second after it is fresh', 61_000, 'public, s-maxage=60, stale-while-revalidate=1, stale-if-error=1'],
  ['a change as it stops being fresh', 60_999, 'public, s-maxage=60'],
  ['a change while it is fresh', 59_999, 'public, s-maxage=59'],
  ['a change in a second', 1_000, 'public, s-maxage=1'],
  ['a change in less', 999, 'private, no-cache'],
  ['a change of before', -1, 'private, no-cache'],
])(
  '[CAT-15] outside caches may store a page only while its prices are valid, counted from its sending: %s',
  (_, change, control) => {
    const at = 1_764_000_000_000;
    const cacheControl = sharedCacheControl({ fresh: 60, stale: 600 }, change === null ? null : at + change);
    expect(cacheControl(at)).toBe(control);
  },
);

test('both tag headers together stay under 8 kB, and with more tags no outside cache may store the page', () => {
  expect(tagHeadersOf(['listing', 'product:A', 'listing'])).toEqual({
    'surrogate-key': 'listing product:A',
    'cache-tag': 'listing,product:A',
  });
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `product:${10_000 + index}`);
  const most = tagHeadersOf(tags(285)) ?? {};
  expect(Object.values(most).join('').length).toBeLessThan(8_000);
  expect(tagHeadersOf(tags(286))).toBeUndefined();
});
