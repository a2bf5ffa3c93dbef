import { readStored, writeStored } from '@ceiba/client/storage';
import { wait } from './wait.ts';

declare global {
  interface Window {
    /** React Router's list of the build's files; its version changes with every build. */
    __reactRouterManifest?: {
      version: string;
      routes?: Record<string, { module: string; path?: string; parentId?: string }>;
    };
  }
}

/** Session storage: the build this tab has already left by loading itself anew. */
const storageKey = 'ceiba.leftBuild';

/** Milliseconds after which a page that is still here stays: the browser has asked its shopper, who would not leave. */
const longestLoad = 30_000;

/** Session storage: the load under way was the shop's own, not the shopper's. */
const ownLoadKey = 'ceiba.ownLoad';

export const isServerThere = async (path = location.pathname): Promise<boolean> => {
  try {
    return (await fetch(path, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8_000) })).ok;
  } catch {
    return false;
  }
};

/** True where this tab has already left this build by loading itself anew: a file of it is missing for another reason then. */
export const hasLeftBuild = (): boolean =>
  readStored('session', storageKey) === (window.__reactRouterManifest?.version ?? '');

/**
 * Loads the page anew. Call it when the server answers but a file of this build is missing: the build is an old one. The page
 * reloads once for a build, so that a file that is missing for another reason starts no circle. Resolves when the page stays.
 */
export async function reloadForNewBuild(): Promise<void> {
  if (hasLeftBuild()) return;
  writeStored('session', storageKey, window.__reactRouterManifest?.version ?? '');
  writeStored('session', ownLoadKey, 'true');
  location.reload();
  await wait(longestLoad);
}

let isOwnLoad: boolean | undefined;

/** True where `reloadForNewBuild` loaded this page; the load after it is another. */
export function wasOwnLoad(): boolean {
  if (isOwnLoad === undefined) {
    isOwnLoad = readStored('session', ownLoadKey) === 'true';
    writeStored('session', ownLoadKey, null);
  }
  return isOwnLoad;
}
