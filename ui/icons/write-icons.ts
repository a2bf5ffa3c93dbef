import { writeFileSync } from 'node:fs';
import { drawSprite } from './draw-sprite.ts';

// `npm run icons -w ui`, after a change of icon-names.ts.
writeFileSync(new URL('../src/icons.svg', import.meta.url), await drawSprite());
