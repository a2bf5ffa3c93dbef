import { writeFileSync } from 'node:fs';
import { drawSprite } from './draw-sprite.ts';

// `node icons/write-icons.ts` in storefront/, after a change of icon-names.ts.
writeFileSync(new URL('../app/ui/icons.svg', import.meta.url), await drawSprite());
