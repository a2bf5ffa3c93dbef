import { getGiftCardBalance } from '@ceiba/contract/gift-cards';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import type { Captcha } from '../captcha/captcha.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { withFactor } from '../platform/rate-limit.ts';
import { type Route, route } from '../platform/route.ts';
import { giftCardKey } from './gift-card-code.ts';
import { askGuesses, guessesLastSeconds, insertGuess } from './gift-card-guesses.store.ts';
import { findPayingGiftCard } from './paying-gift-cards.store.ts';

export interface GiftCardsRoutesDeps {
  db: Pick<Database, 'write'>;
  captcha: Pick<Captcha, 'redeem'>;
  config: Pick<Config, 'rateLimitFactor'>;
}

/** A code that pays nothing is looked for and counted in one way, whatever is the matter with it: the answer's time tells as little as its words. */
export const giftCardsRoutes = ({ db, captcha, config }: GiftCardsRoutesDeps): Route[] => [
  route(getGiftCardBalance, async ({ params }, context) => {
    const { client, now, policy, captchaToken } = context;
    const { secret, isSpent, isAlarmed } = await askGuesses(db.write, client, {
      declinesPerAddress: withFactor(policy.declinesPerAddress, config.rateLimitFactor),
      declinesPerShop: withFactor(policy.declinesPerShop, config.rateLimitFactor),
    });
    if (isSpent) return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: guessesLastSeconds } });
    if (isAlarmed) {
      const proven = await captcha.redeem(captchaToken, { client, now }, { isHard: true });
      if (!proven.ok) return proven;
    }
    const card = await findPayingGiftCard(db.write, giftCardKey(secret, params.code), guatemalaDate(now));
    if (card === undefined) {
      await insertGuess(db.write, client);
      return refuse({ code: 'GIFT_CARD_NOT_FOUND' });
    }
    const { balance, expiresOn, lastFour } = card;
    return ok({ status: 200, data: { balance: toQuetzales(balance), expiresOn, lastFour } });
  }),
];
