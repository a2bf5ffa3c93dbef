import { deleteSavedCard, listSavedCards as endpoint, getBankPlans, getInstallments } from '@ceiba/contract/payments';
import { isExpired } from '@ceiba/domain/payments/card-form';
import { cardTypeOf, isBin } from '@ceiba/domain/payments/card-number';
import { installmentOffer } from '@ceiba/domain/payments/installments';
import { ok, refuse } from '@ceiba/domain/result';
import { readPricedCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { answerBankPlans, plansCaching } from './bank-plans.ts';
import { findCardBin } from './card-bins.store.ts';
import type { CardVault } from './gateway.ts';
import { listSavedCards, removeSavedCard, type SavedCard } from './saved-cards.store.ts';

/**
 * Converts a saved card to the API's form (PAY-32). The shop's own ID of a card also serves as its token. The acquirer's token, which can
 * charge the card, is never sent.
 */
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

export const installmentsRoutes = ({ db }: { db: Database }): Route[] => [
  route(getInstallments, async ({ query: { bin, cartId } }, { now, policy }) => {
    if (!isBin(bin)) return refuse({ code: 'BIN_INVALID' });
    const cart = await readPricedCart(db.write, cartId, now, policy);
    if (cart === undefined) return refuse({ code: 'CART_NOT_FOUND' });
    const card = await findCardBin(db.write, bin, now);
    return ok({ status: 200, ...installmentOffer(card, cart.totalBeforeBankPromotion, policy) });
  }),

  route(getBankPlans, async ({ query }, context) => answerBankPlans(db, query, context), { caching: plansCaching }),
];
