import { getGiftCardBalance } from '@ceiba/contract/gift-cards';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import type { Config } from '../platform/operations/config.ts';
import { giftCardKey } from './gift-cards.store.ts';
import { countGuesses, findPayingGiftCard, guessesLastSeconds } from './paying-gift-cards.store.ts';

export interface GiftCardsRoutesDeps {
  db: Pick<Database, 'write'>;
  config: Pick<Config, 'rateLimitFactor'>;
}

/**
 * All codes that cannot pay take the same lookup and count, so neither text nor time of an answer reveals the reason. A
 * code that can pay is answered even above the limit, because such a code cannot be found by guessing, and other people
 * at the owner's address may have guessed.
 */
export const giftCardsRoutes = ({ db, config }: GiftCardsRoutesDeps): Route[] => [
  route(getGiftCardBalance, async ({ params }, { client, now, policy }) => {
    const key = giftCardKey(await getShopSecret(db.write, 'gift-cards'), params.code);
    const card = await findPayingGiftCard(db.write, key, guatemalaDate(now));
    if (card === undefined) {
      const most = withFactor(policy.declinesPerAddress, config.rateLimitFactor);
      return (await countGuesses(db.write, client, 1, most))
        ? refuse({ code: 'GIFT_CARD_NOT_FOUND' })
        : refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: guessesLastSeconds } });
    }
    const { balance, expiresOn, lastFour } = card;
    return ok({ status: 200, data: { balance: toQuetzales(balance), expiresOn, lastFour } });
  }),
];
