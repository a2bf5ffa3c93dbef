import { tryToLoad } from '@ceiba/ui/try-to-load';
import { loadWithRetries, retryUntilLoaded } from './load-part.ts';
import { isServerReachable } from './new-build.ts';
import { fetchFiles } from './part-files.ts';

/** Scripts of a page and of its layouts. Empty without a build's table of routes. */
function scriptsOf(path: string): string[] {
  const routes = window.__reactRouterManifest?.routes ?? {};
  const files: string[] = [];
  let route = Object.values(routes).find((one) => `/${one.path}` === path);
  while (route !== undefined) {
    files.push(route.module);
    route = routes[route.parentId ?? ''];
  }
  return files;
}

/** Like an import on demand of a part: nothing is imported before it is fetched. */
const loadScripts = async (files: readonly string[]): Promise<void> => {
  await fetchFiles(files);
  await Promise.all(files.map((file) => tryToLoad(() => import(/* @vite-ignore */ file))));
};

/** Fetches the scripts of a page that will be opened. A failure is ignored. */
export const fetchPageAhead = (path: string): void =>
  void tryToLoad(() => loadScripts(scriptsOf(path))).catch(() => {});

/**
 * Resolves when a page can be opened: its scripts are loaded, and the server answers. Otherwise the router would reload the open page, and its state
 * would be lost.
 */
export async function preloadRoute(path: string): Promise<void> {
  const files = scriptsOf(path);
  if (files.length === 0) return;
  const reach = async (): Promise<void> => {
    if (!(await isServerReachable(path))) throw new Error(path);
  };
  await retryUntilLoaded(async () => {
    await loadWithRetries(() => loadScripts(files));
    // A page that does not answer says nothing about the build, so this starts no reload.
    await tryToLoad(reach);
  });
}
