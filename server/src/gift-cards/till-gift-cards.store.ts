import type { Actor } from '@ceiba/domain/actors/actor';
import { type CivilDate, civilDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';

/** A card as operators see it: never its code. */
export interface GiftCardSheet {
  id: string;
  lastFour: string;
  amount: Centavos;
  balance: Centavos;
  expiresOn: CivilDate;
  /** Its order was canceled, or another code took its place. */
  isRecalled: boolean;
  /** By an operator. */
  isBlocked: boolean;
  /** The order that sold it, or that it gives something back of. */
  orderNumber: string;
  /** What it gives back; null: it was sold. */
  refundId: string | null;
  movements: {
    kind: string;
    /** Below zero what left the card. */
    amount: Centavos;
    at: Date;
    /** The order it pays; null = it pays none. */
    orderNumber: string | null;
    till: string | null;
    receipt: string | null;
    actor: Actor;
    reason: string | null;
  }[];
}

type Movement = GiftCardSheet['movements'][number];

interface Row {
  id: string;
  last_four: string;
  amount: number;
  balance: number;
  expires_on: string;
  is_recalled: boolean;
  is_blocked: boolean;
  order_number: string;
  refund_id: string | null;
  movements: (Omit<Movement, 'amount' | 'at'> & { amount: number; at: string })[];
}

const sheet = `select g.id::text as id, g.last_four, g.amount, g.balance, g.expires_on::text as expires_on,
     g.voided_at is not null as is_recalled, g.blocked_at is not null as is_blocked, o.number::text as order_number, g.refund_id,
     (select json_agg(json_build_object('kind', m.kind, 'amount', m.amount, 'at', m.at, 'orderNumber', paid.number::text,
        'till', m.till, 'receipt', m.receipt, 'actor', m.actor, 'reason', m.reason) order by m.id)
      from gift_card_movements m left join orders paid on paid.id = m.order_id where m.card_id = g.id) as movements
   from gift_cards g left join refunds f on f.id = g.refund_id join orders o on o.id = coalesce(g.order_id, f.order_id)`;

const toSheet = (row: Row): GiftCardSheet => ({
  id: row.id,
  lastFour: row.last_four,
  amount: centavos(row.amount),
  balance: centavos(row.balance),
  expiresOn: civilDate(row.expires_on),
  isRecalled: row.is_recalled,
  isBlocked: row.is_blocked,
  orderNumber: row.order_number,
  refundId: row.refund_id,
  movements: row.movements.map((moved) => ({ ...moved, amount: centavos(moved.amount), at: new Date(moved.at) })),
});

const selectByKey = statement<Row, [key: string]>('gift-cards.by-key', `${sheet} where g.code_key = $1`);

/** By its code's key (`giftCardKey`); undefined when there is none. */
export async function findGiftCard(tx: Tx, key: string): Promise<GiftCardSheet | undefined> {
  const [row] = await selectByKey(tx, [key]);
  return row && toSheet(row);
}

const selectOfOrder = statement<Row, [number: string]>(
  'gift-cards.of-order',
  `${sheet} where o.number = $1 order by g.id`,
);

/** Every card that an order sold, those that are worth nothing too. */
export const listGiftCardsOf = async (tx: Tx, orderNumber: string): Promise<GiftCardSheet[]> =>
  (await selectOfOrder(tx, [orderNumber])).map(toSheet);

const lock = statement<object, [id: string]>('gift-cards.lock-one', 'select from gift_cards where id = $1 for update');

/** Until the transaction ends nobody else takes anything of it. */
export const lockGiftCard = async (tx: Tx, id: string): Promise<void> => {
  await lock(tx, [id]);
};

/** What a till gave for what it took of a card. */
export interface Redemption {
  amount: Centavos;
  receipt: string;
  /** The store; null = it is not known. */
  till: string | null;
}

const selectRedeemed = statement<
  { amount: number; nth: number; is_reversed: boolean },
  [card: string, till: string | null, receipt: string]
>(
  'gift-cards.redeemed',
  `select -m.amount as amount, m.nth, exists (select from gift_card_movements r
       where r.kind = 'redeem_reversed' and r.card_id = m.card_id and r.till is not distinct from m.till
         and r.receipt_key = m.receipt_key and r.nth = m.nth) as is_reversed
   from gift_card_movements m
   where m.kind = 'redeemed' and m.card_id = $1 and m.till is not distinct from $2 and m.receipt_key = receipt_key($3)
   order by m.nth desc limit 1`,
);

/** What a till took last of a card by a receipt, for the `nth` time, and whether that was taken back; undefined: nothing yet. */
export async function findRedeemed(
  tx: Tx,
  cardId: string,
  { till, receipt }: Omit<Redemption, 'amount'>,
): Promise<{ amount: Centavos; nth: number; isReversed: boolean } | undefined> {
  const [row] = await selectRedeemed(tx, [cardId, till, receipt]);
  return row && { amount: centavos(row.amount), nth: row.nth, isReversed: row.is_reversed };
}

const insertMoved = statement<
  object,
  [
    card: string,
    kind: 'redeemed' | 'redeem_reversed',
    amount: number,
    till: string | null,
    receipt: string,
    nth: number,
    by: Actor,
    reason: string | null,
  ]
>(
  'gift-cards.redeem',
  `insert into gift_card_movements (card_id, kind, amount, till, receipt, nth, actor, reason)
   values ($1, $2::text::gift_card_movement_kind, $3, $4, $5, $6, $7::jsonb, $8)`,
);

/** The caller has locked the card. */
export const insertRedemption = async (
  tx: Tx,
  cardId: string,
  { amount, till, receipt, nth }: Redemption & { nth: number },
  actor: Actor,
): Promise<void> => {
  await insertMoved(tx, [cardId, 'redeemed', -amount, till, receipt, nth, actor, null]);
};

/** Gives back to a card, which the caller has locked, what a receipt took of it for the `nth` time. */
export const insertReversal = async (
  tx: Tx,
  cardId: string,
  { amount, till, receipt, nth, reason }: Redemption & { nth: number; reason: string },
  actor: Actor,
): Promise<void> => {
  await insertMoved(tx, [cardId, 'redeem_reversed', amount, till, receipt, nth, actor, reason]);
};

const block = statement<object, [card: string, now: Date, by: Actor, reason: string]>(
  'gift-cards.block',
  `with left_on as (
     insert into gift_card_movements (card_id, kind, amount, actor, reason)
     select id, 'voided', -balance, $3::jsonb, $4 from gift_cards where id = $1 and balance > 0)
   update gift_cards set blocked_at = coalesce(blocked_at, $2) where id = $1`,
);

/** From now on it pays nothing, and what was left on it is gone; the caller has locked it. */
export const blockGiftCard = async (
  tx: Tx,
  cardId: string,
  { actor, reason }: { actor: Actor; reason: string },
  now: Date,
): Promise<void> => {
  await block(tx, [cardId, now, actor, reason]);
};

const recall = statement<object, [card: string, now: Date, by: Actor, reason: string]>(
  'gift-cards.recall-of-refund',
  // As `recall_gift_cards` in SQL does of those that an order sold.
  `with card as (select id, balance, 'refund-gift-card:' || refund_id as mail from gift_cards where id = $1),
   left_on as (
     insert into gift_card_movements (card_id, kind, amount, actor, reason) select id, 'voided', -balance, $3::jsonb, $4 from card where balance > 0),
   unsent as (delete from mails m using card where m.dedupe_key = card.mail and m.sent_at is null),
   sent as (update mails m set dedupe_key = m.dedupe_key || ':' || m.id from card where m.dedupe_key = card.mail and m.sent_at is not null)
   update gift_cards set voided_at = $2 where id = $1`,
);

/** Voids the card of a refund, which the caller has locked, so that another takes its place; its mail that has not gone out never does. */
export const recallRefundCard = async (
  tx: Tx,
  cardId: string,
  { actor, reason }: { actor: Actor; reason: string },
  now: Date,
): Promise<void> => {
  await recall(tx, [cardId, now, actor, reason]);
};
