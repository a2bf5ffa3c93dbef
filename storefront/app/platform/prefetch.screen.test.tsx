import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { readLimitMs } from './prefetch.ts';
import { type BrowserKeys, prefetchScript } from './prefetch-script.ts';

const keys: BrowserKeys = { session: 'ceiba.customer', cart: 'ceiba.cart', cartChanges: 'ceiba.cart' };
const cartId = '1fec89d3-a02e-4ce7-b8eb-c986c6bff471';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  delete window.ceibaPrefetch;
  localStorage.clear();
  document.documentElement.removeAttribute('data-signed-in');
});

/** Records all fetches from now on. Each answer contains the number of fetches so far. */
const watchFetch = (answer: (count: number) => Promise<Response> | Response = (count) => Response.json({ count })) => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => answer(fetched.push(url) - 1));
  return fetched;
};

/** Runs the script as a page's HTML does, before everything else. */
const runPage = (names: Parameters<typeof prefetchScript>[0], params: Record<string, string> = {}): void => {
  const script = document.createElement('script');
  document.head.append(script);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  const html = prefetchScript(names, params, keys);
  new Function(html.slice('<script>'.length, -'</script>'.length))();
  expect(script.isConnected).toBe(false);
};

const signIn = (name = 'Ana'): void => localStorage.setItem(keys.session, JSON.stringify({ firstName: name }));

/** Returns which of the page's fetches was answered. */
const shownCount = async (call: () => Promise<Result<unknown, ApiError>>): Promise<unknown> => {
  const answer = await call();
  return answer.ok ? answer.value : answer.error.code;
};

const customer = () => api('getCustomer', {});
const cart = () => api('getCart', { params: { id: cartId } });

test('a prefetched answer is used once, and the next call is sent', async () => {
  const fetched = watchFetch();
  signIn();
  runPage(['getCustomer', 'listPasskeys']);
  expect(fetched).toEqual(['/v1/customers', '/v1/passkeys']);
  expect(await shownCount(customer)).toEqual({ count: 0 });
  expect(fetched).toHaveLength(2);
  expect(await shownCount(customer)).toEqual({ count: 2 });
});

test('without a session no account call is made, and without a cart no cart call', () => {
  const fetched = watchFetch();
  runPage(['getCustomer', 'getCart']);
  expect(fetched).toEqual([]);
  expect(document.documentElement.hasAttribute('data-signed-in')).toBe(false);
  localStorage.setItem(keys.cart, cartId);
  runPage(['getCustomer', 'getCart']);
  expect(fetched).toEqual([`/v1/carts/${cartId}`]);
});

test('a page marks a session before its scripts load', () => {
  watchFetch();
  signIn();
  runPage(['getCustomer']);
  expect(document.documentElement.hasAttribute('data-signed-in')).toBe(true);
});

test.each([
  ['signs out', () => localStorage.clear()],
  ['signs in as somebody else', () => signIn('Luis')],
])('a prefetched answer is dropped if another tab %s', async (_, change) => {
  const fetched = watchFetch();
  signIn();
  runPage(['getCustomer']);
  change();
  expect(await shownCount(customer)).toEqual({ count: 1 });
  expect(fetched).toHaveLength(2);
});

test('an answer from before a change of the page is not used after the change', async () => {
  const fetched = watchFetch();
  signIn();
  runPage(['getCustomer', 'listPasskeys']);
  await api('removePasskey', { params: { id: 'abc' } });
  expect(await shownCount(customer)).toEqual({ count: 3 });
  expect(fetched.at(-1)).toBe('/v1/customers');
});

test('a cart that another tab has changed since is fetched again', async () => {
  const channels: { onmessage?: (event: { data: string }) => void }[] = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        channels.push(this);
      }
    },
  );
  watchFetch();
  localStorage.setItem(keys.cart, cartId);
  runPage(['getCart']);
  const [channel] = channels;
  channel?.onmessage?.({ data: 'of another cart' });
  expect(Object.keys(window.ceibaPrefetch?.answers ?? {})).toEqual([`/v1/carts/${cartId}`]);
  channel?.onmessage?.({ data: cartId });
  expect(await shownCount(cart)).toEqual({ count: 1 });
});

test('an answer that is too old is fetched again', async () => {
  const fetched = watchFetch();
  signIn();
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  runPage(['getCustomer', 'listPasskeys']);
  now.mockReturnValue(1_000 + readLimitMs - 1);
  expect(await shownCount(customer)).toEqual({ count: 0 });
  now.mockReturnValue(1_000 + readLimitMs);
  expect(await shownCount(() => api('listPasskeys', {}))).toEqual({ count: 2 });
  expect(fetched).toHaveLength(3);
});

test('a failed prefetch is sent again immediately, but a timed-out prefetch is not', async () => {
  signIn();
  const fetched = watchFetch((count) =>
    count === 0 ? Promise.reject(new TypeError('lost')) : Response.json({ count }),
  );
  runPage(['getCustomer']);
  expect(await shownCount(customer)).toEqual({ count: 1 });
  expect(fetched).toHaveLength(2);
  const late = watchFetch(() => Promise.reject(Object.assign(new Error('late'), { name: 'TimeoutError' })));
  runPage(['getCustomer']);
  expect(await shownCount(customer)).toBe('TIMEOUT');
  expect(late).toHaveLength(1);
});

test('an address cannot end its script, and only GET calls are started', () => {
  watchFetch();
  signIn();
  const html = prefetchScript(['getOrder'], { number: '</script><script>alert(1)' }, keys);
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
  expect(html).toContain('/v1/orders/%3C%2Fscript%3E');
  expect(() => prefetchScript(['logout'], {}, keys)).toThrow('logout');
  expect(prefetchScript([], {}, keys)).toBe('');
});
