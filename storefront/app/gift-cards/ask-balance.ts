import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Answer } from '@ceiba/contract/endpoint';
import type { getGiftCardBalance } from '@ceiba/contract/gift-cards';
import { giftCardTexts } from '@ceiba/domain/gift-cards/gift-card-payment';
import { api } from '../platform/api.ts';

export type GiftCardBalance = Answer<typeof getGiftCardBalance>['data'];

/** The props of all fields for a gift card's code. */
export const codeField = {
  name: 'giftCardCode',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
} as const;

/** Reads the balance of a card. Throws `ApiFailure` if the balance is not available. */
export async function askBalance(code: string): Promise<GiftCardBalance> {
  const answer = await api('getGiftCardBalance', { params: { code } });
  if (!answer.ok) throw new ApiFailure(answer.error);
  return answer.value.data;
}

/** The text below the field of a code whose balance cannot be shown. */
export function balanceFailureText(error: Error): string {
  // A text that is too long for a code belongs to no card either.
  const isUnknown =
    error instanceof ApiFailure && ['GIFT_CARD_NOT_FOUND', 'VALIDATION_ERROR'].includes(error.error.code);
  const { title, message } = failureWords(error, isUnknown ? { title: '', message: giftCardTexts.notFound } : failed);
  return title === '' ? message : `${title}. ${message}`;
}

const failed = { title: 'No pudimos consultar la tarjeta', message: 'Intenta de nuevo en un momento.' };
