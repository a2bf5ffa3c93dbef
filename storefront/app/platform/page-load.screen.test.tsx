import { expect, onTestFinished, test, vi } from 'vitest';

/** The browser's own word on how it came to the page, and whether the shop had loaded it itself. */
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

test('a shopper has loaded this page anew: not the shop, nor another page, nor by a link', async () => {
  expect(await openedBy('reload')).toBe(true);
  expect(await openedBy('navigate')).toBe(false);
  expect(await openedBy('reload', { at: '/cart' })).toBe(false);
  expect(await openedBy('reload', { at: '/checkout?a=1' })).toBe(false);
  expect(await openedBy('reload', { wasOwn: true })).toBe(false);
  // The load after the shop's own is another.
  expect(await openedBy('reload')).toBe(true);
});
