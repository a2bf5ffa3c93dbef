import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

const assigned = 'window.__reactRouterManifest=';

/** Fields of a route that no browser reads: a page links the files of its routes itself, and no link prefetches (`prefetch`). */
const unread: readonly string[] = ['imports', 'hasDefaultExport'];

const isNothing = (value: unknown): boolean => value === false || (Array.isArray(value) && value.length === 0);

/** Removes unread and empty fields from the browsers' table of routes, which halves its compressed size. Throws if the build has no such table. */
const slimRouteTable = async (folder: string): Promise<void> => {
  const name = (await readdir(folder)).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error(`${folder} has no table of routes`);
  const file = join(folder, name);
  const text = await readFile(file, 'utf8');
  const { routes, entry, ...build } = JSON.parse(text.slice(assigned.length, text.lastIndexOf('}') + 1));
  const slim = JSON.stringify(routes, (key, value) => (unread.includes(key) || isNothing(value) ? undefined : value));
  const start = JSON.stringify({ entry: { module: entry.module, imports: [] }, ...build });
  await writeFile(file, `${assigned}${start.slice(0, -1)},"routes":${slim}};`);
};

export default {
  ssr: true,
  // The table of routes is small, and a cached page may outlive the server that could answer lazy discovery.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig, viteConfig }) =>
    slimRouteTable(join(reactRouterConfig.buildDirectory, 'client', viteConfig.build.assetsDir)),
} satisfies Config;
