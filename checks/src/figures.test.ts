import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/** Sums that `domain/src/reports/figures.ts` defines, in the form of a second definition. The guard has separate sums on purpose. */
const secondDefinitions: readonly (readonly [figure: string, sum: RegExp])[] = [
  ['refund', /points_?amount\b\s*\+|\+\s*[\w.]*points_?amount\b/i],
  ['unitsWorth', /amount\s*-\s*[\w.]*shortfall\b/],
  ['goods', /subtotal\s*-\s*[\w.]*donation\b/],
  ['netSales', /total\s*-\s*[\w.]*shipping\b/],
];

test('a figure has one definition: no statement or program sums its parts a second time', () => {
  const found = listSources()
    .filter(
      (file) =>
        /^(?:server|desk|domain|contract)\//.test(file) && !/\.test\.tsx?$|\/invariants\/|\/testing\//.test(file),
    )
    .filter((file) => !/\/(?:figures|figure-sql)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readSource(file).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
      return secondDefinitions.filter(([, sum]) => sum.test(text)).map(([figure]) => `${file}: ${figure}`);
    });
  expect(found).toEqual([]);
});
