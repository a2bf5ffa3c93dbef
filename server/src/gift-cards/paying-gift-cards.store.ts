import { type CivilDate, civilDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';
import { clientsOfNetwork, networkOf } from '../platform/http/caller.ts';

/** So long a wrong code counts, in seconds: an hour, as in `count_gift_card_guesses`. */
export const guessesLastSeconds = 3_600;

const count = statement<
  { is_counted: boolean },
  [client: string, network: string | null, wrong: number, most: number, mostOfNetwork: number]
>('gift-cards.count-guesses', 'select count_gift_card_guesses($1, $2, $3, $4, $5) as is_counted');

/**
 * Counts so many codes that pay nothing for a client (`clientOf`), which may name `most` an hour, and its network twice as many. False: it
 * had named that many before, and is to be told so. Of calls at once each counts those before it, whatever node they reach.
 */
export async function countGuesses(tx: Tx, client: string, wrong: number, most: number): Promise<boolean> {
  const network = networkOf(client);
  const beside = network === client ? null : network;
  const [row] = await count(tx, [client, beside, wrong, most, most * clientsOfNetwork]);
  return row?.is_counted === true;
}

const deleteOld = statement<object, [most: number]>(
  'gift-cards.delete-guesses',
  `delete from gift_card_guesses where ctid = any (array(
     select ctid from gift_card_guesses where failed_at < clock_timestamp() - interval '1 day' order by failed_at limit $1))
   returning 1`,
);

/** Those that count no more, at most so many; answers how many. */
export const deleteOldGuesses = async (tx: Tx, most = 1_000): Promise<number> => (await deleteOld(tx, [most])).length;

/** A card that pays. */
export interface PayingGiftCard {
  id: string;
  codeKey: string;
  balance: Centavos;
  lastFour: string;
  /** The last day it pays. */
  expiresOn: CivilDate;
}

interface CardRow {
  id: string;
  code_key: string;
  balance: number;
  last_four: string;
  expires_on: string;
}

const columns = 'id::text as id, code_key, balance, last_four, expires_on::text as expires_on';

/** SQL of a card g: it pays on that day of Guatemala. */
const paysOn = (day: string): string =>
  `g.balance > 0 and g.voided_at is null and g.blocked_at is null and g.expires_on >= ${day}::date`;

const toCard = (row: CardRow): PayingGiftCard => ({
  id: row.id,
  codeKey: row.code_key,
  balance: centavos(row.balance),
  lastFour: row.last_four,
  expiresOn: civilDate(row.expires_on),
});

const selectPaying = statement<CardRow, [key: string, today: CivilDate]>(
  'gift-cards.paying',
  `select ${columns} from gift_cards g where code_key = $1 and ${paysOn('$2')}`,
);

/** The card of a code (`giftCardKey`) that pays today; undefined of a code that is unknown, void, over or empty. */
export async function findPayingGiftCard(tx: Tx, key: string, today: CivilDate): Promise<PayingGiftCard | undefined> {
  const [row] = await selectPaying(tx, [key, today]);
  return row && toCard(row);
}

// By id, so that two orders with the same two cards never wait in a circle; before any stock (record 0034). Not for a call that is
// refused by its cart: it holds that cart, and whoever gives its money back waits for it.
const lockPaying = statement<CardRow, [cart: string, keys: readonly string[], today: CivilDate]>(
  'gift-cards.lock',
  `select ${columns} from gift_cards g
   where code_key = any ($2) and ${paysOn('$3')} and (select status = 'open' from carts where id = $1)
   order by id for update`,
);

/** The cards of these codes that pay today, locked until the transaction ends; the caller has locked the cart. */
export const lockPayingGiftCards = async (
  tx: Tx,
  cartId: string,
  keys: readonly string[],
  today: CivilDate,
): Promise<PayingGiftCard[]> => (keys.length === 0 ? [] : (await lockPaying(tx, [cartId, keys, today])).map(toCard));

/** What a gift card paid of an order. */
export interface GiftCardPart {
  lastFour: string;
  amount: Centavos;
}

/** SQL: the cards that paid the order of that alias, with what they paid when it was placed (`GiftCardPart`); null: none did. */
export const giftCardPartsOf = (order: string): string =>
  `case when ${order}.gift_cards > 0 then (
     select json_agg(json_build_object('lastFour', g.last_four, 'amount', -m.amount) order by m.id)
     from gift_card_movements m join gift_cards g on g.id = m.card_id where m.order_id = ${order}.id and m.kind = 'taken') end`;
