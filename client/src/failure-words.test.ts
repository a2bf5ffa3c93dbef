import type { WireAnswer } from '@ceiba/contract/client';
import { createShopClient } from '@ceiba/contract/testing/shop-client';
import { expect, test } from 'vitest';
import { ApiFailure, unwrap } from './call-failure.ts';
import { failureWords } from './failure-words.ts';

const otherwise = { title: 'No se pudo', message: 'Intenta de nuevo.' };

/** The text for a call with this answer, or with a broken connection. */
async function wordsFor(answer: () => Promise<WireAnswer>): Promise<string> {
  const result = await createShopClient(answer)('getFlags', {});
  try {
    unwrap(result);
  } catch (error) {
    if (error instanceof ApiFailure) return Object.values(failureWords(error, otherwise)).join(' · ');
  }
  return '';
}

const refusal = (status: number, code: string, retryAfter?: number) => async (): Promise<WireAnswer> => ({
  status,
  text: JSON.stringify({ status, message: '', error: { code, message: '', metadata: { mgtoCode: code } } }),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

test.each([
  ['a refusal whose text only the caller knows', refusal(400, 'VALIDATION_ERROR'), 'No se pudo · Intenta de nuevo.'],
  ['an unexpected error', refusal(500, 'UNEXPECTED'), 'No se pudo · Intenta de nuevo.'],
  ['an exhausted limit', refusal(429, 'RATE_LIMITED', 12), 'Demasiados intentos seguidos · Espera 12 segundos'],
  [
    'a limit with a wait of one second',
    refusal(429, 'RATE_LIMITED', 1),
    'Demasiados intentos seguidos · Espera 1 segundo y',
  ],
  [
    'a limit with a wait of two minutes',
    refusal(429, 'RATE_LIMITED', 120),
    'Demasiados intentos seguidos · Espera 2 minutos y',
  ],
  [
    'a limit with a wait of an hour',
    refusal(429, 'RATE_LIMITED', 3_541),
    'Demasiados intentos seguidos · Espera 60 minutos y',
  ],
  [
    'a limit with a wait of a day',
    refusal(429, 'RATE_LIMITED', 86_399),
    'Demasiados intentos seguidos · Espera 24 horas y',
  ],
  ['a limit without a time to wait', refusal(429, 'RATE_LIMITED'), 'Demasiados intentos seguidos · Espera 60 segundos'],
  ['a cart that is already an order', refusal(409, 'CART_CLOSED'), 'Este carrito ya es un pedido · Revisa tu correo'],
  ['a shop that is starting', refusal(503, 'NOT_READY'), 'La tienda vuelve en un momento'],
  [
    'a call that timed out',
    async () => {
      throw new DOMException('signal timed out', 'TimeoutError');
    },
    'La tienda tarda en responder',
  ],
  [
    'a broken connection',
    async () => {
      throw new TypeError('Failed to fetch');
    },
    'No hay conexión con la tienda',
  ],
])('%s has its text', async (_, answer, words) => {
  expect(await wordsFor(answer)).toContain(words);
});
