import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { atHead, importsIn, onDemand } from './app/platform/part-files.ts';
import { oldestBrowsers } from './browsers.ts';
import { chunkGroups, isOf } from './chunk-groups.ts';
import { inlineScripts } from './inline-scripts.ts';

/**
 * Around every import on demand stands `loadPartFiles` in place of Vite's own helper, which looks ahead for scripts, as we
 * do not, and costs a kilobyte of every page.
 */
const partFiles: Plugin = {
  name: 'part-files',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadPartFiles as __vitePreload } from ${JSON.stringify(`${import.meta.dirname}/app/platform/part-files.ts`)}`
      : null,
  /** It reads in a script what that imports. */
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const [written, names] of [
        [atHead, file.imports],
        [onDemand, file.dynamicImports],
      ] as const) {
        const read = [...new Set(importsIn(file.code, written))].sort().join(' ');
        const imported = [...new Set(names)]
          .map((name) => `/${name}`)
          .sort()
          .join(' ');
        if (read !== imported)
          this.error(`part-files.ts takes the imports of ${file.fileName}, ${imported}, for ${read}`);
      }
    }
  },
};

/**
 * A page, or a frame, may be the file that others share parts of: the bundler's way to keep both apart is a file more, which
 * hands on what the other has.
 */
const wholeEntries: Plugin = {
  name: 'whole-entries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
};

/** Minifies the bundler's output once more: 0.4 kB (gzip) of home and product page, 0.9 of the checkout. */
const secondPass: Plugin = {
  name: 'second-pass',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: async (_, files) => {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      const compress = { passes: 3, keep_fargs: false, pure_getters: true };
      file.code = (await minify(file.code, { module: true, compress })).code ?? file.code;
    }
  },
};

/** A group takes what it lists and all that its modules import; what several want, the first of them has. */
const groups = chunkGroups.map((group, place) => ({
  name: group.name,
  test: (id: string) => isOf(group, id),
  priority: chunkGroups.length - place,
}));

/** The title of a page without its last word, which all of them have. */
const shortName = ({ name }: { name: string }): string => `assets/${name.replace(/-page$/, '')}-[hash:7].js`;

/** The sprite of icons is named up to two hundred times on a page. Server and browser build name it alike. */
const assetName = ({ names }: { names: string[] }): string =>
  `assets/${names.includes('icons.svg') ? 'i' : '[name]'}-[hash:7][extname]`;

export default defineConfig({
  plugins: [inlineScripts, partFiles, tailwindcss({ optimize: false }), reactRouter(), wholeEntries, secondPass],
  // On the server all is loaded anyway; the check stays for the browser, where a split that does not split costs bytes.
  environments: {
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
    // Names of files stand in every file that imports one, and all of them in the list of routes: one letter less is two
    // hundred bytes less on each page. Seven of the hash are the fewest the bundler takes for as many files.
    client: {
      build: {
        rolldownOptions: {
          output: { entryFileNames: shortName, chunkFileNames: shortName },
        },
      },
    },
  },
  // Development: all packages are prepared at the start. Found one page at a time, they would load a second React beside the
  // first, and the browser anew, in the middle of the first visits.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}', '!app/testing/**'] },
  build: {
    target: oldestBrowsers,
    // Fonts and pictures stay files: they are preloaded and cached by themselves, and the CSP allows no data: fonts.
    assetsInlineLimit: 0,
    // The server lists what a page needs; the helper that would look ahead for islands costs a kilobyte on every page.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups }, assetFileNames: assetName } },
  },
});
