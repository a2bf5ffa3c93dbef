import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawSprite } from './draw-sprite.ts';

it.each(['icons.svg', 'desk-icons.svg'] as const)('the sprite matches its list of names: %s', async (file) => {
  const written = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  expect(written).toBe(await drawSprite(file));
});
