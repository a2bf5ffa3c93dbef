import { formatQ } from '@ceiba/domain/money/money';
import type { Result } from '@ceiba/domain/result';
import { refundNote } from '../refunds/refund-note.ts';
import type { ActedCall, DatabaseCall } from '../slice.ts';
import { type CancelUnitsRefusal, cancelUnits } from './cancel-units.ts';
import {
  type ChangedOrder,
  cancelWholeOrder,
  moveOrder,
  type OrderChangeRefusal,
  type OrderMove,
} from './change-order.ts';
import { explainMove } from './explain-move.ts';
import { type GiveOutRefusal, giveOutRefund } from './give-out-refund.ts';
import { handOver, handOverUsage } from './hand-over-command.ts';
import type { MoveRefusal } from './move-shipment.ts';
import type { OrderState } from './order-states.store.ts';
import { type PayRefusal, payOrder } from './pay-order.ts';
import { readCanceledUnits, type TypedUnits } from './read-canceled-units.ts';
import { readCashAtDoor } from './read-shipment-options.ts';
import { readTillReceipt } from './read-till-receipt.ts';
import { settle, settleUsage, stuck } from './settle-command.ts';
import { showOrder } from './show-order.ts';
import type { TillReceipt } from './till-receipts.store.ts';
import { unpayOrder } from './unpay-order.ts';

export const orderUsage = `ceiba order ship <number>           the shipment that is left of it was sent off, or waits at its store (DEC-137)
ceiba order deliver <number>        the buyer has the shipment that is left of it; of one that is paid in cash --amount <Q…> says what was
                                    collected, another amount than was due with --difference <reason>
ceiba order pay <number>            its buyer has paid it at the store, within 48 hours (DEC-140, DEC-163);
                                    --receipt <reference> keeps what the till gave, --by <name> who took the money
ceiba order unpay <number>          no till has its money, \`pay\` was typed by mistake: it waits for it again, or ends without a refund
ceiba order cancel <number>         ends it before any of it is sent off: stock, coupon and charge are given back, a mail says so;
                                    what a till has taken is to be given back there
ceiba order cancel <number> --line <n> [--units <n>] --by <name> --reason <text>
                                    cancels a line, or so many of its units in all, before it is prepared: what they cost is given
                                    back, or owed no more (WORK-15)
ceiba order refund <number> --receipt <reference> --by <name>
                                    a till has given out what is due of it; what had paid a canceled one is free from then on (CASH-10)
ceiba order show <number>           how it stands: its payments, the till's receipt, what happened to it
${handOverUsage}${settleUsage}`;

/** What `cancel --line` answers. */
async function cancelPart(
  { db, now, say, actor: typist }: ActedCall,
  orderNumber: string,
  { line, units, by, reason }: TypedUnits,
): Promise<boolean> {
  const actor = { ...typist, id: by };
  const done = await cancelUnits(db, { orderNumber, line, units, actor, reason }, now);
  if (!done.ok) {
    say(`${whyNotCanceled(done.error, orderNumber, line)} Nothing was changed.`);
    return false;
  }
  const { title, canceled, quantity, status, isChanged, refund } = done.value;
  const whole = status === 'canceled' ? `: order ${orderNumber} is canceled` : '';
  say(
    `Of ${title} in order ${orderNumber} ${canceled} of ${quantity} ${isChanged ? 'are now' : 'are already'} canceled${whole}${refund === null ? '' : refundNote(refund)}.`,
  );
  return true;
}

const whyNotCanceled = (refusal: CancelUnitsRefusal, orderNumber: string, line: number): string => {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'LINE_UNKNOWN':
      return `Order ${orderNumber} has ${refusal.lines} lines, and no line ${line}.`;
    case 'UNITS_UNKNOWN':
      return `Line ${line} of order ${orderNumber} has ${refusal.quantity} units.`;
    case 'LINE_UNDER_WAY':
      return `Line ${line} of order ${orderNumber} is being prepared, or was sent.`;
    case 'ORDER_CHANGE_NOT_ALLOWED':
      return `Order ${orderNumber} is ${refusal.status}.`;
    case 'REFUND_NOT_POSSIBLE':
      return `More was given back of order ${orderNumber} than this would leave.`;
  }
};

/** What `refund` answers; it was given out, or nothing is due. */
async function refund(
  { db, say, actor: typist }: ActedCall,
  orderNumber: string,
  paper: TillReceipt,
): Promise<boolean> {
  const given = await giveOutRefund(db, { orderNumber, paper, actor: { ...typist, id: paper.clerk } });
  if (!given.ok) {
    say(`${whyNotGiven(given.error, orderNumber)} Nothing was changed.`);
    return false;
  }
  const { amount, isChanged } = given.value;
  say(
    `Of order ${orderNumber} ${formatQ(amount)} ${isChanged ? 'are now' : 'were already'} given out, receipt ${paper.receipt}.`,
  );
  return true;
}

const whyNotGiven = (refusal: GiveOutRefusal, orderNumber: string): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}.`;
  if (refusal.code === 'NOTHING_DUE') return `No till has anything to give back of order ${orderNumber}.`;
  return `Of order ${orderNumber} ${formatQ(refusal.amount)} were given out before, receipt ${refusal.reference}.`;
};

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

const explain = (refusal: OrderChangeRefusal | MoveRefusal, orderNumber: string, to: string): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}.`;
  if (refusal.code !== 'ORDER_CHANGE_NOT_ALLOWED') return explainMove(refusal, orderNumber, orderNumber);
  const { state } = refusal;
  const isPartSent = to === 'canceled' && state.status === 'processing' && state.hasPartSent;
  const isSpent = to === 'canceled' && state.hasUsedGiftCards;
  const sent = isPartSent ? ', and a part of it is on its way or handed over' : isSpent ? `, and ${spentCards}` : '';
  return `Order ${orderNumber} is ${state.status}${notesOf(state)}${sent}: it cannot become ${to}.`;
};

const moves: Record<string, OrderMove['to']> = { ship: 'shipped', deliver: 'delivered' };

/** What a shipment's move is read from; undefined where the words are nothing like it. */
function readMove(verb: string, more: readonly string[]): OrderMove | 'canceled' | undefined {
  if (verb === 'cancel') return more.length === 0 ? 'canceled' : undefined;
  const to = Object.hasOwn(moves, verb) ? moves[verb] : undefined;
  if (to === 'shipped') return more.length === 0 ? { to } : undefined;
  const cash = to === 'delivered' ? readCashAtDoor(more) : undefined;
  return cash && { to: 'delivered', cash };
}

function change(
  { db, now, actor }: ActedCall,
  orderNumber: string,
  move: OrderMove | 'canceled',
): Promise<Result<ChangedOrder, OrderChangeRefusal | MoveRefusal>> {
  return move === 'canceled'
    ? cancelWholeOrder(db, { orderNumber, actor }, now)
    : moveOrder(db, { orderNumber, move, actor }, now);
}

/** `npm run ceiba -- order …`: changes one order, or nothing, and says how it stands. False when it refused. */
export async function runOrderCommand(command: ActedCall): Promise<boolean> {
  const { args, say } = command;
  const [verb = '', orderNumber, ...more] = args;
  const till = verb === 'pay' ? readTillReceipt(more) : undefined;
  if (orderNumber !== undefined && till !== undefined) return pay(command, orderNumber, till);
  if (verb === 'settle') return settle(command, args.slice(1));
  if (verb === 'stuck' && orderNumber === undefined) return stuck(command);
  if (verb === 'unpay' && orderNumber !== undefined && more.length === 0) return unpay(command, orderNumber);
  if (verb === 'refund' && orderNumber !== undefined) {
    const paper = readTillReceipt(more);
    if (paper != null && paper.clerk !== null) return refund(command, orderNumber, paper);
  }
  const handed =
    verb === 'hand-over' && orderNumber !== undefined ? await handOver(command, orderNumber, more) : undefined;
  if (handed !== undefined) return handed;
  const part = verb === 'cancel' && more.length > 0 ? readCanceledUnits(more) : undefined;
  if (orderNumber !== undefined && part !== undefined) return cancelPart(command, orderNumber, part);
  if (verb === 'show' && orderNumber !== undefined && more.length === 0) return show(command, orderNumber);
  const move = orderNumber === undefined ? undefined : readMove(verb, more);
  if (move === undefined || orderNumber === undefined) {
    say(orderUsage);
    return false;
  }
  const changed = await change(command, orderNumber, move);
  if (!changed.ok) {
    say(`${explain(changed.error, orderNumber, move === 'canceled' ? move : move.to)} Nothing was changed.`);
    return false;
  }
  const { status, isChanged } = changed.value;
  say(`Order ${orderNumber} is ${isChanged ? 'now' : 'already'} ${status}${notesOf(changed.value)}.`);
  return true;
}
