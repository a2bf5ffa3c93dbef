import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, readQuetzales } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { longestTyped, typedOptions } from '../platform/operations/typed-words.ts';
import type { ActedCall } from '../slice.ts';
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

export const giftCardUsage = `ceiba gift-card show <card>         what a gift card has left, and what came and went of it; of an order's number all that it sold.
                                    <card>: its code, or order and last four signs (100000001/VT4E)
ceiba gift-card redeem <code> <Q…> --receipt <reference> --by <name>
                                    a till takes so much of it; --store <code> where; the same receipt again takes nothing more
ceiba gift-card unredeem <card> --receipt <reference> --by <name> --reason <text>
                                    a till took it by mistake: what that receipt (of --store <code>) took is back on the card, and the
                                    receipt may be typed again
ceiba gift-card void <card> --by <name> --reason <text>
                                    it pays nothing from now on, and what comes back to it neither; nothing takes that back
ceiba gift-card resend <number>     new codes for an order's gift cards, mailed anew; those sent before are worth nothing. Refused once
                                    something of them was spent
`;

const { receipt, by, reason } = longestTyped;
const longest = { receipt, store: 20, by, reason };

type Typed = Partial<Record<keyof typeof longest, string>>;

/** Null: it pays. */
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

async function show({ db, now, say }: ActedCall, name: string): Promise<boolean> {
  const named = isOrderNumber(name) ? await listGiftCardsOf(db.write, name) : [await findNamed(db.write, name)];
  const cards = named.filter((card) => card !== undefined);
  for (const card of cards) for (const line of linesOf(card, now)) say(line);
  if (cards.length === 0) say('There is no such gift card.');
  return cards.length > 0;
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
  { db, now, say, actor }: ActedCall,
  code: string,
  amount: Centavos,
  { receipt, by, store }: Typed & { receipt: string; by: string },
): Promise<boolean> {
  const asked = { code, amount, receipt, till: store ?? null, actor: { ...actor, id: by } };
  const redeemed = await redeemGiftCard(db, asked, now);
  if (!redeemed.ok) {
    say(`${whyNotRedeemed(redeemed.error, now)} Nothing was changed.`);
    return false;
  }
  const { card, isChanged } = redeemed.value;
  say(
    `${formatQ(amount)} of gift card ${nameOf(card)} ${isChanged ? 'are now' : 'were already'} taken by receipt ${receipt}: ${formatQ(card.balance)} are left.`,
  );
  return true;
}

async function unredeem(
  { db, now, say, actor }: ActedCall,
  name: string,
  { receipt, by, store, reason }: Typed & { receipt: string; by: string; reason: string },
): Promise<boolean> {
  const asked = { name, receipt, till: store ?? null, actor: { ...actor, id: by }, reason };
  const given = await unredeemGiftCard(db, asked);
  if (!given.ok) {
    say(`${whyNotRedeemed(given.error, now)} Nothing was changed.`);
    return false;
  }
  const { card, amount, isChanged } = given.value;
  const why = card.isRecalled || card.isBlocked ? ', which pays nothing, it is void' : '';
  say(
    `${formatQ(amount)} that receipt ${receipt} took ${isChanged ? 'are now' : 'were already'} back on gift card ${nameOf(card)}${why}: it has ${formatQ(card.balance)}.`,
  );
  return true;
}

/** What `void` answers of a card that stood so before it. */
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

async function voidCard(
  { db, now, say, actor }: ActedCall,
  name: string,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const done = await voidGiftCard(db, { name, reason, actor: { ...actor, id: by } }, now);
  say(done === undefined ? 'There is no such gift card. Nothing was changed.' : voidText(done.before, now));
  return done !== undefined;
}

/**
 * For a mail that never arrived. The codes are voided at once and their lines due again: the job of every minute sends new ones, by the
 * rules of the first time. False when there was nothing to send again.
 */
async function resend({ db, now, say }: ActedCall, orderNumber: string): Promise<boolean> {
  const lines = isOrderNumber(orderNumber) ? await recallSentGiftCards(db.write, orderNumber, now) : 0;
  say(
    lines > 0
      ? `The codes of order ${orderNumber} are void; new ones are sent within a minute.`
      : `Order ${orderNumber} ${lines === 0 ? 'has no gift cards that were sent, or it does not stand' : 'has a gift card that was spent already'}. Nothing was changed.`,
  );
  return lines > 0;
}

/** The verbs that know a card, or an order, by a name; undefined where what is behind it is nothing like what one wants. */
function onNamed(call: ActedCall, verb: string, name: string, typed: Typed): Promise<boolean> | undefined {
  const { receipt, by, reason } = typed;
  if (verb === 'show') return show(call, name);
  if (verb === 'resend') return resend(call, name);
  if (by === undefined || reason === undefined) return undefined;
  if (verb === 'void') return voidCard(call, name, { by, reason });
  return verb === 'unredeem' && receipt !== undefined
    ? unredeem(call, name, { ...typed, receipt, by, reason })
    : undefined;
}

/** As above, of a verb that wants an amount behind it. */
function onAmount(call: ActedCall, code: string, amount: Centavos, typed: Typed): Promise<boolean> | undefined {
  const { receipt, by } = typed;
  return receipt === undefined || by === undefined || amount <= 0
    ? undefined
    : redeem(call, code, amount, { ...typed, receipt, by });
}

/** `npm run ceiba -- gift-card …`: for tills and support (DEC-199). No code is ever printed. False when it refused. */
export async function runGiftCardCommand(call: ActedCall): Promise<boolean> {
  const [verb = '', ...rest] = call.args;
  const typed = typedOptions(rest, longest);
  const [name, amount, ...more] = typed?.others ?? [];
  if (typed !== undefined && name !== undefined && more.length === 0) {
    const read = readQuetzales(amount ?? '');
    const isRedeemed = verb === 'redeem' && read.ok;
    const done = isRedeemed ? onAmount(call, name, read.value, typed.texts) : undefined;
    const answer = amount === undefined ? onNamed(call, verb, name, typed.texts) : done;
    if (answer !== undefined) return answer;
  }
  call.say(giftCardUsage);
  return false;
}
