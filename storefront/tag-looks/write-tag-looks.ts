import { writeFileSync } from 'node:fs';
import { drawTagLooks } from './draw-tag-looks.ts';

// Run `npm run tag-looks -w storefront` after a change of the domain's table.
writeFileSync(new URL('../app/platform/tag-looks.css', import.meta.url), drawTagLooks());
