import { writeFileSync } from 'node:fs';
import { drawSprite } from './draw-sprite.ts';

// Run `npm run icons -w ui` after a change of icon-names.ts or desk-icon-names.ts.
for (const file of ['icons.svg', 'desk-icons.svg'] as const)
  writeFileSync(new URL(`../src/${file}`, import.meta.url), await drawSprite(file));
