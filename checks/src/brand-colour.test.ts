import { expect, test } from 'vitest';
import { readSource } from './source-files.ts';

test('the default colours are the same in the domain and in the theme', () => {
  const theme = new Map(
    [...readSource('ui/src/theme.css').matchAll(/--color-quetzal-(\d+): (#[\da-f]{6});/g)].map(([, step, hex]) => [
      step,
      hex,
    ]),
  );
  const source = readSource('domain/src/policies/brand-colour.ts');
  const [, rows = ''] = /export const ownSteps = \{([\s\S]*?)\}/.exec(source) ?? [];
  const steps = new Map([...rows.matchAll(/(\d+): '(#[\da-f]{6})'/g)].map(([, step, hex]) => [step, hex]));
  expect(steps.size).toBe(11);
  expect(steps).toEqual(theme);
});
