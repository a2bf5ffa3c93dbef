import { tagLookOf } from '@ceiba/domain/catalog/tag-look';
import { tagLooks } from '@ceiba/domain/catalog/tags';

/** The style sheet with a class for each look of a tag: `.tag-05483b-d6f0e6` and so on. */
export const drawTagLooks = (): string =>
  [
    '/* Written from domain/src/catalog/tags.ts by `npm run tag-looks -w storefront`. */',
    ...Object.values(tagLooks).map(
      (colours) =>
        `.tag-${tagLookOf(colours)} {\n  color: ${colours.textColor};\n  background-color: ${colours.backgroundColor};\n}`,
    ),
    '',
  ].join('\n');
