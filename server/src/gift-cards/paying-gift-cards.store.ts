import { type CivilDate, civilDate } from '@ceiba/domain/dates/civil-date';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { clientsOfNetwork, networkOf } from '../platform/http/caller.ts';

/** Time for which a wrong code counts: an hour, in seconds, as in `count_gift_card_guesses`. */
export const guessesLastSeconds = 3_600;

const count = statement(
  'gift-cards.count-guesses',
  'select count_gift_card_guesses($1, $2, $3, $4, $5) as is_counted',
  { isCounted: neverNull() },
);

/**
 * Counts codes that cannot pay, for the client (`clientOf`) and for its network. A client may send `most` codes an
 * hour, a network twice as many. Returns false if the limit was already reached: the caller must refuse. Concurrent
 * calls on any node count one after the other.
 */
export async function countGuesses(tx: Tx, client: string, wrong: number, most: number): Promise<boolean> {
  const network = networkOf(client);
  const beside = network === client ? null : network;
  const [row] = await count(tx, [client, beside, wrong, most, most * clientsOfNetwork]);
  return row?.isCounted === true;
}

const deleteOld = statement(
  'gift-cards.delete-guesses',
  `delete from gift_card_guesses where ctid = any (array(
     select ctid from gift_card_guesses where failed_at < clock_timestamp() - interval '1 day' order by failed_at limit $1))
   returning 1`,
);

/** Deletes up to `most` guesses that no longer count. Returns their number. */
export const deleteOldGuesses = async (tx: Tx, most = 1_000): Promise<number> => (await deleteOld(tx, [most])).length;

/** A card that can pay. */
export interface PayingGiftCard {
  id: string;
  codeKey: string;
  balance: Centavos;
  lastFour: string;
  /** The last day on which the card can pay. */
  expiresOn: CivilDate;
}

type CardRow = RowOf<typeof selectPaying>;

const columns = 'id::text as id, code_key, balance, last_four, expires_on::text as expires_on';

/** SQL condition: card g can pay on that day in Guatemala. */
const paysOn = (day: string): string =>
  `g.balance > 0 and g.voided_at is null and g.blocked_at is null and g.expires_on >= ${day}::date`;

const toCard = (row: CardRow): PayingGiftCard => ({
  id: row.id,
  codeKey: row.codeKey,
  balance: row.balance,
  lastFour: row.lastFour,
  expiresOn: civilDate(row.expiresOn),
});

const selectPaying = statement(
  'gift-cards.paying',
  `select ${columns} from gift_cards g where code_key = $1 and ${paysOn('$2')}`,
);

/**
 * Finds the card of a code (`giftCardKey`) that can pay today. Undefined if the code is unknown, void, expired or
 * empty.
 */
export async function findPayingGiftCard(tx: Tx, key: string, today: CivilDate): Promise<PayingGiftCard | undefined> {
  const [row] = await selectPaying(tx, [key, today]);
  return row && toCard(row);
}

// Locked by id, so that two orders with the same two cards never deadlock, and before any stock (record 0034). If the cart refuses the
// call, no card is locked. The call holds the cart's lock, and a transaction that returns the card's money waits for the cart.
const lockPaying = statement(
  'gift-cards.lock',
  `select ${columns} from gift_cards g
   where code_key = any ($2) and ${paysOn('$3')} and (select status = 'open' from carts where id = $1)
   order by id for update`,
);

/** Locks the cards of these codes that can pay today, until the transaction ends. The caller has locked the cart. */
export const lockPayingGiftCards = async (
  tx: Tx,
  cartId: string,
  keys: readonly string[],
  today: CivilDate,
): Promise<PayingGiftCard[]> => (keys.length === 0 ? [] : (await lockPaying(tx, [cartId, keys, today])).map(toCard));

/** The amount that a gift card paid for an order. */
export interface GiftCardPart {
  lastFour: string;
  amount: Centavos;
}

/**
 * SQL for the cards that paid the order of that alias, with their amounts when it was placed (`GiftCardPart`). Null if
 * no card paid.
 */
export const giftCardPartsOf = (order: string): string =>
  `case when ${order}.gift_cards > 0 then (
     select json_agg(json_build_object('lastFour', g.last_four, 'amount', -m.amount) order by m.id)
     from gift_card_movements m join gift_cards g on g.id = m.card_id where m.order_id = ${order}.id and m.kind = 'taken') end`;
