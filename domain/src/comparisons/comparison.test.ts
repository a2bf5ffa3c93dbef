import { describe, expect, test } from 'vitest';
import {
  type Comparison,
  comparisonLimit,
  comparisonRows,
  ofOneKind,
  replaceComparison,
  storedComparisons,
  toggleCompared,
} from './comparison.ts';

const televisions = (...slugs: string[]): Comparison => ({ kind: 1101, title: 'Televisores', slugs });
const laptops = (...slugs: string[]): Comparison => ({ kind: 1201, title: 'Laptops', slugs });
const television = (slug: string) => ({ kind: 1101, kindTitle: 'Televisores', slug });

describe('choosing', () => {
  test.each<[string, Comparison[], string, Comparison[]]>([
    ['the first of a kind', [], 'a', [televisions('a')]],
    ['another product', [televisions('a')], 'b', [televisions('a', 'b')]],
    ['the fourth product', [televisions('a', 'b', 'c')], 'd', [televisions('a', 'b', 'c', 'd')]],
    ['a second choice removes the product', [televisions('a', 'b')], 'a', [televisions('b')]],
    [
      'a second choice removes a product of a full comparison',
      [televisions('a', 'b', 'c', 'd')],
      'b',
      [televisions('a', 'c', 'd')],
    ],
    ['a second choice of the last product ends the comparison', [televisions('a'), laptops('x')], 'a', [laptops('x')]],
    ['each kind has its own comparison, the last used first', [laptops('x')], 'a', [televisions('a'), laptops('x')]],
  ])('%s', (_, comparisons, slug, expected) => {
    expect(toggleCompared(comparisons, television(slug))).toEqual({ ok: true, value: expected });
  });

  test('a fifth product is refused, and the first four stay', () => {
    const full = [televisions('a', 'b', 'c', 'd')];
    expect(full[0]?.slugs).toHaveLength(comparisonLimit);
    expect(toggleCompared(full, television('e'))).toEqual({ ok: false, error: { code: 'comparison_full' } });
  });

  test('the least recently used kind is dropped', () => {
    const kept = Array.from({ length: storedComparisons }, (_, kind) => ({ kind, title: `${kind}`, slugs: ['x'] }));
    const chosen = toggleCompared(kept, television('a'));
    expect(chosen).toEqual({ ok: true, value: [televisions('a'), ...kept.slice(0, -1)] });
  });

  test('products in an address replace the chosen products, without duplicates and up to four', () => {
    const known = [laptops('x'), televisions('a')];
    expect(replaceComparison(known, televisions('b', 'b', 'c', 'd', 'e', 'f'))).toEqual([
      televisions('b', 'c', 'd', 'e'),
      laptops('x'),
    ]);
    expect(replaceComparison(known, televisions())).toEqual([laptops('x')]);
  });
});

describe('side by side', () => {
  const product = (id: string, ...path: number[]) => ({
    id,
    categories: path.map((category) => ({ id: category, title: `${category}` })),
  });

  test('the kind is the last category, and products without this category are left out', () => {
    const products = [product('a', 1, 3, 11), product('b', 1, 3, 12), product('c', 2, 11), product('d')];
    const { compared, others } = ofOneKind(products);
    expect(compared.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(others.map(({ id }) => id)).toEqual(['b', 'd']);
    expect(ofOneKind([product('d'), product('e')]).compared).toEqual([]);
    expect(ofOneKind([])).toEqual({ compared: [], others: [] });
  });

  test('each property has a row, which shows whether its values differ', () => {
    const of = (...rows: [string, string][]) => ({
      attributes: rows.map(([code, value]) => ({ code, label: code.toUpperCase(), value })),
    });
    expect(comparisonRows([of(['size', '55'], ['panel', 'LED']), of(['size', '55'], ['hdr', 'Sí'])])).toEqual([
      { code: 'size', label: 'SIZE', values: ['55', '55'], isDifferent: false },
      { code: 'panel', label: 'PANEL', values: ['LED', null], isDifferent: true },
      { code: 'hdr', label: 'HDR', values: [null, 'Sí'], isDifferent: true },
    ]);
    expect(comparisonRows([])).toEqual([]);
  });

  test('a property with two labels shows the first', () => {
    const of = (label: string) => ({ attributes: [{ code: 'size', label, value: '55' }] });
    expect(comparisonRows([of('Pantalla'), of('Tamaño')]).map(({ label }) => label)).toEqual(['Pantalla']);
  });
});

test('[ZOOM-05] attributes with the same role share a row, although their codes differ', () => {
  const of = (code: string, value: string) => ({ attributes: [{ code, label: 'Alto', value, role: 'alto' }] });
  expect(comparisonRows([of('alto', '157 cm'), of('altura', '180 cm')])).toMatchObject([
    { label: 'Alto', values: ['157 cm', '180 cm'], isDifferent: true },
  ]);
});
