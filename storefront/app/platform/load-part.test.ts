import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWithRetries } from './load-part.ts';

const reload = vi.fn();

/** Simulates a tab with one build and a server that answers this way. */
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

/** A loader that fails this many times, then succeeds. */
const failing = (times: number) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module');
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

test.each([0, 1, 2])('a file that fails %i times loads by itself', async (times) => {
  openTab(async () => ({ ok: true }));
  const loaded = loadWithRetries(failing(times));
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

test('a file that stays missing reloads the page if the server answers, once per build', async () => {
  openTab(async () => ({ ok: true }));
  const loading = loadWithRetries(failing(4)).catch(() => 'stays');
  await vi.runAllTimersAsync();
  expect(reload).toHaveBeenCalledTimes(1);
  // The browser asked the shopper, who refused to leave.
  expect(await loading).toBe('stays');
  const again = loadWithRetries(failing(4)).catch(() => 'failed');
  await vi.runAllTimersAsync();
  expect(await again).toBe('failed');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a connection that returns after the last try loads the file, and the page stays', async () => {
  openTab(async () => ({ ok: true }));
  const loaded = loadWithRetries(failing(3)).catch(() => 'failed');
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

test('an unreachable server does not reload the page', async () => {
  openTab(async () => {
    throw new TypeError('Failed to fetch');
  });
  const loaded = loadWithRetries(failing(3)).catch(() => 'failed');
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
});
