import { expect, test } from 'vitest';
import { explainRequirement } from './why.ts';

test('the text of a requirement ends before the next requirement in its line, and lists the tests', () => {
  const answer = explainRequirement('DEC-204') ?? '';
  expect(answer).toMatch(/^\*\*DEC-204\*\* the first segment of any path/);
  expect(answer).not.toContain('**DEC-205**');
  expect(answer).toMatch(/docs\/spec\/desk\.md:\d+/);
  expect(explainRequirement('CART-21')).toMatch(/\.test\.tsx?:\d+\n {4}\[(?:.*, )?CART-21/);
});

test('an ID that no document defines has no text', () => {
  expect(explainRequirement('DEC-999')).toBeUndefined();
});
