import { expect, test } from 'vitest';
import { drawSample } from './mutation-sample.ts';
import { moduleOf } from './reach.ts';
import { readSource } from './source-files.ts';

test('a seed always chooses the same functions, another seed chooses others', () => {
  expect(drawSample(7, 30)).toEqual(drawSample(7, 30));
  expect(drawSample(8, 30)).not.toEqual(drawSample(7, 30));
});

test('each of thirty files has a function with lines in the file, and tests in its folder', () => {
  const drawn = drawSample(7, 30);
  expect(new Set(drawn.map(({ file }) => file)).size).toBe(30);
  for (const { file, value, range, tests } of drawn) {
    const [, from, to] = /:(\d+)-(\d+)$/.exec(range) ?? [];
    expect(Number(from)).toBeLessThanOrEqual(Number(to));
    expect(Number(to)).toBeLessThanOrEqual(readSource(file).split('\n').length);
    expect(moduleOf(file).values.has(value)).toBe(true);
    expect(tests.length).toBeGreaterThan(0);
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    expect(tests.filter((one) => !one.startsWith(folder))).toEqual([]);
  }
});
