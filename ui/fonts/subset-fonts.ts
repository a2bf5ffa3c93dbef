import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/** Weights as used by `theme.css`: text from regular to bold, titles only in bold. */
const fonts = [
  {
    name: 'figtree',
    file: import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    wght: { min: 420, max: 720 },
  },
  {
    name: 'bricolage',
    file: import.meta.resolve(
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    ),
    wght: 720,
  },
];

const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index));
/** Extra letters for Spanish and prices. Others are rare (names of people and brands) and come from the system's font. */
const spanish = 'áéíóúüñÁÉÍÓÚÜÑ¿¡«»“”‘’ºª°·•…–—×½¼¾²³®©™€−′″←→\u00a0';

const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'calt', 'tnum'];

/** The shop's fonts with only the letters, weights and features that it uses: 29 kB instead of 62. */
export const subsetFonts = (): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(
    fonts.map(async ({ name, file, wght }) => ({
      name,
      bytes: await subsetFont(readFileSync(new URL(file)), ascii + spanish, {
        targetFormat: 'woff2',
        variationAxes: { wght },
        keepFeatures,
        noHinting: true,
      }),
    })),
  );

/** Letters of all western Europe: printed papers contain names of people, and have no system font to fall back on. */
const latin = String.fromCodePoint(...Array.from({ length: 96 }, (_, index) => 160 + index));

/** Figtree for papers (server/src/papers): regular and bold as separate fonts, as PDF requires. */
export const subsetPaperFonts = (): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(
    [420, 720].map(async (wght) => ({
      name: `figtree-${wght}`,
      bytes: await subsetFont(
        readFileSync(
          new URL(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')),
        ),
        ascii + spanish + latin,
        { targetFormat: 'sfnt', variationAxes: { wght }, keepFeatures: ['kern', 'tnum'], noHinting: true },
      ),
    })),
  );
