import { createHmac, randomInt } from 'node:crypto';
import { type Actor, jobActor } from '@ceiba/domain/actors/actor';
import { addYears, type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { giftCardYears, plainGiftCardCode } from '@ceiba/domain/gift-cards/gift-card-payment';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

/** Lacks characters that are confused when read aloud or typed: 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const groups = 7;

const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** "K7QM-2XWD-9HPA-VT4E-R3UC-JB6N-85SG": 140 bits, which cannot be guessed, with or without the shop's secret. */
export const newGiftCardCode = (): string => Array.from({ length: groups }, group).join('-');

/** The key by which the shop recognizes a code in any typed form. `secret`: `gift-cards` of `shop_secrets`. */
export const giftCardKey = (secret: string, typed: string): string =>
  createHmac('sha256', secret).update(plainGiftCardCode(typed)).digest('base64url');

/** The data about a code that the shop stores. */
const keptOf = (secret: string, code: string): { codeKey: string; lastFour: string } => ({
  codeKey: giftCardKey(secret, code),
  lastFour: code.slice(-4),
});

/** The position of a line among the due ones: lines are sent in this order. */
interface LineKey {
  deliveryDate: string;
  orderId: string;
  position: number;
}

/** A key before every line. */
export const beforeAllLines: LineKey = {
  deliveryDate: '',
  orderId: '00000000-0000-0000-0000-000000000000',
  position: -1,
};

/** A line of an order whose gift cards have to be sent now. */
export interface DueGiftCard extends LineKey {
  /** The value of each card of the line. */
  amount: Centavos;
  title: string;
  recipientEmail: string;
  recipientName: string;
  /** The buyer's text. May be empty. */
  message: string;
  senderName: string;
}

/**
 * A card may be sent once the bank has charged its order, or for cash once the order was handed over (DEC-83). Cards of held orders wait
 * (WORK-24), and so do cards of orders that the rules have not checked yet. The rules run before the order's first mail is written.
 */
const mayGoOut = `(o.status = 'delivered' or o.status in ('processing', 'shipped')
  and exists (select from payments p where p.order_id = o.id and p.status = 'approved'))
  and o.held_at is null and not exists (select from order_mail_outbox m where m.order_id = o.id)`;

// A free card has no value and gets no code.
const selectDue = statement(
  'gift-cards.due',
  `select l.gift_card ->> 'giftcardDeliveryDate' as date, l.order_id, l.position, l.unit_price, l.title,
     l.gift_card ->> 'giftcardEmail' as email, l.gift_card ->> 'giftcardName' as name,
     l.gift_card ->> 'giftcardMessage' as message,
     trim(concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName')) as sender
   from order_lines l join orders o on o.id = l.order_id
   where l.gift_card is not null and l.gift_cards_sent_at is null
     and l.gift_card ->> 'giftcardDeliveryDate' <= $1 and l.unit_price > 0 and ${mayGoOut}
     and (l.gift_card ->> 'giftcardDeliveryDate', l.order_id, l.position) > ($3, $4::uuid, $5)
   order by l.gift_card ->> 'giftcardDeliveryDate', l.order_id, l.position limit $2`,
  { date: neverNull(), email: neverNull(), name: neverNull(), sender: neverNull() },
);

/** Returns up to the given number of due lines after this line: paid, not held, delivery date reached, cards not sent. */
export async function findDueGiftCards(
  tx: Tx,
  today: CivilDate,
  after: LineKey,
  limit: number,
): Promise<DueGiftCard[]> {
  return (await selectDue(tx, [today, limit, after.deliveryDate, after.orderId, after.position])).map((row) => ({
    deliveryDate: row.date,
    orderId: row.orderId,
    position: row.position,
    amount: row.unitPrice,
    title: row.title,
    recipientEmail: row.email,
    recipientName: row.name,
    message: row.message ?? '',
    senderName: row.sender,
  }));
}

// Locks the order first, so that a concurrent cancellation or refund is counted. Canceled units also count as refunded.
const markSent = statement(
  'gift-cards.mark-sent',
  `with paid as (select o.id from orders o where o.id = $1 and ${mayGoOut} for share)
   update order_lines l set gift_cards_sent_at = $3 from paid
   where l.order_id = paid.id and l.position = $2 and l.gift_cards_sent_at is null
   returning l.quantity - greatest(l.canceled, l.refunded) as units`,
);

/** Marks the line as sent, once. Returns how many cards to issue: one for each unit that was neither canceled nor refunded. */
export const markGiftCardsSent = async (tx: Tx, line: DueGiftCard, now: Date): Promise<number> =>
  (await markSent(tx, [line.orderId, line.position, now]))[0]?.units ?? 0;

const insertCodes = statement(
  'gift-cards.issue',
  `with issued as (
     insert into gift_cards (code_key, last_four, order_id, position, unit, amount, issued_at, expires_on)
     select code_key, last_four, $3, $4, unit, $5, $6, $7::date
     from unnest($1::text[], $2::text[]) with ordinality as given (code_key, last_four, unit)
     returning id, amount)
   insert into gift_card_movements (card_id, kind, amount, actor) select id, 'issued', amount, $8::jsonb from issued`,
);

/** Creates one code for each unit of the line. The codes are not stored. Each card holds the price of its unit for five years (DEC-199). */
export const insertGiftCards = async (
  tx: Tx,
  { orderId, position, amount }: DueGiftCard,
  codes: readonly string[],
  now: Date,
): Promise<void> => {
  const secret = await getShopSecret(tx, 'gift-cards');
  const stored = codes.map((code) => keptOf(secret, code));
  const keys = stored.map(({ codeKey }) => codeKey);
  const ends = stored.map(({ lastFour }) => lastFour);
  const expiresOn = addYears(guatemalaDate(now), giftCardYears);
  await insertCodes(tx, [keys, ends, orderId, position, amount, now, expiresOn, jobActor('send-gift-cards')]);
};

const insertForRefund = statement(
  'gift-cards.issue-for-refund',
  `with issued as (
     insert into gift_cards (code_key, last_four, refund_id, amount, issued_at, expires_on) values ($1, $2, $3, $4, $5, $6::date)
     returning id, amount)
   insert into gift_card_movements (card_id, kind, amount, actor) select id, 'issued', amount, $7::jsonb from issued`,
);

/** Issues the card of a refund. Returns its code, which is not stored. The card is valid for five years, like a purchased card (DEC-199). */
export async function insertRefundCard(
  tx: Tx,
  { refundId, amount, actor }: { refundId: string; amount: Centavos; actor: Actor },
  now: Date,
): Promise<string> {
  const code = newGiftCardCode();
  const { codeKey, lastFour } = keptOf(await getShopSecret(tx, 'gift-cards'), code);
  const expiresOn = addYears(guatemalaDate(now), giftCardYears);
  await insertForRefund(tx, [codeKey, lastFour, refundId, amount, now, expiresOn, actor]);
  return code;
}

const callResend = statement('gift-cards.resend', 'select resend_gift_cards($1, $2) as lines', { lines: neverNull() });

/**
 * Voids the codes sent for an order and makes their lines due again. Returns the number of lines: 0 if nothing changed,
 * -1 if a code was already spent.
 */
export const recallSentGiftCards = async (tx: Tx, orderNumber: string, now: Date): Promise<number> =>
  (await callResend(tx, [orderNumber, now]))[0]?.lines ?? 0;
