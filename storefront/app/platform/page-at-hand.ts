import { quietly, tryToLoad } from './load-part.ts';
import { isServerThere } from './new-build.ts';
import { wait } from './wait.ts';

/** Milliseconds until a page that cannot be had is tried again by itself; a line that is back is heard at once. */
const againMs = 3_000;

/** Scripts of a page and of its frames; none where no build has a table of routes. */
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

const fetchScripts = (files: string[]): Promise<unknown> =>
  Promise.all(files.map((file) => tryToLoad(() => import(/* @vite-ignore */ file))));

/** Fetches the scripts of a page that will be gone to; what fails says nothing. */
export const fetchPageAhead = (path: string): void => void fetchScripts(scriptsOf(path)).catch(() => {});

/**
 * Resolves when a page can be gone to: its scripts are there, and the server that has its data answers. The router would
 * load the page that is open anew instead, and what it knows would be lost.
 */
export async function untilPageAtHand(path: string): Promise<void> {
  const files = scriptsOf(path);
  if (files.length === 0) return;
  const reach = async (): Promise<void> => {
    await fetchScripts(files);
    if (!(await isServerThere(path))) throw new Error(path);
  };
  await quietly(reach, (back) => Promise.race([back, wait(againMs)]))();
}
