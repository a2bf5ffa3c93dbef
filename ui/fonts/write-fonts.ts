import { writeFileSync } from 'node:fs';
import { subsetFonts, subsetPaperFonts } from './subset-fonts.ts';

// Run `npm run fonts -w ui` after a change of subset-fonts.ts or of a font's version.
for (const { name, bytes } of await subsetFonts())
  writeFileSync(new URL(`../src/fonts/${name}.woff2`, import.meta.url), bytes);
for (const { name, bytes } of await subsetPaperFonts())
  writeFileSync(new URL(`../../server/src/papers/fonts/${name}.ttf`, import.meta.url), bytes);
