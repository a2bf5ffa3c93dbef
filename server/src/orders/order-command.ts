import { formatQ } from '@ceiba/domain/money/money';
import type { Result } from '@ceiba/domain/result';
import { refundNote } from '../refunds/refunds.store.ts';
import type { ActedCall, DatabaseCall } from '../slice.ts';
import {
  type CancelUnitsRefusal,
  type ChangedOrder,
  cancelUnits,
  cancelWholeOrder,
  type OrderChangeRefusal,
  readCancellation,
  type TypedCancellation,
  type TypedUnits,
} from './afterwards/cancel-order.ts';
import { moveOrder, type OrderMove } from './afterwards/move-order.ts';
import type { MoveRefusal } from './afterwards/move-shipment.ts';
import { showOrder } from './afterwards/order-sheet.store.ts';
import { notesOf } from './afterwards/order-states.store.ts';
import {
  type GivenOut,
  type GiveOutRefusal,
  giveOutRefund,
  handOver,
  handOverUsage,
  type PayRefusal,
  payOrder,
  readGivenOut,
  readTillReceipt,
  unpayOrder,
} from './afterwards/order-till.ts';
import { explainMove, readCashAtDoor } from './afterwards/shipment-command.ts';
import type { TillReceipt } from './afterwards/store-payment.store.ts';
import { settle, settleUsage, stuck } from './placing/settle-by-word.ts';

export const orderUsage = `ceiba order ship <number>           the shipment that is left of it was sent off, or waits at its store (DEC-137)
ceiba order deliver <number>        the buyer has the shipment that is left of it; of one that is paid in cash --amount <Q…> says what was
                                    collected, another amount than was due with --difference <reason>
ceiba order pay <number>            its buyer has paid it at the store, within 48 hours (DEC-140, DEC-163);
                                    --receipt <reference> keeps what the till gave, --by <name> who took the money
ceiba order unpay <number>          no till has its money, \`pay\` was typed by mistake: it waits for it again, or ends without a refund
ceiba order cancel <number>         ends it before any of it is sent off: stock, coupon and charge are given back, a mail says so;
                                    what a till has taken is to be given back there; --by <name> and --reason <text> are kept with it
ceiba order cancel <number> --line <n> [--units <n>] --by <name> --reason <text>
                                    cancels a line, or so many of its units in all, until it is packed: what they cost is given
                                    back, or owed no more (WORK-15)
ceiba order refund <number> --amount <Q…> --receipt <reference> --by <name>
                                    a till has given out what is due of it, all of it and on a paper of its own (the same paper again
                                    gives out nothing); what had paid a canceled one is free from then on (CASH-10)
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
  const { title, canceled, quantity, isChanged, refund, ended } = done.value;
  const part = refund === null ? '' : refundNote(refund);
  const more = ended === null ? part : `: order ${orderNumber} is canceled${part}${notesOf(ended)}`;
  say(
    `Of ${title} in order ${orderNumber} ${canceled} of ${quantity} ${isChanged ? 'are now' : 'are already'} canceled${more}.`,
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
  { amount: said, receipt, by }: GivenOut,
): Promise<boolean> {
  const given = await giveOutRefund(db, { orderNumber, receipt, amount: said, actor: { ...typist, id: by } });
  if (!given.ok) {
    say(`${whyNotGiven(given.error, orderNumber)} Nothing was changed.`);
    return false;
  }
  const { amount, stillDue, isChanged } = given.value;
  const left = stillDue > 0 ? ` ${formatQ(stillDue)} are due since, on a paper of their own.` : '';
  say(
    `Of order ${orderNumber} ${formatQ(amount)} ${isChanged ? 'are now' : 'were already'} given out, receipt ${receipt}.${left}`,
  );
  return true;
}

const whyNotGiven = (refusal: GiveOutRefusal, orderNumber: string): string => {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'NOTHING_DUE':
      return `No till has anything to give back of order ${orderNumber}.`;
    case 'ALREADY_GIVEN':
      return `Of order ${orderNumber} ${formatQ(refusal.amount)} were given out before, receipt ${refusal.reference}.`;
    case 'PAPER_USED':
      return `On this receipt ${formatQ(refusal.amount)} of order ${refusal.orderNumber} were given out already. If another paper has the same number, type what tells them apart before it (--receipt 'till 2 …').`;
    case 'AMOUNT_DIFFERS':
      return `Of order ${orderNumber} ${formatQ(refusal.due)} are due: type --amount ${formatQ(refusal.due)} if it was all given out.`;
  }
};

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
function readMove(verb: string, more: readonly string[]): OrderMove | undefined {
  const to = Object.hasOwn(moves, verb) ? moves[verb] : undefined;
  if (to === 'shipped') return more.length === 0 ? { to } : undefined;
  const cash = to === 'delivered' ? readCashAtDoor(more) : undefined;
  return cash && { to: 'delivered', cash };
}

/** What `cancel` answers of a whole order. */
async function cancelWhole(
  { db, now, say, actor: typist }: ActedCall,
  orderNumber: string,
  { by, reason }: TypedCancellation,
): Promise<boolean> {
  const asked = { orderNumber, actor: { ...typist, id: by ?? typist.id }, reason: reason ?? null };
  return tellChange(say, orderNumber, 'canceled', await cancelWholeOrder(db, asked, now));
}

/** What `ship` and `deliver` answer. */
const move = async ({ db, now, say, actor }: ActedCall, orderNumber: string, to: OrderMove): Promise<boolean> =>
  tellChange(say, orderNumber, to.to, await moveOrder(db, { orderNumber, move: to, actor }, now));

function tellChange(
  say: ActedCall['say'],
  orderNumber: string,
  to: string,
  changed: Result<ChangedOrder, OrderChangeRefusal | MoveRefusal>,
): boolean {
  if (!changed.ok) {
    say(`${explain(changed.error, orderNumber, to)} Nothing was changed.`);
    return false;
  }
  const { status, isChanged } = changed.value;
  say(`Order ${orderNumber} is ${isChanged ? 'now' : 'already'} ${status}${notesOf(changed.value)}.`);
  return true;
}

/** The verbs that change an order by its number; undefined where the words behind one are nothing like what it wants. */
function changeByNumber(
  command: ActedCall,
  verb: string,
  orderNumber: string,
  more: readonly string[],
): Promise<boolean> | undefined {
  switch (verb) {
    case 'pay': {
      const till = readTillReceipt(more);
      return till === undefined ? undefined : pay(command, orderNumber, till);
    }
    case 'unpay':
      return more.length === 0 ? unpay(command, orderNumber) : undefined;
    case 'refund': {
      const given = readGivenOut(more);
      return given && refund(command, orderNumber, given);
    }
    case 'hand-over':
      return handOver(command, orderNumber, more);
    case 'cancel': {
      const typed = readCancellation(more);
      if (typed === undefined) return undefined;
      return 'line' in typed ? cancelPart(command, orderNumber, typed) : cancelWhole(command, orderNumber, typed);
    }
    case 'show':
      return more.length === 0 ? show(command, orderNumber) : undefined;
    default: {
      const to = readMove(verb, more);
      return to && move(command, orderNumber, to);
    }
  }
}

/** `npm run ceiba -- order …`: changes one order, or nothing, and says how it stands. False when it refused. */
export async function runOrderCommand(command: ActedCall): Promise<boolean> {
  const { args, say } = command;
  const [verb = '', orderNumber, ...more] = args;
  if (verb === 'settle') return settle(command, args.slice(1));
  if (verb === 'stuck' && orderNumber === undefined) return stuck(command);
  const done = orderNumber === undefined ? undefined : changeByNumber(command, verb, orderNumber, more);
  if (done !== undefined) return done;
  say(orderUsage);
  return false;
}
