import { readStored, writeStored } from '@ceiba/client/storage';
import { wait } from './wait.ts';

declare global {
  interface Window {
    /** React Router's list of the build's files. Its version changes with every build. */
    __reactRouterManifest?: {
      version: string;
      routes?: Record<string, { module: string; path?: string; parentId?: string }>;
    };
  }
}

/** Key in session storage: the build that this tab has already left by a reload. */
const storageKey = 'ceiba.leftBuild';

/** Milliseconds after a reload was requested. If the page still exists then, the browser asked the shopper, who refused to leave. */
const longestLoad = 30_000;

/** Key in session storage: the pending page load was started by the shop, not by the shopper. */
const ownLoadKey = 'ceiba.ownLoad';

export const isServerReachable = async (path = location.pathname): Promise<boolean> => {
  try {
    return (await fetch(path, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8_000) })).ok;
  } catch {
    return false;
  }
};

/** True if this tab has already left this build by a reload. A missing file then has another cause. */
export const hasReloadedFromBuild = (): boolean =>
  readStored('session', storageKey) === (window.__reactRouterManifest?.version ?? '');

/**
 * Reloads the page. Called when the server answers but a file of this build is missing, because the build is outdated. The page reloads once per
 * build, so that a file missing for another reason starts no loop. Resolves if the page stays.
 */
export async function reloadForNewBuild(): Promise<void> {
  if (hasReloadedFromBuild()) return;
  writeStored('session', storageKey, window.__reactRouterManifest?.version ?? '');
  writeStored('session', ownLoadKey, 'true');
  location.reload();
  await wait(longestLoad);
}

let isOwnLoad: boolean | undefined;

/** True if `reloadForNewBuild` loaded this page. The next load is a different one. */
export function wasReloadedForBuild(): boolean {
  if (isOwnLoad === undefined) {
    isOwnLoad = readStored('session', ownLoadKey) === 'true';
    writeStored('session', ownLoadKey, null);
  }
  return isOwnLoad;
}
