import { writeFileSync } from 'node:fs';
import { drawSprite } from './draw-sprite.ts';

// `npm run icons -w storefront`, after a change of icon-names.ts.
writeFileSync(new URL('../app/ui/icons.svg', import.meta.url), await drawSprite());
