import { tryToLoad } from '@ceiba/ui/try-to-load';
import { loadWithRetries, retryUntilLoaded } from './load-part.ts';
import { isServerReachable } from './new-build.ts';
import { fetchFiles } from './part-files.ts';

/** Scripts of a page and of its layouts. Empty without a build's route manifest. */
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

/** Fetches all files before it imports any of them, as `loadPartFiles` does (record 0045). */
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
  const checkServer = async (): Promise<void> => {
    if (!(await isServerReachable(path))) throw new Error(path);
  };
  await retryUntilLoaded(async () => {
    await loadWithRetries(() => loadScripts(files));
    // If the server does not answer, the build may still be current. So this failure does not reload the page.
    await tryToLoad(checkServer);
  });
}
