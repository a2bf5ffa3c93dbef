import { formatQ } from '@ceiba/domain/money/money';
import type { ActedCall, DatabaseCall } from '../slice.ts';
import { changeOrder, type OrderChangeRefusal, type OrderEnd } from './change-order.ts';
import type { OrderState } from './order-states.store.ts';
import { type PayRefusal, payOrder } from './pay-order.ts';
import { readTillReceipt } from './read-till-receipt.ts';
import { showOrder } from './show-order.ts';
import type { TillReceipt } from './till-receipts.store.ts';
import { unpayOrder } from './unpay-order.ts';

export const orderUsage = `ceiba order ship <number>           it was sent off, or waits at its store (DEC-137)
ceiba order deliver <number>        the buyer has it; cash was paid
ceiba order pay <number>            its buyer has paid it at the store, within 48 hours (DEC-140, DEC-163);
                                    --receipt <reference> keeps what the till gave, --by <name> who took the money
ceiba order unpay <number>          no till has its money, \`pay\` was typed by mistake: it waits for it again, or ends without a refund
ceiba order cancel <number>         ends it before any of it is sent off: stock, coupon and charge are given back, a mail says so;
                                    what a till has taken is to be given back there
ceiba order show <number>           how it stands: its payments, the till's receipt, what happened to it
`;

const ends: Record<string, OrderEnd> = { ship: 'shipped', deliver: 'delivered', cancel: 'canceled' };

const notesOf = ({ isUnconfirmed, hasVoidGiftCards, isReversing, tillRefund }: OrderState): string =>
  [
    isUnconfirmed ? ', waits for the link in its mail' : '',
    hasVoidGiftCards ? '; the codes of its gift cards are void' : '',
    isReversing ? '; its charge is being reversed' : '',
    tillRefund > 0 ? `; give back ${formatQ(tillRefund)} at its store's till` : '',
  ].join('');

/** What `pay` answers; it was paid, or cannot be. */
async function pay(
  { db, now, say, actor: typist }: ActedCall,
  orderNumber: string,
  till: TillReceipt | null,
): Promise<boolean> {
  const actor = { ...typist, id: till?.clerk ?? typist.id };
  const paid = await payOrder(db, { orderNumber, till, actor }, now);
  if (!paid.ok) {
    say(`${whyUnpaid(paid.error, orderNumber)} Nothing was changed.`);
    return false;
  }
  const { status, total, isChanged, tillReceipt, tillClerk } = paid.value;
  const receipt = tillReceipt === null ? '' : `, receipt ${tillReceipt}`;
  const isOther = till !== null && tillReceipt !== till.receipt;
  const isOtherClerk = !isOther && till !== null && till.clerk !== null && till.clerk !== tillClerk;
  const clerk = isOtherClerk ? ` It was taken by ${tillClerk}; ${till.clerk} was not kept.` : '';
  say(
    `Order ${orderNumber} is ${isChanged ? 'now' : 'already'} paid, ${formatQ(total)}${receipt}: it is ${status}.${isOther ? ` Receipt ${till.receipt} was not kept.` : ''}${clerk}`,
  );
  return !isOther && !isOtherClerk;
}

const whyUnpaid = (refusal: PayRefusal, orderNumber: string): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}.`;
  if (refusal.code === 'RECEIPT_USED') return usedReceipt(refusal.orderNumber);
  const { status, isStorePayment } = refusal.state;
  const isLate = isStorePayment && status === 'pending_payment';
  return `Order ${orderNumber} is ${status}: ${isLate ? 'its 48 hours are over' : 'it waits for no payment at a store'}.`;
};

/** A buyer who has paid must not lose the order for a number that came up twice. */
const usedReceipt = (orderNumber: string): string =>
  `This receipt has paid order ${orderNumber} of the same store already. If another payment has the same number, type what tells them apart before it (--receipt 'till 2 …'); if order ${orderNumber} was not paid with it, \`order unpay ${orderNumber}\` gives it free.`;

/** What `unpay` answers; its payment was taken back, or cannot be. */
async function unpay({ db, now, say, actor }: ActedCall, orderNumber: string): Promise<boolean> {
  const unpaid = await unpayOrder(db, { orderNumber, actor }, now);
  if (!unpaid.ok) {
    say(`${whyPaid(unpaid.error, orderNumber)} Nothing was changed.`);
    return false;
  }
  const { status, total, isChanged } = unpaid.value;
  const told =
    isChanged && status === 'pending_payment' ? ' Its buyer may have the mail that thanks for it: tell them.' : '';
  say(`Order ${orderNumber} is ${isChanged ? 'no longer' : 'not'} paid, ${formatQ(total)}: it is ${status}.${told}`);
  return true;
}

const whyPaid = (refusal: OrderChangeRefusal, orderNumber: string): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}.`;
  const { status, isStorePayment, hasPartSent, hasUsedGiftCards } = refusal.state;
  if (status === 'canceled') return `Order ${orderNumber} is canceled: it has ended.`;
  if (isStorePayment && hasUsedGiftCards) return `Order ${orderNumber} is ${status}: ${spentCards}.`;
  const isSent = isStorePayment && hasPartSent;
  return `Order ${orderNumber} is ${status}: ${isSent ? 'a part of it is on its way or handed over' : 'no till has taken money for it'}.`;
};

async function show({ db, say }: DatabaseCall, orderNumber: string): Promise<boolean> {
  const lines = await showOrder(db.write, orderNumber);
  for (const line of lines ?? [`There is no order ${orderNumber}.`]) say(line);
  return lines !== undefined;
}

const spentCards = 'something of the gift cards it sold was spent (`gift-card show`)';

const explain = (refusal: OrderChangeRefusal, orderNumber: string, to: OrderEnd): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}. Nothing was changed.`;
  const { state } = refusal;
  const isPartSent = to === 'canceled' && state.status === 'processing' && state.hasPartSent;
  const isSpent = to === 'canceled' && state.hasUsedGiftCards;
  const sent = isPartSent ? ', and a part of it is on its way or handed over' : isSpent ? `, and ${spentCards}` : '';
  return `Order ${orderNumber} is ${state.status}${notesOf(state)}${sent}: it cannot become ${to}. Nothing was changed.`;
};

/** `npm run ceiba -- order …`: changes one order, or nothing, and says how it stands. False when it refused. */
export async function runOrderCommand(command: ActedCall): Promise<boolean> {
  const { db, args, now, say, actor } = command;
  const [verb = '', orderNumber, ...more] = args;
  const till = verb === 'pay' ? readTillReceipt(more) : undefined;
  if (orderNumber !== undefined && till !== undefined) return pay(command, orderNumber, till);
  if (verb === 'unpay' && orderNumber !== undefined && more.length === 0) return unpay(command, orderNumber);
  if (verb === 'show' && orderNumber !== undefined && more.length === 0) return show(command, orderNumber);
  const to = Object.hasOwn(ends, verb) ? ends[verb] : undefined;
  if (to === undefined || orderNumber === undefined || more.length > 0) {
    say(orderUsage);
    return false;
  }
  const changed = await changeOrder(db, { orderNumber, to, actor }, now);
  if (!changed.ok) {
    say(explain(changed.error, orderNumber, to));
    return false;
  }
  const { status, isChanged } = changed.value;
  say(`Order ${orderNumber} is ${isChanged ? 'now' : 'already'} ${status}${notesOf(changed.value)}.`);
  return true;
}
