import { parseArgs } from 'node:util';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, fromQuetzales } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { ActedCall } from '../slice.ts';
import { findNamed, type RedeemRefusal, redeemGiftCard, voidGiftCard } from './redeem-gift-card.ts';
import { type GiftCardSheet, listGiftCardsOf } from './till-gift-cards.store.ts';

export const giftCardUsage = `ceiba gift-card show <card>         what a gift card has left, and what came and went of it; of an order's number all that it sold.
                                    <card>: its code, or order and last four signs (100000001/VT4E)
ceiba gift-card redeem <code> <quetzales> --receipt <reference> --by <name>
                                    a till takes so much of it; --store <code> where; the same receipt again takes nothing more
ceiba gift-card void <card> --by <name> --reason <text>
                                    it pays nothing from now on
`;

const words = {
  receipt: { type: 'string' },
  store: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Typed = Partial<Record<keyof typeof words, string>>;

/** What may be printed; at most so many characters. */
const isWord = (text: string | undefined, most: number): text is string =>
  text !== undefined && text.trim() !== '' && text.length <= most && !/\p{Cc}/u.test(text);

/** Undefined: nothing like what it wants. */
function read(args: readonly string[]): { positionals: string[]; values: Typed } | undefined {
  try {
    return parseArgs({ args: [...args], options: words, allowPositionals: true, strict: true });
  } catch {
    return undefined;
  }
}

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

const whyNotRedeemed = (refusal: RedeemRefusal, now: Date): string => {
  switch (refusal.code) {
    case 'CARD_UNKNOWN':
      return 'There is no gift card with this code.';
    case 'STORE_UNKNOWN':
      return 'There is no store with this code.';
    case 'CARD_PAYS_NOTHING':
      return `Gift card ${nameOf(refusal.card)} pays nothing, it is ${whyNothing(refusal.card, now)}.`;
    case 'CARD_HAS_LESS':
      return `Gift card ${nameOf(refusal.card)} has ${formatQ(refusal.card.balance)}.`;
    case 'RECEIPT_USED':
      return `This receipt has taken another amount of gift card ${nameOf(refusal.card)}.`;
  }
};

async function redeem(
  { db, now, say, actor }: ActedCall,
  code: string,
  amount: Centavos,
  typed: Typed,
): Promise<boolean> {
  const { receipt, by, store = null } = typed;
  if (!isWord(receipt, 60) || !isWord(by, 100)) {
    say(giftCardUsage);
    return false;
  }
  const asked = { code, amount, receipt: receipt.trim(), till: store, actor: { ...actor, id: by.trim() } };
  const redeemed = await redeemGiftCard(db, asked, now);
  if (!redeemed.ok) {
    say(`${whyNotRedeemed(redeemed.error, now)} Nothing was changed.`);
    return false;
  }
  const { card, isChanged } = redeemed.value;
  say(
    `${formatQ(amount)} of gift card ${nameOf(card)} ${isChanged ? 'are now' : 'were already'} taken by receipt ${receipt.trim()}: ${formatQ(card.balance)} are left.`,
  );
  return true;
}

async function voidCard({ db, now, say, actor }: ActedCall, name: string, { by, reason }: Typed): Promise<boolean> {
  if (!isWord(by, 100) || !isWord(reason, 300)) {
    say(giftCardUsage);
    return false;
  }
  const done = await voidGiftCard(db, { name, reason, actor: { ...actor, id: by.trim() } }, now);
  if (done === undefined) {
    say('There is no such gift card. Nothing was changed.');
    return false;
  }
  const why = whyNothing(done.before, now);
  say(
    why === null
      ? `Gift card ${nameOf(done.before)} pays nothing from now on; ${formatQ(done.before.balance)} were left on it.`
      : `Gift card ${nameOf(done.before)} paid nothing already, it is ${why}.`,
  );
  return true;
}

/** `npm run ceiba -- gift-card …`: for tills and support (DEC-199). No code is ever printed. False when it refused. */
export async function runGiftCardCommand(call: ActedCall): Promise<boolean> {
  const [verb, ...rest] = call.args;
  const typed = read(rest);
  const [name, quetzales, ...more] = typed?.positionals ?? [];
  const amount = fromQuetzales(quetzales ?? '');
  if (typed !== undefined && name !== undefined && more.length === 0) {
    const { values } = typed;
    if (verb === 'show' && quetzales === undefined) return show(call, name);
    if (verb === 'void' && quetzales === undefined) return voidCard(call, name, values);
    if (verb === 'redeem' && amount.ok && amount.value > 0) return redeem(call, name, amount.value, values);
  }
  call.say(giftCardUsage);
  return false;
}
