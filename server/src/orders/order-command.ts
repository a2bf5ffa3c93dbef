import { type Centavos, formatQ, toQuetzales } from '@ceiba/domain/money/money';
import { holdReasonsText } from '@ceiba/domain/orders/timeline-texts';
import type { Result } from '@ceiba/domain/result';
import { databaseWithin } from '../platform/db/database.ts';
import {
  type Command,
  type CommandCall,
  type DatabaseCall,
  databaseCommand,
} from '../platform/operations/command-line.ts';
import {
  flag,
  optional,
  typedAmount,
  typedBy,
  typedCount,
  typedReason,
  typedReceipt,
  typedText,
  typedWord,
} from '../platform/operations/typed-words.ts';
import { refundNote } from '../refunds/make-refund.ts';
import { moveOrder, type OrderMove } from '../shipments/move-order.ts';
import type { MoveRefusal } from '../shipments/move-shipment.ts';
import { type ChangedOrder, notesOf, type OrderChangeRefusal } from '../shipments/order-state.store.ts';
import { movedChange } from '../shipments/shipment-changes.ts';
import { actionDetails, cashOf, cashOptions, checkCash, explainMove } from '../shipments/shipment-command.ts';
import { type CancelUnitsRefusal, cancelUnits, cancelWholeOrder } from './canceling/cancel-order.ts';
import { canceledChange } from './desk/cancel-at-desk.ts';
import { countChange, lockVersion } from './desk/desk-order.store.ts';
import { releaseByCommand } from './desk/hold-order.ts';
import { settleCommands } from './placing/settle-manually.ts';
import { showOrder } from './reading/order-sheet.store.ts';
import {
  type GiveOutRefusal,
  giveOutRefund,
  type HandOverRefusal,
  handOverRefund,
  type PayRefusal,
  payOrder,
  unpayOrder,
} from './store-payment/pay-at-store.ts';
import {
  countPaymentsAtTill,
  findNotedAccount,
  findTillMoney,
  hasTakingTill,
  isPaidByVoucher,
  leaveNoTill,
  payOutOfTill,
  type TillReceipt,
} from './store-payment/store-payment.store.ts';

/** Runs `cancel --line`. */
async function cancelPart(
  { db, now, end, reportChange, actor: typist }: DatabaseCall,
  orderNumber: string,
  { line, units, by, reason }: { line: number; units: number | null; by: string; reason: string },
): Promise<boolean> {
  const actor = { ...typist, id: by };
  const before = await lockVersion(db.write, orderNumber);
  const done = await cancelUnits(db, { orderNumber, line, units, actor, reason }, now);
  if (!done.ok) return end(false, `${whyNotCanceled(done.error, orderNumber, line)} Nothing was changed.`);
  const { title, canceled, more: canceledNow, quantity, isChanged, refund, ended } = done.value;
  if (isChanged) {
    const version = await countChange(db.write, orderNumber, before, now);
    reportChange(canceledChange(orderNumber, { version, lines: [{ line, quantity: canceledNow }], reason }));
  }
  const part = refund === null ? '' : refundNote(refund);
  const more = ended === null ? part : `: order ${orderNumber} is canceled${part}${notesOf(ended)}`;
  return end(
    true,
    `Of ${title} in order ${orderNumber} ${canceled} of ${quantity} ${isChanged ? 'are now' : 'are already'} canceled${more}.`,
  );
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
    case 'CARDS_SENT':
      return `The codes of line ${line} of order ${orderNumber} were sent.`;
    case 'ORDER_CHANGE_NOT_ALLOWED':
      return `Order ${orderNumber} is ${refusal.status}.`;
    case 'REFUND_NOT_POSSIBLE':
      return `More was given back of order ${orderNumber} than this would leave.`;
  }
};

interface TypedRefund {
  amount?: Centavos | undefined;
  receipt: string;
  by: string;
  till?: string | undefined;
  store?: string | undefined;
  reason?: string | undefined;
}

/** Runs `refund`: records a paid-out refund, or reports that nothing is due. */
async function refund(
  { db, end, reportChange, actor: typist }: DatabaseCall,
  orderNumber: string,
  { amount: said, receipt, by, till, store, reason }: TypedRefund,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const account = await findNotedAccount(tx, orderNumber);
    const cash = till === undefined ? undefined : await payOutOfTill(tx, orderNumber, { till, store: store ?? null });
    if (till === undefined) await leaveNoTill(tx);
    else if (cash === undefined)
      return end(
        false,
        `No open till, or more than one, is called ${till}: say its --store, too. Nothing was changed.`,
      );
    if (cash !== undefined && said !== undefined && said > cash)
      return end(false, `Till ${till} has less cash than ${formatQ(said)}. Nothing was changed.`);
    if (till !== undefined && reason === undefined && (await isPaidByVoucher(tx, orderNumber)))
      return end(
        false,
        `A card's voucher paid order ${orderNumber}: its till takes it back, or --reason says why it is cash. Nothing was changed.`,
      );
    const actor = { ...typist, id: by };
    const given = await giveOutRefund(databaseWithin(db, tx), { orderNumber, receipt, amount: said ?? null, actor });
    if (!given.ok) return end(false, `${whyNotGiven(given.error, orderNumber)} Nothing was changed.`);
    const { amount, stillDue, isChanged } = given.value;
    if (isChanged) {
      const gave = { amount: toQuetzales(amount), reference: receipt };
      if (till === undefined) reportChange({ operation: 'payRefundByTransfer', after: { transfer: account, ...gave } });
      else {
        const money = await findTillMoney(tx, orderNumber);
        reportChange({
          operation: 'payRefundAtTill',
          after: { tillId: money?.tillId ?? null, ...gave, means: 'cash' },
          reason: reason ?? null,
        });
      }
    }
    const left = stillDue > 0 ? ` ${formatQ(stillDue)} are due since, on a paper of their own.` : '';
    return end(
      true,
      `Of order ${orderNumber} ${formatQ(amount)} ${isChanged ? 'are now' : 'were already'} given out, receipt ${receipt}.${left}`,
    );
  });
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

/** Runs `pay`: records a payment, or reports why the order cannot be paid. */
async function pay(
  { db, now, end, reportChange, actor: typist }: DatabaseCall,
  orderNumber: string,
  { till, at }: { till: TillReceipt | null; at: string | undefined },
): Promise<boolean> {
  const actor = { ...typist, id: till?.clerk ?? typist.id };
  const paid = await db.transaction(async (tx) => {
    if (at !== undefined && !(await countPaymentsAtTill(tx, orderNumber, at))) return null;
    return payOrder({ write: tx }, { orderNumber, till, actor }, now);
  });
  if (paid === null)
    return end(false, `The store of order ${orderNumber} has no open till ${at}. Nothing was changed.`);
  if (!paid.ok) return end(false, `${whyUnpaid(paid.error, orderNumber)} Nothing was changed.`);
  const { status, total, isChanged, tillReceipt, tillClerk } = paid.value;
  const receipt = tillReceipt === null ? '' : `, receipt ${tillReceipt}`;
  const isOther = till !== null && tillReceipt !== till.receipt;
  const isOtherClerk = !isOther && till !== null && till.clerk !== null && till.clerk !== tillClerk;
  if (isChanged || (till !== null && !isOther && !isOtherClerk)) {
    const money = await findTillMoney(db.write, orderNumber);
    const taken = money && { tillId: money.tillId, kind: money.kind, amount: toQuetzales(money.amount) };
    reportChange({ after: { ...(taken ?? { tillId: null, amount: toQuetzales(total) }), receipt: tillReceipt } });
  }
  const clerk = isOtherClerk ? ` It was taken by ${tillClerk}; ${till.clerk} was not kept.` : '';
  return end(
    !isOther && !isOtherClerk,
    `Order ${orderNumber} is ${isChanged ? 'now' : 'already'} paid, ${formatQ(total)}${receipt}: it is ${status}.${isOther ? ` Receipt ${till.receipt} was not kept.` : ''}${clerk}`,
  );
}

const whyUnpaid = (refusal: PayRefusal, orderNumber: string): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}.`;
  if (refusal.code === 'RECEIPT_USED') return usedReceipt(refusal.orderNumber);
  const { status, isStorePayment } = refusal.state;
  const isLate = isStorePayment && status === 'pending_payment';
  return `Order ${orderNumber} is ${status}: ${isLate ? 'its 48 hours are over' : 'it waits for no payment at a store'}.`;
};

/**
 * Returns the advice for a receipt that was already used. Two receipts may have the same number. A buyer who has paid must not lose the
 * order because of that.
 */
const usedReceipt = (orderNumber: string): string =>
  `This receipt has paid order ${orderNumber} of the same store already. If another payment has the same number, type what tells them apart before it (--receipt 'till 2 …'); if order ${orderNumber} was not paid with it, \`order unpay ${orderNumber}\` gives it free.`;

/** Runs `unpay`: reverses a payment, or reports why it cannot be reversed. */
async function unpay(
  { db, now, end, reportChange, actor }: DatabaseCall,
  orderNumber: string,
  till: string | undefined,
): Promise<boolean> {
  const unpaid = await db.transaction(async (tx) => {
    const isNamed = till !== undefined && (await countPaymentsAtTill(tx, orderNumber, till));
    if (till === undefined ? !(await hasTakingTill(tx, orderNumber)) : !isNamed) return null;
    return unpayOrder({ write: tx }, { orderNumber, actor }, now);
  });
  if (unpaid === null) {
    const which =
      till === undefined ? 'The till that took it is closed' : `The store of the order has no open till ${till}`;
    return end(false, `${which}: name an open one, --till, that gives it back. Nothing was changed.`);
  }
  if (!unpaid.ok) return end(false, `${whyPaid(unpaid.error, orderNumber)} Nothing was changed.`);
  const { status, total, isChanged } = unpaid.value;
  if (isChanged) reportChange({ after: { tillId: (await findTillMoney(db.write, orderNumber))?.tillId ?? null } });
  const mailNote = isChanged && status === 'pending_payment' ? ' A mail tells its buyer.' : '';
  const isPaid = isChanged ? 'no longer' : 'not';
  return end(true, `Order ${orderNumber} is ${isPaid} paid, ${formatQ(total)}: it is ${status}.${mailNote}`);
}

const whyPaid = (refusal: OrderChangeRefusal, orderNumber: string): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}.`;
  const { status, isStorePayment, hasPartSent, hasUsedGiftCards } = refusal.state;
  if (status === 'canceled') return `Order ${orderNumber} is canceled: it has ended.`;
  if (isStorePayment && hasUsedGiftCards) return `Order ${orderNumber} is ${status}: ${spentCards}.`;
  const isSent = isStorePayment && hasPartSent;
  return `Order ${orderNumber} is ${status}: ${isSent ? 'a part of it is on its way or handed over' : 'no till has taken money for it'}.`;
};

async function handOver(
  { db, end, actor }: DatabaseCall,
  orderNumber: string,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const handed = await handOverRefund(db, { orderNumber, actor: { ...actor, id: by }, reason });
  return handed.ok
    ? end(
        true,
        `${formatQ(handed.value)} of order ${orderNumber} are now due at a till; no bank is asked any more. The buyer's mail names the card: call the buyer.`,
      )
    : end(false, `${whyNotHandedOver(handed.error, orderNumber)} Nothing was changed.`);
}

const whyNotHandedOver = (refusal: HandOverRefusal, orderNumber: string): string => {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'REFUND_BEING_SENT':
      return `The bank is being asked for what is due of order ${orderNumber}: try again in a minute.`;
    case 'NOTHING_DUE': {
      const due = refusal.atTill > 0 ? `; give back ${formatQ(refusal.atTill)} at a till` : '';
      return `No refund of order ${orderNumber} waits for its bank${due}.`;
    }
  }
};

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

/** Runs `cancel` for a whole order. */
async function cancelWhole(
  { db, now, end, reportChange, actor: typist }: DatabaseCall,
  orderNumber: string,
  { by, reason }: { by?: string | undefined; reason?: string | undefined },
): Promise<boolean> {
  const asked = { orderNumber, actor: { ...typist, id: by ?? typist.id }, reason: reason ?? null };
  const before = await lockVersion(db.write, orderNumber);
  const done = await cancelWholeOrder(db, asked, now);
  if (done.ok && done.value.isChanged) {
    const version = await countChange(db.write, orderNumber, before, now);
    reportChange(canceledChange(orderNumber, { version, lines: undefined, reason: asked.reason }));
  }
  return tellChange(end, orderNumber, 'canceled', done);
}

/** Runs `ship` and `deliver`. */
async function move(
  { db, now, end, reportChange, actor }: DatabaseCall,
  orderNumber: string,
  to: OrderMove,
): Promise<boolean> {
  const done = await moveOrder(db, { orderNumber, move: to, actor }, now);
  const moved = done.ok ? done.value.moved : null;
  if (moved?.shipment.isChanged) reportChange(movedChange(moved.shipment, actionDetails(moved.action)));
  return tellChange(end, orderNumber, to.to, done);
}

function tellChange(
  end: CommandCall['end'],
  orderNumber: string,
  to: string,
  changed: Result<ChangedOrder, OrderChangeRefusal | MoveRefusal>,
): boolean {
  if (!changed.ok) return end(false, `${explain(changed.error, orderNumber, to)} Nothing was changed.`);
  const { status, isChanged } = changed.value;
  return end(true, `Order ${orderNumber} is ${isChanged ? 'now' : 'already'} ${status}${notesOf(changed.value)}.`);
}

/** Runs `release`: releases an order, or reports that it is not held. */
async function release({ db, now, end, reportChange }: DatabaseCall, orderNumber: string): Promise<boolean> {
  const released = await db.transaction((tx) => releaseByCommand(tx, orderNumber, now));
  if (!released.ok)
    return end(
      false,
      released.error.code === 'NOT_HELD'
        ? `Order ${orderNumber} is not held. Nothing was changed.`
        : `There is no order ${orderNumber}. Nothing was changed.`,
    );
  reportChange({ after: { isHeld: false, version: released.value.version } });
  return end(
    true,
    `Order ${orderNumber} is held no more. It was held for: ${holdReasonsText(released.value.reasons)}.`,
  );
}

const number = typedWord;

/** Commands of operators and tills for one order. Each prints its state. */
export const orderCommands: readonly Command[] = [
  databaseCommand({
    usage: 'order ship <number>',
    changes: { entity: 'orders', calls: ['moveShipment'] },
    summary: 'marks the remaining shipment of an order as sent, or as waiting at its store (DEC-137)',
    canDryRun: true,
    takes: { number },
    run: (call, { number }) => move(call, number, { to: 'shipped' }),
  }),
  databaseCommand({
    usage: 'order deliver <number>',
    changes: { entity: 'orders', calls: ['moveShipment'] },
    summary:
      'marks the remaining shipment of an order as delivered. For a cash order, --amount is the collected amount, and ' +
      '--difference the reason if it is less than the amount due',
    canDryRun: true,
    takes: { number, ...cashOptions },
    check: checkCash,
    run: (call, { number, ...cash }) => move(call, number, { to: 'delivered', cash: cashOf(cash) }),
  }),
  databaseCommand({
    usage: 'order pay <number>',
    changes: { entity: 'orders', calls: ['payAtTill'] },
    summary:
      'records that the buyer has paid the order at the store, within 48 hours (DEC-140, DEC-163). --receipt: the ' +
      'receipt of the till. --by: the person who took the money. --till: the open till of the store that took the ' +
      'money (default: "Caja general")',
    canDryRun: true,
    takes: { number, receipt: optional(typedReceipt), by: optional(typedBy), till: optional(typedText('<name>', 60)) },
    check: ({ receipt, by }) => (receipt === undefined && by !== undefined ? '--by wants a --receipt.' : undefined),
    run: (call, { number, receipt, by = null, till }) =>
      pay(call, number, { till: receipt === undefined ? null : { receipt, clerk: by }, at: till }),
  }),
  databaseCommand({
    usage: 'order unpay <number>',
    changes: { entity: 'orders', calls: ['unpayAtTill'] },
    summary:
      'reverses a payment that was recorded by mistake, because no till has the money. The order waits for its payment ' +
      'again, or ends without a refund. --till: the open till that gives the money back if the till that took it is ' +
      'closed',
    canDryRun: true,
    takes: { number, till: optional(typedText('<name>', 60)) },
    run: (call, { number, till }) => unpay(call, number, till),
  }),
  databaseCommand({
    usage: 'order cancel <number>',
    changes: { entity: 'orders', calls: ['cancelOrder'] },
    summary:
      'cancels an order before any part of it is sent: stock, coupon and charge are given back, and the buyer is ' +
      'mailed. Money that a till took is given back at a till. With --line (and --by and --reason), cancels a line, or ' +
      'this total number of its units, until the order is packed. Their price is given back, or is no longer due ' +
      '(WORK-15)',
    canDryRun: true,
    takes: {
      number,
      line: optional(typedCount),
      units: optional(typedCount),
      by: optional(typedBy),
      reason: optional(typedReason),
    },
    check: ({ line, units, by, reason }) => {
      if (line === undefined) return units === undefined ? undefined : '--units wants a --line.';
      return by === undefined || reason === undefined ? '--line wants --by and --reason.' : undefined;
    },
    run: (call, { number, line, units = null, by, reason }) =>
      line === undefined || by === undefined || reason === undefined
        ? cancelWhole(call, number, { by, reason })
        : cancelPart(call, number, { line, units, by, reason }),
  }),
  databaseCommand({
    usage: 'order refund <number>',
    changes: { entity: 'orders', calls: ['payRefundAtTill', 'payRefundByTransfer'] },
    summary:
      'records that the open --till (of its --store) has paid out the whole amount due, or that it was paid by ' +
      '--transfer, with a separate receipt (the same receipt again pays out nothing). The receipt of the payment of a ' +
      'canceled order is then free. Paying a voucher back in cash requires --reason (CASH-10)',
    canDryRun: true,
    takes: {
      number,
      amount: optional(typedAmount),
      receipt: typedReceipt,
      by: typedBy,
      till: optional(typedText('<name>', 60)),
      store: optional(typedText('<code>', 32)),
      transfer: flag,
      reason: optional(typedReason),
    },
    check: ({ amount, till, store, transfer }) => {
      if (amount === 0) return '--amount should be above Q0.';
      if ((till === undefined) !== transfer) return 'Say which --till gave it out, or that it was a --transfer.';
      return store !== undefined && till === undefined ? '--store wants a --till.' : undefined;
    },
    run: (call, { number, ...given }) => refund(call, number, given),
  }),
  databaseCommand({
    usage: 'order show <number>',
    changes: null,
    summary: "shows an order with its payments, the till's receipt, and its history",
    canJson: true,
    takes: { number },
    run: async ({ db, answer, refuse }, { number }) => {
      const order = await showOrder(db.write, number);
      if (order === undefined) return refuse(`There is no order ${number}.`);
      answer(order.sheet, order.shown);
      return true;
    },
  }),
  databaseCommand({
    usage: 'order hand-over <number>',
    changes: { entity: 'orders' },
    summary: 'moves the refund of an order to a till, if no bank can refund the card',
    canDryRun: true,
    takes: { number, by: typedBy, reason: typedReason },
    run: (call, { number, ...said }) => handOver(call, number, said),
  }),
  databaseCommand({
    usage: 'order release <number>',
    changes: { entity: 'orders', calls: ['releaseOrder'] },
    summary: 'releases a held order. `order show` shows the time and the reason of the hold (WORK-24)',
    canDryRun: true,
    takes: { number, by: typedBy, reason: typedReason },
    run: (call, { number }) => release(call, number),
  }),
  ...settleCommands,
];
