import { expect, onTestFinished, test, vi } from 'vitest';

/** Simulates how the browser came to the page, and whether the shop had reloaded it. */
const openedBy = async (type: string, { at = '/checkout', wasOwn = false } = {}) => {
  vi.resetModules();
  window.history.replaceState(null, '', '/checkout');
  if (wasOwn) sessionStorage.setItem('ceiba.ownLoad', 'true');
  const load = { name: `${window.location.origin}${at}`, type };
  vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [load] });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
  });
  return (await import('./page-load.ts')).isShoppersReload();
};

test('only a shopper’s reload of this page counts as a reload', async () => {
  expect(await openedBy('reload')).toBe(true);
  expect(await openedBy('navigate')).toBe(false);
  expect(await openedBy('reload', { at: '/cart' })).toBe(false);
  expect(await openedBy('reload', { at: '/checkout?a=1' })).toBe(false);
  expect(await openedBy('reload', { wasOwn: true })).toBe(false);
  // The next load is no longer a reload by the shop.
  expect(await openedBy('reload')).toBe(true);
});
