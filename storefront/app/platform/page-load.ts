/** How the browser came to the page that is open: a reload, or another way (an address, a link, its history). */
export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');
