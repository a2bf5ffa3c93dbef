import type { Result } from 'lighthouse';
import { expect, it } from 'vitest';
import { linesOf } from './browser-bench.ts';

/** As much of a report as the lines are made of; `failed` is an audit of accessibility that costs points. */
const report = (
  speed: number | null,
  failed = false,
  shift = 0,
): Pick<Result, 'categories' | 'audits' | 'environment'> => ({
  categories: Object.fromEntries(
    (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((id) => [
      id,
      {
        id,
        title: id,
        score: id === 'performance' ? speed : id === 'accessibility' && failed ? 0.96 : 1,
        auditRefs: id === 'accessibility' ? [{ id: 'label', weight: 7 }] : [],
      },
    ]),
  ),
  audits: {
    label: { id: 'label', title: '', description: '', score: failed ? 0 : 1, scoreDisplayMode: 'binary' },
    'cumulative-layout-shift': {
      id: 'cumulative-layout-shift',
      title: '',
      description: '',
      score: 1,
      scoreDisplayMode: 'numeric',
      numericValue: shift,
    },
  },
  environment: { networkUserAgent: '', hostUserAgent: '', benchmarkIndex: 1_500 },
});

const home = { name: 'home', path: '/', isIndexed: true, visitor: 'stranger' } as const;

it('takes the median speed of the runs, and judges each category by its bar', () => {
  const lines = linesOf(home, [report(0.9), report(0.99), report(0.95)]);
  expect(lines.map(({ name, ratio, ok }) => [name, ratio, ok])).toEqual([
    ['lighthouse-home', 95, true],
    ['layout-shift-home', 0, true],
    ['home-a11y', 100, true],
    ['home-practices', 100, true],
    ['home-seo', 100, true],
  ]);
});

it('misses the bar a point below, and names what failed', () => {
  const [speed, shift, a11y] = linesOf(home, [report(0.94, true, 0.11)]);
  expect([speed?.ok, shift?.ok]).toEqual([false, false]);
  expect(a11y).toMatchObject({ ratio: 96, ok: false, detail: 'label' });
});

it('judges for search engines only what they may list', () => {
  const names = linesOf({ ...home, isIndexed: false }, [report(1)]).map(({ name }) => name);
  expect(names).not.toContain('home-seo');
});

it('refuses a page that could not be judged', () => {
  expect(() => linesOf(home, [report(null)])).toThrow('no figure');
});
