import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Answer } from '@ceiba/contract/endpoint';
import type { getGiftCardBalance } from '@ceiba/contract/gift-cards';
import { giftCardTexts } from '@ceiba/domain/gift-cards/gift-card-payment';
import { api } from '../platform/api.ts';

export type GiftCardBalance = Answer<typeof getGiftCardBalance>['data'];

/** What the field of a code is, wherever one is typed. */
export const codeField = {
  name: 'giftCardCode',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
} as const;

/** What a card has left. @throws ApiFailure when nothing can be told */
export async function askBalance(code: string): Promise<GiftCardBalance> {
  const answer = await api('getGiftCardBalance', { params: { code } });
  if (!answer.ok) throw new ApiFailure(answer.error);
  return answer.value.data;
}

/** Why nothing is told of a code: below its field, in one sentence or two. */
export function whyNoBalance(error: Error): string {
  // A text that is too long for a code is no card's either.
  const isUnknown =
    error instanceof ApiFailure && ['GIFT_CARD_NOT_FOUND', 'VALIDATION_ERROR'].includes(error.error.code);
  const { title, message } = failureWords(error, isUnknown ? { title: '', message: giftCardTexts.notFound } : failed);
  return title === '' ? message : `${title}. ${message}`;
}

const failed = { title: 'No pudimos consultar la tarjeta', message: 'Intenta de nuevo en un momento.' };
