import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawTagLooks } from './draw-tag-looks.ts';

test('[DEC-26] the style sheet has the colours of the domain, and no other file has tag colours', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../app/platform/tag-looks.css')).toBe(drawTagLooks());
  expect(read('../../ui/src/theme.css')).not.toContain('--color-tag');
});
