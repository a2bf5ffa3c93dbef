import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { Database, Tx } from '../../platform/db/database.ts';
import { type Command, databaseCommand } from '../../platform/operations/command-line.ts';
import {
  optional,
  typed,
  typedBy,
  typedChoice,
  typedReason,
  typedText,
} from '../../platform/operations/typed-words.ts';
import {
  listStuckOrders,
  lockSettlingOrder,
  markCharged,
  markGivenBack,
  type OperatorDecision,
  recordUnchargedReason,
  type SettlingOrder,
} from './settle-manually.store.ts';
import { confirmOrder, voidOrder } from './settling.store.ts';

/**
 * The answer of the bank's staff about a charge. `charged`: the bank has the money. `not-charged`: the bank never had the money, or has
 * returned it.
 */
type BankAnswer = 'charged' | 'not-charged';

/** The order after the command. `isChanged`: false if the order had already ended with this outcome. */
interface SettlingOutcome {
  isChanged: boolean;
  /** The number of the order. Null if the order failed. */
  orderNumber: string | null;
  amount: Centavos;
  /** True if the bank still has to reverse the charge. */
  isReversing: boolean;
}

type SettlingRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** The order is not paid by card, so the shop has asked no bank. */
  | { code: 'ORDER_WITHOUT_CHARGE' }
  /** The buyer's own call may still be waiting for the bank. */
  | { code: 'ORDER_BEING_SETTLED' }
  /** The order ended in the opposite way. */
  | { code: 'ORDER_SETTLED_OTHERWISE'; status: string; paymentStatus: string; paymentId: string };

/**
 * Ends an order whose bank never answers, after an operator has asked the bank's desk. (`settleOrder` uses the answer of the bank's
 * system.) The transaction locks the order. Another operator, the reconciler or a late answer may try at the same time: only the first
 * ends the order. A repeated command changes nothing. The guard later compares the decision with the bank's records (`payment-charged`,
 * `charge-pays-order`).
 */
const settleManually = (
  db: Pick<Database, 'transaction'>,
  { orderId, as, ...decision }: OperatorDecision & { orderId: string; as: BankAnswer },
  now: Date,
): Promise<Result<SettlingOutcome, SettlingRefusal>> =>
  db.transaction(async (tx) => {
    const order = await lockSettlingOrder(tx, orderId);
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    if (!order.isCard) return refuse({ code: 'ORDER_WITHOUT_CHARGE' });
    const isOpen = order.status === 'placing' || order.status === 'voiding';
    if (isOpen && order.isYoung) return refuse({ code: 'ORDER_BEING_SETTLED' });
    const end = as === 'charged' ? settleCharged : settleUncharged;
    return end(tx, { ...order, orderId, isOpen }, decision, now);
  });

type LockedPlacement = SettlingOrder & { orderId: string; isOpen: boolean };

type Settle = (
  tx: Tx,
  order: LockedPlacement,
  decision: OperatorDecision,
  now: Date,
) => Promise<Result<SettlingOutcome, SettlingRefusal>>;

const settleCharged: Settle = async (tx, order, decision, now) => {
  const { orderId, paymentId, amount, number, status, paymentStatus } = order;
  if (status === 'placing') {
    const approval = { gatewayId: decision.reference, authorization: null, reason: decision.reason };
    const placed = await confirmOrder(tx, { orderId, paymentId, actor: decision.actor }, approval, now);
    if (placed === undefined) throw new Error('a locked order could not be confirmed');
    return ok({ isChanged: true, orderNumber: placed, amount, isReversing: false });
  }
  if (status === 'voiding') {
    await markCharged(tx, paymentId, decision);
    await voidOrder(tx, { orderId, refusal: null, notifiesBuyer: true }, now);
    return ok({ isChanged: true, orderNumber: null, amount, isReversing: true });
  }
  const isReversing = paymentStatus === 'reversing';
  return isReversing || paymentStatus === 'approved'
    ? ok({ isChanged: false, orderNumber: number, amount, isReversing })
    : refuse({ code: 'ORDER_SETTLED_OTHERWISE', status, paymentStatus, paymentId });
};

const settleUncharged: Settle = async (tx, order, decision, now) => {
  const { orderId, paymentId, amount, number, status, paymentStatus } = order;
  const end = { orderNumber: number, amount, isReversing: false };
  if (order.isOpen) {
    await recordUnchargedReason(tx, paymentId, decision);
    await voidOrder(tx, { orderId, refusal: null, notifiesBuyer: true }, now);
    // If a charge was approved while the order was being voided, `voidOrder` made the charge due for reversal. The bank's staff say that
    // the bank has no money, so the reversal is recorded as done.
    await markGivenBack(tx, paymentId, decision);
    return ok({ ...end, isChanged: true });
  }
  if (await markGivenBack(tx, paymentId, decision)) return ok({ ...end, isChanged: true });
  return paymentStatus === 'approved'
    ? refuse({ code: 'ORDER_SETTLED_OTHERWISE', status, paymentStatus, paymentId })
    : ok({ ...end, isChanged: false });
};

const typedId = typed('<id>', 'the id of an order, as `order stuck` lists it', (text) => z.uuid().safeParse(text).data);

/** Commands that list the orders that wait for a bank, and that end such an order with the answer of the bank's staff. */
export const settleCommands: readonly Command[] = [
  databaseCommand({
    usage: 'order stuck',
    changes: null,
    summary:
      'lists orders and reversals that have waited for a bank for more than five minutes, with the <id> for `order settle`',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const orders = await listStuckOrders(db.write);
      const lines = orders.map(({ orderId, number, status, paymentId, amount, acquirer, since }) => {
        const name = number === null ? '' : `, order ${number}`;
        const of = acquirer === null ? '' : ` of ${acquirer}`;
        return `${orderId}  ${status}${name}: ${formatQ(amount)}, charge ${paymentId}${of}, since ${since.toISOString()}`;
      });
      answer(orders, lines.length === 0 ? ['No order waits for a bank.'] : lines);
      return true;
    },
  }),
  databaseCommand({
    usage: 'order settle <id>',
    changes: { entity: 'orders' },
    summary:
      "ends an order whose bank never answers, with the answer of the bank's desk; --reason: who answered, and when; --reference: the bank's " +
      'reference of the charge, if known',
    canDryRun: true,
    takes: {
      id: typedId,
      as: typedChoice(['charged', 'not-charged']),
      by: typedBy,
      reason: typedReason,
      reference: optional(typedText('<reference>', 60)),
    },
    run: async ({ db, now, end, actor }, { id: orderId, as, by, reason, reference = null }) => {
      const said = { orderId, as, actor: { ...actor, id: by }, reason, reference };
      const settled = await settleManually(db, said, now);
      return settled.ok
        ? end(true, outcomeText(settled.value, as))
        : end(false, `${refusalText(settled.error, as)} Nothing was changed.`);
    },
  }),
];

function outcomeText({ isChanged, orderNumber, amount, isReversing }: SettlingOutcome, as: BankAnswer): string {
  const order = orderNumber === null ? 'The order' : `Order ${orderNumber}`;
  const when = isChanged ? 'now' : 'already';
  if (isReversing)
    return `${order} does not stand, and its charge of ${formatQ(amount)} is ${when} due to be reversed.`;
  if (as === 'charged') return `${order} ${isChanged ? 'now stands' : 'stands already'}, paid with ${formatQ(amount)}.`;
  return `${order} does not stand, and the bank has none of its ${formatQ(amount)}. This ${isChanged ? 'is recorded now' : 'was recorded before'}.`;
}

function refusalText(refusal: SettlingRefusal, as: BankAnswer): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return 'There is no order with this id.';
    case 'ORDER_WITHOUT_CHARGE':
      return 'The order is not paid by card, so no bank was asked.';
    case 'ORDER_BEING_SETTLED':
      return 'The order is less than five minutes old and is being settled.';
    case 'ORDER_SETTLED_OTHERWISE': {
      const next =
        as === 'charged'
          ? `If the bank has charged it nevertheless: ceiba payment reverse ${refusal.paymentId}.`
          : 'To end the order, cancel it.';
      return `The order is ${refusal.status}, and its payment is ${refusal.paymentStatus}. ${next}`;
    }
  }
}
