import { expect, it } from 'vitest';
import { linesOf, type Report } from './browser-bench.ts';

/** A report with only the fields that `linesOf` reads. With `failed`, an accessibility audit costs points. */
const report = (speed: number | null, failed = false, shift = 0): Report => ({
  categories: Object.fromEntries(
    (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((id) => [
      id,
      {
        score: id === 'performance' ? speed : id === 'accessibility' && failed ? 0.96 : 1,
        auditRefs: id === 'accessibility' ? [{ id: 'label', weight: 7 }] : [],
      },
    ]),
  ),
  audits: { label: { score: failed ? 0 : 1 }, 'cumulative-layout-shift': { score: 1, numericValue: shift } },
  environment: { benchmarkIndex: 1_500 },
});

const home = { name: 'home', path: '/', isIndexed: true, visitor: 'stranger' } as const;

it('compares the median speed of the runs, and each category, with its target', () => {
  const lines = linesOf(home, [report(0.9), report(0.99), report(0.95)]);
  expect(lines.map(({ name, ratio, ok }) => [name, ratio, ok])).toEqual([
    ['lighthouse-home', 95, true],
    ['layout-shift-home', 0, true],
    ['home-a11y', 100, true],
    ['home-practices', 100, true],
    ['home-seo', 100, true],
  ]);
});

it('fails one point below the target, and lists the failed audits', () => {
  const [speed, shift, a11y] = linesOf(home, [report(0.94, true, 0.11)]);
  expect([speed?.ok, shift?.ok]).toEqual([false, false]);
  expect(a11y).toMatchObject({ ratio: 96, ok: false, detail: 'label' });
});

it('checks SEO only for pages that search engines may list', () => {
  const names = linesOf({ ...home, isIndexed: false }, [report(1)]).map(({ name }) => name);
  expect(names).not.toContain('home-seo');
});

it('refuses a page without a score', () => {
  expect(() => linesOf(home, [report(null)])).toThrow('not a valid number');
});
