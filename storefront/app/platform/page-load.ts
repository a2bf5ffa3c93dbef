import { wasOwnLoad } from './new-build.ts';

/**
 * Whether the browser still shows the address it loaded. Before the scripts have come, its history can have led to
 * another one that an earlier load of the shop left there, and the page is still the one that was loaded.
 */
export const isAtLoadedAddress = (): boolean => {
  const [load] = performance.getEntriesByType('navigation');
  if (load === undefined) return true;
  const { pathname, search } = new URL(load.name);
  return pathname === location.pathname && search === location.search;
};

/** How the browser came to the page that is open: a reload, or another way (an address, a link, its history). */
export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** The shopper loaded this very page anew; a load of the shop's own is none (CHK-12, CHK-13). */
export const isShoppersReload = (): boolean => isReload() && isAtLoadedAddress() && !wasOwnLoad();

/** Entries of drawers (`ui/src/back-closes.tsx`) that the browser has been asked to leave. */
let left = 0;

/**
 * A page that was loaded stands without its drawers: the entries they have in the browser's history are left, of which
 * the router hears nothing, as the page stays the same.
 */
export const leaveDrawers = (event?: Event): void => {
  if (left > 0) event?.stopImmediatePropagation();
  left = history.state?.drawer ?? 0;
  if (left > 0) history.go(-left);
};
