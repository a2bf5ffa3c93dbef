import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { oldestBrowsers } from '../browsers.ts';

// The last part of `npm run build -w storefront`: the worker and its offline page. They have fixed names and import nothing at run time, so the
// storefront's own build, which adds a hash to every file, cannot make them.
const here = new URL('./', import.meta.url);
const client = new URL('../build/client/', import.meta.url);
const pathOf = (name: string, folder: URL): string => fileURLToPath(new URL(name, folder));

const bundle = (source: string, fileName: string, define: Record<string, string> = {}) =>
  build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      target: oldestBrowsers,
      outDir: fileURLToPath(client),
      emptyOutDir: false,
      rolldownOptions: { input: pathOf(source, here), output: { format: 'iife', entryFileNames: fileName } },
    },
  });

await bundle('offline-page.ts', 'offline.js');
for (const name of ['offline.html', 'offline.css']) copyFileSync(pathOf(name, here), pathOf(name, client));

const release = createHash('sha256');
for (const name of ['offline.html', 'offline.css', 'offline.js']) release.update(readFileSync(new URL(name, client)));
await bundle('worker.ts', 'sw.js', { release: JSON.stringify(release.digest('hex').slice(0, 16)) });
