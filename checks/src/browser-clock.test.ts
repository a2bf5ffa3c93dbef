import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/** Where a browser's own clock is right: durations, the shop's clock itself, and what a measuring service asks for. */
const ownClock = new Set([
  'storefront/app/platform/shop-time.ts',
  'storefront/app/orders/use-attempt.ts',
  'storefront/app/analytics/consent-watch.tsx',
]);

test('nothing that sells, ends or expires in the shop goes by the browser’s clock: `shopNow` of platform/shop-time.ts tells the shop’s time', () => {
  const others = listSources().filter(
    (file) =>
      file.startsWith('storefront/app/') &&
      !/\.test\.|\/testing\//.test(file) &&
      !ownClock.has(file) &&
      /new Date\(\)|Date\.now\(\)/.test(readSource(file)),
  );
  expect(others).toEqual([]);
});
