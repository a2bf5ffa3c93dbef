import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { atHead, importsIn, onDemand } from './app/platform/part-files.ts';
import { oldestBrowsers } from './browsers.ts';
import { chunkGroups, isOf } from './chunk-groups.ts';
import { inlineScripts } from './inline-scripts.ts';

/**
 * Makes dynamic imports use `loadPartFiles` instead of Vite's helper. That helper preloads scripts, which the shop does not
 * need, and adds a kilobyte to every page.
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
  /** Checks the scripts of the build for the written form of imports that `loadPartFiles` reads. */
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

/** A page or a layout may be the file whose parts others share. To separate the two, the bundler would add a file that re-exports the other. */
const wholeEntries: Plugin = {
  name: 'whole-entries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
};

/** Minifies the bundler's output once more: saves 0.4 kB (gzip) of home and product page, 0.9 kB of the checkout. */
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

/** A group contains its listed modules and everything they import. The first group that wants a module gets it. */
const groups = chunkGroups.map((group, place) => ({
  name: group.name,
  test: (id: string) => isOf(group, id),
  priority: chunkGroups.length - place,
}));

/** The name of a page or layout without its last word, and of the bundler's own runtime without its first: every importing file repeats them. */
const shortName = ({ name }: { name: string }): string =>
  `assets/${name.replace(/-page$|-layout$|^rolldown-/, '')}-[hash:7].js`;

/** The icon sprite is named up to two hundred times on a page. Server and browser build use the same name. */
const assetName = ({ names }: { names: string[] }): string =>
  `assets/${names.includes('icons.svg') ? 'i' : '[name]'}-[hash:7][extname]`;

export default defineConfig({
  plugins: [inlineScripts, partFiles, tailwindcss({ optimize: false }), reactRouter(), wholeEntries, secondPass],
  // The server loads everything anyway. In the browser build the check stays, because an ineffective split costs bytes there.
  environments: {
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
    // File names are in every importing file, and all of them in the list of routes: one letter less saves two hundred bytes per page. Seven letters
    // of the hash are the fewest that the bundler accepts for this many files.
    client: {
      build: {
        rolldownOptions: {
          output: { entryFileNames: shortName, chunkFileNames: shortName },
        },
      },
    },
  },
  // Development: all packages are pre-bundled at the start. If they were found page by page, they would load a second React, and reload the browser
  // during the first visits.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}', '!app/testing/**'] },
  build: {
    target: oldestBrowsers,
    // Fonts and pictures stay files: they are preloaded and cached separately, and the CSP allows no data: fonts.
    assetsInlineLimit: 0,
    // The server lists what a page needs. Vite's helper for preloading islands costs a kilobyte on every page.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups }, assetFileNames: assetName } },
  },
});
