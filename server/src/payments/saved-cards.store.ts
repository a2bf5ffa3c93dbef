import type { CardExpiry } from '@ceiba/domain/payments/card-form';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { cardBinJson } from '../platform/db/card-bin-row.ts';
import type { Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';

/** A card as the shop stores it (DEC-10). */
export interface SavedCard {
  /** UUID. */
  id: string;
  /** "411111******1111". */
  masked: string;
  expiry: CardExpiry;
}

type SavedCardRow = RowOf<typeof selectCards>;

const toSavedCard = ({ id, masked, expiryMonth: month, expiryYear: year }: SavedCardRow): SavedCard => ({
  id,
  masked,
  expiry: { month, year },
});

const selectCards = statement(
  'payments.saved-cards',
  `select id, masked, expiry_month, expiry_year from saved_cards
   where customer_id = $1 and acquirer = $2 and removed_at is null order by saved_at desc, id desc`,
);

/** Returns a customer's cards at this acquirer (`CardVault.account`), the last saved card first. Other acquirers cannot charge these cards. */
export const listSavedCards = async (tx: Tx, customerId: string, acquirer: string): Promise<SavedCard[]> =>
  (await selectCards(tx, [customerId, acquirer])).map(toSavedCard);

/** A saved card with the data for charging it. */
export interface ChargeableCard extends SavedCard {
  /** The acquirer's token. */
  vaultToken: string;
  /** The facts about the card's first six digits. Null if no local bank issued the card (DEC-105). */
  bin: CardBin | null;
  /** The key for counting the card's declined charges (`CardKeys`). Null if the card was saved before keys existed. */
  cardKey: string | null;
}

/** A row of `chargeableCardJson`. */
export interface StoredCard {
  id: string;
  masked: string;
  month: number;
  year: number;
  token: string;
  bin: CardBin | null;
  key: string | null;
}

/**
 * Returns SQL that reads one card of a customer at an acquirer and a moment (all given as SQL). The result is the data for
 * charging the card, as `StoredCard`. Null if the customer has no such card, or another acquirer has the card.
 */
export const chargeableCardJson = (id: string, customer: string, acquirer: string, now: string): string =>
  `(select jsonb_build_object('id', c.id, 'masked', c.masked, 'month', c.expiry_month, 'year', c.expiry_year,
      'token', c.vault_token, 'key', c.card_key, 'bin', ${cardBinJson('b', now)})
    from saved_cards c left join card_bins b on b.bin = left(c.masked, 6)
    where c.id = ${id} and c.customer_id = ${customer} and c.acquirer = ${acquirer} and c.removed_at is null)`;

export const readChargeableCard = ({ month, year, token, key, ...card }: StoredCard): ChargeableCard => ({
  ...card,
  expiry: { month, year },
  vaultToken: token,
  cardKey: key,
});

const selectKnown = statement(
  'payments.saved-card-known',
  `select id from saved_cards
   where customer_id = $1 and masked = $2 and expiry_month = $3 and expiry_year = $4 and acquirer = $5 and removed_at is null`,
);

/** Returns whether the customer already has this card at this acquirer: the same mask and expiry (DEC-108). */
export const hasSavedCard = async (
  tx: Tx,
  customerId: string,
  { masked, expiry, acquirer }: Omit<SavedCard, 'id'> & { acquirer: string },
): Promise<boolean> => (await selectKnown(tx, [customerId, masked, expiry.month, expiry.year, acquirer])).length > 0;

// If two calls save the same card concurrently, or if the account is gone, the superfluous token is removed.
const insertCard = statement(
  'payments.insert-saved-card',
  `with kept as (
     insert into saved_cards (id, customer_id, vault_token, masked, expiry_month, expiry_year, saved_at, card_key, acquirer)
     select $5, c.id, $7, $2, $3, $4, $8, $9, $10 from customers c where c.id = $1
     on conflict (customer_id, masked, expiry_month, expiry_year, acquirer) where removed_at is null do nothing
     returning id)
   insert into saved_cards (id, vault_token, masked, expiry_month, expiry_year, saved_at, removed_at, remove_after, acquirer)
   select $6, $7, $2, $3, $4, $8, $8, clock_timestamp(), $10 where not exists (select from kept)`,
);

export interface CardToInsert extends SavedCard {
  customerId: string;
  vaultToken: string;
  cardKey: string | null;
  /** The acquirer whose vault saved the card. */
  acquirer: string;
  /** UUID for the row that removes the token if the card is not stored. */
  spareId: string;
}

/** Stores a card that the acquirer has saved. If the customer already has the card (DEC-108), or is gone, the token is removed. */
export async function insertSavedCard(tx: Tx, card: CardToInsert, now: Date): Promise<void> {
  const { customerId, masked, expiry, id, spareId, vaultToken, cardKey, acquirer } = card;
  await insertCard(tx, [
    customerId,
    masked,
    expiry.month,
    expiry.year,
    id,
    spareId,
    vaultToken,
    now,
    cardKey,
    acquirer,
  ]);
}

const insertReleased = statement(
  'payments.release-saved-card',
  `insert into saved_cards (id, vault_token, masked, expiry_month, expiry_year, saved_at, removed_at, remove_after, acquirer)
   select $1, $2, $3, $4, $5, $6, $6, clock_timestamp(), $7
   where not exists (select from saved_cards where vault_token = $2)
   on conflict (id) do nothing`,
);

/**
 * Settles a card whose insert has an unknown outcome. If the row does not exist, this call prevents a later insert and removes the token.
 * If the insert is in progress, this call waits for it, because both use the same ID.
 */
export async function releaseUnlessInserted(tx: Tx, card: CardToInsert, now: Date): Promise<void> {
  const { id, vaultToken, masked, expiry, acquirer } = card;
  await insertReleased(tx, [id, vaultToken, masked, expiry.month, expiry.year, now, acquirer]);
}

const markRemoved = statement(
  'payments.remove-saved-card',
  `update saved_cards set removed_at = $3, remove_after = clock_timestamp()
   where id = $1 and customer_id = $2 and removed_at is null returning id`,
);

/** Removes a card. The card can no longer be charged, and a job deletes it at the acquirer. Returns false if this customer has no such card. */
export const removeSavedCard = async (
  tx: Tx,
  { id, customerId }: { id: string; customerId: string },
  now: Date,
): Promise<boolean> => (await markRemoved(tx, [id, customerId, now])).length > 0;

const leaseRemoved = statement(
  'payments.lease-removed-cards',
  `with due as (
     select id from saved_cards where removed_at is not null and remove_after <= clock_timestamp() and acquirer = $4 and id <> all ($3::uuid[])
     order by remove_after limit $2 for update skip locked)
   update saved_cards c set remove_after = clock_timestamp() + $1::integer * interval '1 millisecond'
   from due where c.id = due.id returning c.id, c.vault_token`,
);

/** A removed card whose token the acquirer may still have. */
export interface RemovedCard {
  id: string;
  vaultToken: string;
}

/**
 * Leases removed cards of an acquirer for `leaseMs` milliseconds. During this time no other node processes these cards. Skips the cards in
 * `requestedIds`. Cards of another acquirer wait until the settings name that acquirer again (guard: `card-removed`).
 */
export async function leaseRemovedCards(
  tx: Tx,
  {
    leaseMs,
    limit,
    requestedIds,
    acquirer,
  }: { leaseMs: number; limit: number; requestedIds: string[]; acquirer: string },
): Promise<RemovedCard[]> {
  const rows = await leaseRemoved(tx, [leaseMs, limit, requestedIds, acquirer]);
  return rows.map(({ id, vaultToken }) => ({ id, vaultToken }));
}

const deleteCard = statement(
  'payments.delete-removed-card',
  'delete from saved_cards where id = $1 and removed_at is not null',
);

/** Deletes the row after the acquirer has deleted the card. */
export const deleteRemovedCard = async (tx: Tx, id: string): Promise<void> => {
  await deleteCard(tx, [id]);
};
