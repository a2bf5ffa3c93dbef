import { arrivalMs } from '@ceiba/contract/client';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { keepOpenLink, type OpenLink, readOpenLink } from './open-link.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  keepOpenLink(null);
});

test('a form is waited for beyond the time in which the server lets it arrive', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return new AbortController().signal;
  });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async () => Response.json({ status: 201, data: { returnNumber: 'D-100001' } }));
  expect((await api('requestReturn', { body: new FormData() })).ok).toBe(true);
  expect(limits).toHaveLength(1);
  // Pictures are opened and kept after the last byte has come: each may take some ten seconds.
  expect(limits[0]).toBeGreaterThanOrEqual(arrivalMs + 30_000);
});

test.each([
  ['another link', '00000000-0000-4000-8000-0000000000d2', 'first'],
  ['the same link', '00000000-0000-4000-8000-0000000000d1', 'second'],
  ['no link', null, 'first'],
])('a refusal that comes when %s is open by then is told of the link it was asked for', async (_, next, teller) => {
  vi.stubGlobal('window', {});
  const told: string[] = [];
  const linkOf = (cartId: string, name: string): OpenLink => ({
    ...{ linkId: cartId, cartId, token: 'link.1.abc' },
    hold: async (refused) => {
      told.push(name);
      return refused;
    },
  });
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const id = '00000000-0000-4000-8000-0000000000d1';
  keepOpenLink(linkOf(id, 'first'));
  const sent = api('setCartDonation', { params: { id }, body: { donation: 5 } });
  keepOpenLink(next === null ? null : linkOf(next, 'second'));
  const error = { code: 'ORDER_IN_PROGRESS', message: '', metadata: { mgtoCode: 'ORDER_IN_PROGRESS' } };
  answer.resolve(Response.json({ status: 409, message: '', error }, { status: 409 }));
  expect((await sent).ok).toBe(false);
  expect(told).toEqual([teller]);
  expect(readOpenLink()?.cartId ?? null).toBe(next);
});
