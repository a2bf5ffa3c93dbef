import { deleteSavedCard, listSavedCards as endpoint } from '@ceiba/contract/payments';
import { isExpired } from '@ceiba/domain/payments/card-form';
import { cardTypeOf } from '@ceiba/domain/payments/card-number';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import type { CardVault } from './card-vault.ts';
import { listSavedCards, removeSavedCard, type SavedCard } from './saved-cards.store.ts';

/** PAY-32. The shop's own name of a card is also its token: the acquirer's, which charges it, is told to nobody. */
const toInstrument = ({ id, masked, expiry }: SavedCard, now: Date) => ({
  instrumentIdentifier: id,
  maskedInstrument: masked,
  expirationMonth: expiry.month,
  expirationYear: expiry.year,
  instrumentToken: id,
  isExpired: isExpired(expiry, now),
  isAmex: cardTypeOf(masked) === 'amex',
});

export const savedCardsRoutes = ({ db, vault }: { db: Database; vault: Pick<CardVault, 'account'> }): Route[] => [
  route(endpoint, async (_, { customer, now }) =>
    ok((await listSavedCards(db.write, customer.id, vault.account)).map((card) => toInstrument(card, now))),
  ),

  route(deleteSavedCard, async ({ params: { instrumentIdentifier: id } }, { customer, now }) =>
    (await removeSavedCard(db.write, { id, customerId: customer.id }, now))
      ? ok({ status: 200, data: { result: true as const } })
      : refuse({ code: 'SAVED_CARD_NOT_FOUND' }),
  ),
];
