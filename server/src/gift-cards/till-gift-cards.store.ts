import type { Actor } from '@ceiba/domain/actors/actor';
import { type CivilDate, civilDate } from '@ceiba/domain/dates/civil-date';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** A card as operators see it, without its code. */
export interface GiftCardSheet {
  id: string;
  lastFour: string;
  amount: Centavos;
  balance: Centavos;
  expiresOn: CivilDate;
  /** True if the card's order was canceled, or another code replaced the card. */
  isRecalled: boolean;
  /** Blocked by an operator. */
  isBlocked: boolean;
  /** The order that sold the card, or whose refund it pays. */
  orderNumber: string;
  /** The refund that the card pays. Null if the card was sold. */
  refundId: string | null;
  movements: {
    kind: string;
    /** Negative: taken from the card. */
    amount: Centavos;
    at: Date;
    /** The order that the amount paid. Null = no order. */
    orderNumber: string | null;
    till: string | null;
    receipt: string | null;
    actor: Actor;
    reason: string | null;
  }[];
}

type Movement = GiftCardSheet['movements'][number];

type MovementAsRead = Omit<Movement, 'at'> & { at: string };

const sheet = `select g.id::text as id, g.last_four, g.amount, g.balance, g.expires_on::text as expires_on,
     g.voided_at is not null as is_recalled, g.blocked_at is not null as is_blocked, o.number::text as order_number, g.refund_id,
     (select json_agg(json_build_object('kind', m.kind, 'amount', m.amount, 'at', m.at, 'orderNumber', paid.number::text,
        'till', m.till, 'receipt', m.receipt, 'actor', m.actor, 'reason', m.reason) order by m.id)
      from gift_card_movements m left join orders paid on paid.id = m.order_id where m.card_id = g.id) as movements
   from gift_cards g left join refunds f on f.id = g.refund_id join orders o on o.id = coalesce(g.order_id, f.order_id)`;

const toSheet = (row: RowOf<typeof selectByKey>): GiftCardSheet => ({
  id: row.id,
  lastFour: row.lastFour,
  amount: row.amount,
  balance: row.balance,
  expiresOn: civilDate(row.expiresOn),
  isRecalled: row.isRecalled,
  isBlocked: row.isBlocked,
  orderNumber: row.orderNumber,
  refundId: row.refundId,
  movements: row.movements.map((moved) => ({ ...moved, at: new Date(moved.at) })),
});

const sheetColumns = { orderNumber: neverNull(), movements: neverNull<MovementAsRead[]>() };

const selectByKey = statement('gift-cards.by-key', `${sheet} where g.code_key = $1`, sheetColumns);

/** Finds a card by the key of its code (`giftCardKey`). Undefined if the card does not exist. */
export async function findGiftCard(tx: Tx, key: string): Promise<GiftCardSheet | undefined> {
  const [row] = await selectByKey(tx, [key]);
  return row && toSheet(row);
}

const selectOfOrder = statement('gift-cards.of-order', `${sheet} where o.number = $1 order by g.id`, sheetColumns);

/** Lists every card that an order sold, including worthless cards. */
export const listGiftCardsOf = async (tx: Tx, orderNumber: string): Promise<GiftCardSheet[]> =>
  (await selectOfOrder(tx, [orderNumber])).map(toSheet);

const lock = statement('gift-cards.lock-one', 'select from gift_cards where id = $1 for update');

/** Locks a card until the transaction ends, so that no other transaction spends it. */
export const lockGiftCard = async (tx: Tx, id: string): Promise<void> => {
  await lock(tx, [id]);
};

/** The till's receipt for an amount taken from a card. */
export interface Redemption {
  amount: Centavos;
  receipt: string;
  /** The store. Null if unknown. */
  till: string | null;
}

const selectRedeemed = statement(
  'gift-cards.redeemed',
  `select -m.amount as amount, m.nth, exists (select from gift_card_movements r
       where r.kind = 'redeem_reversed' and r.card_id = m.card_id and r.till is not distinct from m.till
         and r.receipt_key = m.receipt_key and r.nth = m.nth) as is_reversed
   from gift_card_movements m
   where m.kind = 'redeemed' and m.card_id = $1 and m.till is not distinct from $2 and m.receipt_key = receipt_key($3)
   order by m.nth desc limit 1`,
  { nth: neverNull() },
);

/**
 * Finds the last amount that a till took from a card with a receipt, its repetition `nth`, and whether it was returned.
 * Undefined if there is no such amount.
 */
export async function findRedeemed(
  tx: Tx,
  cardId: string,
  { till, receipt }: Omit<Redemption, 'amount'>,
): Promise<{ amount: Centavos; nth: number; isReversed: boolean } | undefined> {
  const [row] = await selectRedeemed(tx, [cardId, till, receipt]);
  return row && { amount: row.amount, nth: row.nth, isReversed: row.isReversed };
}

const insertMoved = statement(
  'gift-cards.redeem',
  `insert into gift_card_movements (card_id, kind, amount, till, receipt, nth, actor, reason)
   values ($1, $2::text::gift_card_movement_kind, $3, $4, $5, $6, $7::jsonb, $8)`,
);

/** Writes an amount taken from a card that the caller has locked. */
export const insertRedemption = async (
  tx: Tx,
  cardId: string,
  { amount, till, receipt, nth }: Redemption & { nth: number },
  actor: Actor,
): Promise<void> => {
  await insertMoved(tx, [cardId, 'redeemed', -amount, till, receipt, nth, actor, null]);
};

/** Returns the amount of a receipt's `nth` use to a card that the caller has locked. */
export const insertReversal = async (
  tx: Tx,
  cardId: string,
  { amount, till, receipt, nth, reason }: Redemption & { nth: number; reason: string },
  actor: Actor,
): Promise<void> => {
  await insertMoved(tx, [cardId, 'redeem_reversed', amount, till, receipt, nth, actor, reason]);
};

const block = statement(
  'gift-cards.block',
  `with left_on as (
     insert into gift_card_movements (card_id, kind, amount, actor, reason)
     select id, 'voided', -balance, $3::jsonb, $4 from gift_cards where id = $1 and balance > 0)
   update gift_cards set blocked_at = coalesce(blocked_at, $2) where id = $1`,
);

/** Blocks a card for good and removes its balance. The caller has locked the card. */
export const blockGiftCard = async (
  tx: Tx,
  cardId: string,
  { actor, reason }: { actor: Actor; reason: string },
  now: Date,
): Promise<void> => {
  await block(tx, [cardId, now, actor, reason]);
};

const recall = statement(
  'gift-cards.recall-of-refund',
  // Does the same as `recall_gift_cards` in SQL does for cards that an order sold.
  `with card as (select id, balance, 'refund-gift-card:' || refund_id as mail from gift_cards where id = $1),
   left_on as (
     insert into gift_card_movements (card_id, kind, amount, actor, reason) select id, 'voided', -balance, $3::jsonb, $4 from card where balance > 0),
   unsent as (delete from mails m using card where m.dedupe_key = card.mail and m.sent_at is null),
   sent as (update mails m set dedupe_key = m.dedupe_key || ':' || m.id from card where m.dedupe_key = card.mail and m.sent_at is not null)
   update gift_cards set voided_at = $2 where id = $1`,
);

/** Voids the card of a refund so that another card replaces it. Its unsent mail is never sent. The caller has locked the card. */
export const recallRefundCard = async (
  tx: Tx,
  cardId: string,
  { actor, reason }: { actor: Actor; reason: string },
  now: Date,
): Promise<void> => {
  await recall(tx, [cardId, now, actor, reason]);
};
