import { arrivalMs } from '@ceiba/contract/client';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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
