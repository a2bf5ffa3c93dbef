import { createHash } from 'node:crypto';
import type { Client } from '@ceiba/contract/client';
import { createShopClient } from '@ceiba/contract/testing/shop-client';
import { expect, test } from 'vitest';
import { solveChallenge } from './solve-challenge.ts';

const salt = 'a1b2c3d4e5f6a7b8c9d0e1f2?expires=1795312800&';

/** A client that returns the challenge with this number. */
const giving = (number: number, maxnumber = 1_000): Client =>
  createShopClient(async () => {
    const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex');
    const issued = { algorithm: 'SHA-256', challenge, salt, signature: 'signed', maxnumber };
    return { status: 200, text: JSON.stringify(issued) };
  });

const never = new AbortController().signal;
const read = (header: string | null): unknown => JSON.parse(atob(header ?? ''));

test.each([0, 1, 249, 250, 999, 1_000])('[DEC-171] finds the number %i', async (number) => {
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex');
  const header = await solveChallenge(giving(number), never);
  expect(read(header)).toEqual({ algorithm: 'SHA-256', challenge, number, salt, signature: 'signed' });
});

test('without a challenge, or without a solution, no header is returned', async () => {
  expect(await solveChallenge(giving(1_001), never)).toBeNull();
  const refusing = createShopClient(async () => ({ status: 429, text: '' }));
  expect(await solveChallenge(refusing, never)).toBeNull();
});

test('solving a challenge stops when its signal aborts', async () => {
  await expect(solveChallenge(giving(999), AbortSignal.abort())).rejects.toThrow();
});
