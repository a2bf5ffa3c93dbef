import { arrivalMs } from '@ceiba/contract/client';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { readOpenLink, setOpenLink } from './open-link.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  setOpenLink(null);
});

test('a form times out later than the server’s own limit for its arrival', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return new AbortController().signal;
  });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async () => Response.json({ status: 201, data: { returnNumber: 'D-100001' } }));
  expect((await api('requestReturn', { body: new FormData() })).ok).toBe(true);
  expect(limits).toHaveLength(1);
  // Pictures are decoded and stored after the last byte has arrived: each may take some ten seconds.
  expect(limits[0]).toBeGreaterThanOrEqual(arrivalMs + 30_000);
});

test.each([
  ['setCartDonation', 'the open link', true],
  ['setCartDonation', 'an earlier link', false],
  ['findPlacement', 'the open link', false],
] as const)(
  '[DEC-213] after a refusal of %s with the token of %s, the page checks its link again: %s',
  async (name, whose, isAsked) => {
    vi.stubGlobal('window', {});
    const [first, second] = ['1', '2'].map((end) => ({
      ...{ linkId: `00000000-0000-4000-8000-0000000000c${end}`, cartId: `00000000-0000-4000-8000-0000000000d${end}` },
      token: `link.${end}.abc`,
    }));
    if (first === undefined || second === undefined) throw new Error('two links');
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => answer.promise);
    setOpenLink(first);
    const id = first.cartId;
    const sent =
      name === 'findPlacement'
        ? api(name, { body: { cartId: id, keys: [] } })
        : api(name, { params: { id }, body: { donation: 5 } });
    const isSame = whose === 'the open link';
    if (!isSame) setOpenLink(second);
    const error = { code: 'UNAUTHORIZED', message: '', metadata: { mgtoCode: 'UNAUTHORIZED' } };
    answer.resolve(Response.json({ status: 401, message: '', error }, { status: 401 }));
    expect((await sent).ok).toBe(false);
    expect(readOpenLink()?.cartId).toBe(isAsked ? null : (isSame ? first : second).cartId);
  },
);
