import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, readQuetzales } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { masked } from '../platform/audit/record-change.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import {
  amountShown,
  optional,
  typed,
  typedBy,
  typedReason,
  typedReceipt,
  typedText,
  typedWord,
} from '../platform/operations/typed-words.ts';
import { recallSentGiftCards } from './gift-cards.store.ts';
import {
  findNamed,
  type RedeemRefusal,
  redeemGiftCard,
  type UnredeemRefusal,
  unredeemGiftCard,
  voidGiftCard,
} from './redeem-gift-card.ts';
import { type GiftCardSheet, listGiftCardsOf } from './till-gift-cards.store.ts';

/** Returns why the card cannot pay, or null. */
const whyNothing = ({ isRecalled, isBlocked, expiresOn, balance }: GiftCardSheet, now: Date): string | null => {
  if (isRecalled) return 'void: its order was canceled, or another code took its place';
  if (isBlocked) return 'void';
  if (expiresOn < guatemalaDate(now)) return `over since ${expiresOn}`;
  return balance === 0 ? 'empty' : null;
};

const nameOf = ({ orderNumber, lastFour }: GiftCardSheet): string => `${orderNumber}/${lastFour}`;

function linesOf(card: GiftCardSheet, now: Date): string[] {
  const why = whyNothing(card, now);
  const state = why === null ? `pays until ${card.expiresOn}` : `pays nothing, it is ${why}`;
  return [
    `Gift card ${nameOf(card)}: ${formatQ(card.balance)} of ${formatQ(card.amount)}; ${state}`,
    ...card.movements.map((moved) => {
      const more = [
        moved.orderNumber === null ? null : `order ${moved.orderNumber}`,
        moved.receipt === null ? null : `receipt ${moved.till === null ? '' : `${moved.till}/`}${moved.receipt}`,
        `by ${moved.actor.id ?? moved.actor.kind}`,
        moved.reason,
      ].filter((part) => part !== null);
      return `${moved.at.toISOString()}  ${moved.kind} ${formatQ(moved.amount)}, ${more.join(', ')}`;
    }),
  ];
}

async function show({ db, now, answer, refuse }: DatabaseCall, name: string): Promise<boolean> {
  const named = isOrderNumber(name) ? await listGiftCardsOf(db.write, name) : [await findNamed(db.write, name)];
  const cards = named.filter((card) => card !== undefined);
  if (cards.length === 0) return refuse('There is no such gift card.');
  answer(
    cards.map((card) => ({ name: nameOf(card), paysNothing: whyNothing(card, now), ...card })),
    cards.flatMap((card) => linesOf(card, now)),
  );
  return true;
}

const whyNotRedeemed = (refusal: RedeemRefusal | UnredeemRefusal, now: Date): string => {
  switch (refusal.code) {
    case 'CARD_UNKNOWN':
      return 'There is no such gift card.';
    case 'STORE_UNKNOWN':
      return 'There is no store with this code.';
    case 'CARD_PAYS_NOTHING':
      return `Gift card ${nameOf(refusal.card)} pays nothing, it is ${whyNothing(refusal.card, now)}.`;
    case 'CARD_HAS_LESS':
      return `Gift card ${nameOf(refusal.card)} has ${formatQ(refusal.card.balance)}.`;
    case 'RECEIPT_USED':
      return `This receipt has taken another amount of gift card ${nameOf(refusal.card)}.`;
    case 'RECEIPT_UNKNOWN':
      return `This receipt has taken nothing of gift card ${nameOf(refusal.card)}.`;
  }
};

async function redeem(
  { db, now, end, actor }: DatabaseCall,
  {
    code,
    amount,
    receipt,
    by,
    store,
  }: { code: string; amount: Centavos; receipt: string; by: string; store?: string | undefined },
): Promise<boolean> {
  const asked = { code, amount, receipt, till: store ?? null, actor: { ...actor, id: by } };
  const redeemed = await redeemGiftCard(db, asked, now);
  if (!redeemed.ok) return end(false, `${whyNotRedeemed(redeemed.error, now)} Nothing was changed.`);
  const { card, isChanged } = redeemed.value;
  return end(
    true,
    `${formatQ(amount)} of gift card ${nameOf(card)} ${isChanged ? 'are now' : 'were already'} taken by receipt ${receipt}: ${formatQ(card.balance)} are left.`,
  );
}

async function unredeem(
  { db, now, end, actor }: DatabaseCall,
  {
    card: name,
    receipt,
    by,
    store,
    reason,
  }: { card: string; receipt: string; by: string; store?: string | undefined; reason: string },
): Promise<boolean> {
  const asked = { name, receipt, till: store ?? null, actor: { ...actor, id: by }, reason };
  const given = await unredeemGiftCard(db, asked);
  if (!given.ok) return end(false, `${whyNotRedeemed(given.error, now)} Nothing was changed.`);
  const { card, amount, isChanged } = given.value;
  const why = card.isRecalled || card.isBlocked ? ', which pays nothing, it is void' : '';
  return end(
    true,
    `${formatQ(amount)} that receipt ${receipt} took ${isChanged ? 'are now' : 'were already'} back on gift card ${nameOf(card)}${why}: it has ${formatQ(card.balance)}.`,
  );
}

/** The answer of `void`, by the card's state before the call. */
function voidText(card: GiftCardSheet, now: Date): string {
  const [name, left] = [nameOf(card), formatQ(card.balance)];
  const isVoid = card.isRecalled || card.isBlocked;
  if (isVoid && card.balance > 0)
    return `Gift card ${name} paid nothing already, it is void; ${left} that had come back to it are gone now.`;
  const why = whyNothing(card, now);
  if (isVoid) return `Gift card ${name} paid nothing already, it is ${why}.`;
  if (why === null) return `Gift card ${name} pays nothing from now on; ${left} were left on it.`;
  const has = card.balance > 0 ? `it was ${why}, and ${left} were left on it` : 'it has nothing on it now';
  return `Gift card ${name} is blocked; ${has}, and what comes back to it can not be spent.`;
}

/**
 * Sends codes again if a mail never arrived. Voids the codes immediately and makes their lines due. The job of every minute then sends new
 * codes, by the same rules as the first time. Returns false if there was nothing to send again.
 */
async function resend({ db, now, end }: DatabaseCall, orderNumber: string): Promise<boolean> {
  const lines = isOrderNumber(orderNumber) ? await recallSentGiftCards(db.write, orderNumber, now) : 0;
  return end(
    lines > 0,
    lines > 0
      ? `The codes of order ${orderNumber} are void; new ones are sent within a minute.`
      : `Order ${orderNumber} ${lines === 0 ? 'has no gift cards that were sent, or it does not stand' : 'has a gift card that was spent already'}. Nothing was changed.`,
  );
}

const typedStore = optional(typedText('<code>', 20));

const typedTaken = typed(amountShown, 'quetzales above 0, as 150.50', (text) => {
  const read = readQuetzales(text);
  return read.ok && read.value > 0 ? read.value : undefined;
});

/** Commands for tills and support (DEC-199). No code is ever printed. `<card>`: the card's code, or its order and last four characters. */
export const giftCardCommands: readonly Command[] = [
  databaseCommand({
    usage: 'gift-card show <card>',
    changes: null,
    summary:
      "shows the balance and the movements of a gift card, or of all cards that an order sold. <card>: its code, an order's number, or order and last " +
      'four characters (100000001/VT4E)',
    canJson: true,
    takes: { card: typedWord },
    run: (call, { card }) => show(call, card),
  }),
  databaseCommand({
    usage: 'gift-card redeem <code> <amount>',
    changes: { entity: 'gift-cards', id: ({ code }) => masked(code), hides: ['code'] },
    summary:
      'takes an amount of a gift card at the till of --store; a repetition with the same receipt takes nothing more',
    canDryRun: true,
    takes: { code: typedWord, amount: typedTaken, receipt: typedReceipt, by: typedBy, store: typedStore },
    run: redeem,
  }),
  databaseCommand({
    usage: 'gift-card unredeem <card>',
    changes: { entity: 'gift-cards', id: ({ card }) => masked(card), hides: ['card'] },
    summary:
      'returns an amount that a till took by mistake with that receipt (of the store) to the card; the receipt can then be used again',
    canDryRun: true,
    takes: { card: typedWord, receipt: typedReceipt, by: typedBy, reason: typedReason, store: typedStore },
    run: unredeem,
  }),
  databaseCommand({
    usage: 'gift-card void <card>',
    changes: { entity: 'gift-cards', id: ({ card }) => masked(card), hides: ['card'] },
    summary: 'voids a gift card: neither its balance nor amounts that return to it can be spent. Cannot be undone',
    canDryRun: true,
    takes: { card: typedWord, by: typedBy, reason: typedReason },
    run: async ({ db, now, end, actor }, { card: name, by, reason }) => {
      const done = await voidGiftCard(db, { name, reason, actor: { ...actor, id: by } }, now);
      return done === undefined
        ? end(false, 'There is no such gift card. Nothing was changed.')
        : end(true, voidText(done.before, now));
    },
  }),
  databaseCommand({
    usage: 'gift-card resend <number>',
    changes: { entity: 'orders' },
    summary:
      "mails new codes for an order's gift cards and voids the codes sent before. Refused if one of those codes was already spent",
    canDryRun: true,
    takes: { number: typedWord },
    run: (call, { number }) => resend(call, number),
  }),
];
