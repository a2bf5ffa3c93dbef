import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { subsetFonts, subsetPaperFonts } from './subset-fonts.ts';

it('the font files match subset-fonts.ts, and have 30 kB together at most', async () => {
  let sum = 0;
  for (const { name, bytes } of await subsetFonts()) {
    expect(readFileSync(new URL(`../src/fonts/${name}.woff2`, import.meta.url)).equals(bytes), name).toBe(true);
    sum += bytes.length;
  }
  expect(sum).toBeLessThanOrEqual(30_000);
});

it('the fonts of printed papers match subset-fonts.ts', async () => {
  for (const { name, bytes } of await subsetPaperFonts()) {
    expect(
      readFileSync(new URL(`../../server/src/papers/fonts/${name}.ttf`, import.meta.url)).equals(bytes),
      name,
    ).toBe(true);
  }
});
