import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawSprite } from './draw-sprite.ts';

it('has the sprite that icon-names.ts asks for', async () => {
  const written = readFileSync(new URL('../src/icons.svg', import.meta.url), 'utf8');
  expect(written).toBe(await drawSprite());
});
