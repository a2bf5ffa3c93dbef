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
