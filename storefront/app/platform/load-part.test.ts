import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWithRetries } from './load-part.ts';

const reload = vi.fn();

/** A tab with one build and a server that answers so. */
function openTab(server: () => Promise<{ ok: boolean }>): void {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    __reactRouterManifest: { version: 'a1' },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  vi.stubGlobal('location', { pathname: '/cart', reload });
  vi.stubGlobal('fetch', server);
}

/** Fails so many times, then answers. */
const failing = (times: number) => {
  let asked = 0;
  return async () => {
    asked += 1;
    if (asked <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([0, 1, 2])('a file that fails %i times arrives by itself', async (times) => {
  openTab(async () => ({ ok: true }));
  const loaded = loadWithRetries(failing(times));
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

test('a file that stays away loads the page anew where the server answers, once for a build', async () => {
  openTab(async () => ({ ok: true }));
  const left = loadWithRetries(failing(4)).catch(() => 'stays');
  await vi.runAllTimersAsync();
  expect(reload).toHaveBeenCalledTimes(1);
  // The browser asked its shopper, who would not leave.
  expect(await left).toBe('stays');
  const again = loadWithRetries(failing(4)).catch(() => 'failed');
  await vi.runAllTimersAsync();
  expect(await again).toBe('failed');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a line that comes back after the last try brings the file, and the page stays', async () => {
  openTab(async () => ({ ok: true }));
  const loaded = loadWithRetries(failing(3)).catch(() => 'failed');
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

test('a server that is away is no reason to leave the page', async () => {
  openTab(async () => {
    throw new TypeError('Failed to fetch');
  });
  const loaded = loadWithRetries(failing(3)).catch(() => 'failed');
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
});
