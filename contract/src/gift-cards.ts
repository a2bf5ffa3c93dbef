import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount, civilDate, enveloped } from './shapes.ts';

export const getGiftCardBalance = endpoint({
  name: 'getGiftCardBalance',
  slice: 'gift-cards',
  method: 'GET',
  path: '/v1/gift-cards/{code}/balance',
  summary: 'What a gift card has left; one answer for every code that pays nothing (DEC-199)',
  auth: 'public',
  limit: 'giftCard',
  ownPagesOnly: true,
  params: z.strictObject({ code: z.string().trim().min(1).max(60) }),
  answers: { 200: enveloped(z.object({ balance: amount, expiresOn: civilDate, lastFour: z.string() })) },
  errors: ['GIFT_CARD_NOT_FOUND'],
});
