import { expect, test, vi } from 'vitest';

test('what a module sets and hears of the window begins anew with each page, in the order of loading', async () => {
  // A list of modules of its own.
  vi.resetModules();
  const { beginPage, holdState } = await import('./page-state.ts').finally(() => vi.resetModules());
  const told: string[] = [];
  const hold = (name: string) =>
    holdState(
      name,
      () => told.push(`${name} is set`),
      () => window.addEventListener('probe', () => told.push(`${name} hears`)),
    );
  hold('store');
  hold('page');
  window.dispatchEvent(new Event('probe'));
  beginPage();
  hold('store');
  beginPage();
  window.dispatchEvent(new Event('probe'));
  const [set, heard] = [
    ['store is set', 'page is set'],
    ['store hears', 'page hears'],
  ];
  expect(told).toEqual([...heard, ...set, ...set.toReversed(), ...heard.toReversed()]);
});
