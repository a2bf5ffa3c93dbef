import { wasReloadedForBuild } from './new-build.ts';

/**
 * Returns whether the browser still shows the address it loaded. Before hydration, "back" can change the address to one that
 * an earlier load of the shop left in the history, while the loaded page stays.
 */
export const isAtLoadedAddress = (): boolean => {
  const [load] = performance.getEntriesByType('navigation');
  if (load === undefined) return true;
  const { pathname, search } = new URL(load.name);
  return pathname === location.pathname && search === location.search;
};

/** Returns whether the page was opened by a reload, and not by an address, a link or the history. */
export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** Returns whether the shopper reloaded this page. Reloads by the shop do not count (CHK-12, CHK-13). */
export const isShoppersReload = (): boolean => isReload() && isAtLoadedAddress() && !wasReloadedForBuild();

/** Number of drawer entries (`ui/src/back-closes.tsx`) that the browser was asked to leave. */
let drawerEntriesToLeave = 0;

/**
 * Goes back past the history entries of drawers, because a freshly loaded page has no open drawer. The router is not notified: the page stays the
 * same.
 */
export const leaveDrawers = (event?: Event): void => {
  if (drawerEntriesToLeave > 0) event?.stopImmediatePropagation();
  drawerEntriesToLeave = history.state?.drawer ?? 0;
  if (drawerEntriesToLeave > 0) history.go(-drawerEntriesToLeave);
};
