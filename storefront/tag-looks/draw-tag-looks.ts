import { tagLooks } from '@ceiba/domain/catalog/tags';

/** A class for each look of a tag, `.tag-sky` and so on. */
export const drawTagLooks = (): string =>
  [
    '/* Written from domain/src/catalog/tags.ts by `npm run tag-looks -w storefront`. */',
    ...Object.entries(tagLooks).map(
      ([look, { textColor, backgroundColor }]) =>
        `.tag-${look} {\n  color: ${textColor};\n  background-color: ${backgroundColor};\n}`,
    ),
    '',
  ].join('\n');
