import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawTagLooks } from './draw-tag-looks.ts';

test('[DEC-26] the style sheet has the colours of the domain, and no other place of the shop has colours of tags', () => {
  const read = (name: string) => readFileSync(new URL(`../app/platform/${name}`, import.meta.url), 'utf8');
  expect(read('tag-looks.css')).toBe(drawTagLooks());
  expect(read('theme.css')).not.toContain('--color-tag');
});
