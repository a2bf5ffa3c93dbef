import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/** Files that may use the browser's own clock: for durations, for the shop's clock itself, and for a measuring service. */
const ownClock = new Set([
  'storefront/app/platform/shop-time.ts',
  'storefront/app/orders/use-attempt.ts',
  'storefront/app/analytics/consent-watch.tsx',
]);

test('the storefront reads the time by `shopNow`, except in listed files', () => {
  const others = listSources().filter(
    (file) =>
      file.startsWith('storefront/app/') &&
      !/\.test\.|\/testing\//.test(file) &&
      !ownClock.has(file) &&
      /new Date\(\)|Date\.now\(\)/.test(readSource(file)),
  );
  expect(others).toEqual([]);
});
