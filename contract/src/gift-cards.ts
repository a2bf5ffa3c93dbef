import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount, civilDate, enveloped } from './shapes.ts';

export const getGiftCardBalance = endpoint({
  name: 'getGiftCardBalance',
  slice: 'gift-cards',
  method: 'GET',
  path: '/v1/gift-cards/{code}/balance',
  summary: 'Returns the balance of a gift card. Every code that pays nothing gets the same response (DEC-199)',
  auth: 'public',
  limit: 'giftCard',
  ownPagesOnly: true,
  params: z.strictObject({ code: z.string().trim().min(1).max(60) }),
  answers: { 200: enveloped(z.object({ balance: amount, expiresOn: civilDate, lastFour: z.string() })) },
  errors: ['GIFT_CARD_NOT_FOUND'],
});
