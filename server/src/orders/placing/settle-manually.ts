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
  recordWhyUncharged,
  type SettlingOrder,
} from './settle-manually.store.ts';
import { confirmOrder, voidOrder } from './settling.store.ts';

/** The answer of the bank's desk about a charge: `charged` if the bank has the money, `not-charged` if it never had it or gave it back. */
type BankWord = 'charged' | 'not-charged';

/** The order's present state. `isChanged` false: nothing changed. */
interface WordOutcome {
  isChanged: boolean;
  /** The number of the order; null if the order failed. */
  orderNumber: string | null;
  amount: Centavos;
  /** True if its charge is due for reversal at the bank. */
  isReversing: boolean;
}

type WordRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** No bank is involved, because no card was to pay the order. */
  | { code: 'ORDER_WITHOUT_CHARGE' }
  /** The buyer's own call may still wait for the bank. */
  | { code: 'ORDER_BEING_SETTLED' }
  /** The order ended in the opposite way. */
  | { code: 'ORDER_SETTLED_OTHERWISE'; status: string; paymentStatus: string; paymentId: string };

/**
 * Ends an order whose bank never answers, by an operator's word (`settleOrder` uses the bank's own). One transaction locks the order. Of two words,
 * the reconciler and a late answer at once, only one ends it, and the others find its state. A repetition changes nothing. The guard compares what
 * the bank later says of the charge (`payment-charged`, `charge-pays-order`).
 */
const settleByHand = (
  db: Pick<Database, 'transaction'>,
  { orderId, as, ...word }: OperatorDecision & { orderId: string; as: BankWord },
  now: Date,
): Promise<Result<WordOutcome, WordRefusal>> =>
  db.transaction(async (tx) => {
    const order = await lockSettlingOrder(tx, orderId);
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    if (!order.isCard) return refuse({ code: 'ORDER_WITHOUT_CHARGE' });
    const isOpen = order.status === 'placing' || order.status === 'voiding';
    if (isOpen && order.isYoung) return refuse({ code: 'ORDER_BEING_SETTLED' });
    const end = as === 'charged' ? settleCharged : settleUncharged;
    return end(tx, { ...order, orderId, isOpen }, word, now);
  });

type LockedPlacement = SettlingOrder & { orderId: string; isOpen: boolean };

type Settle = (
  tx: Tx,
  order: LockedPlacement,
  word: OperatorDecision,
  now: Date,
) => Promise<Result<WordOutcome, WordRefusal>>;

const settleCharged: Settle = async (tx, order, word, now) => {
  const { orderId, paymentId, amount, number, status, paymentStatus } = order;
  if (status === 'placing') {
    const approval = { gatewayId: word.reference, authorization: null, reason: word.reason };
    const placed = await confirmOrder(tx, { orderId, paymentId, actor: word.actor }, approval, now);
    if (placed === undefined) throw new Error('an order that is held is not confirmed');
    return ok({ isChanged: true, orderNumber: placed, amount, isReversing: false });
  }
  if (status === 'voiding') {
    await markCharged(tx, paymentId, word);
    await voidOrder(tx, { orderId, refusal: null, tellsBuyer: true }, now);
    return ok({ isChanged: true, orderNumber: null, amount, isReversing: true });
  }
  const isReversing = paymentStatus === 'reversing';
  return isReversing || paymentStatus === 'approved'
    ? ok({ isChanged: false, orderNumber: number, amount, isReversing })
    : refuse({ code: 'ORDER_SETTLED_OTHERWISE', status, paymentStatus, paymentId });
};

const settleUncharged: Settle = async (tx, order, word, now) => {
  const { orderId, paymentId, amount, number, status, paymentStatus } = order;
  const end = { orderNumber: number, amount, isReversing: false };
  if (order.isOpen) {
    await recordWhyUncharged(tx, paymentId, word);
    await voidOrder(tx, { orderId, refusal: null, tellsBuyer: true }, now);
    // The charge was approved while the order was being voided. The bank has given the money back, which is the reversal.
    await markGivenBack(tx, paymentId, word);
    return ok({ ...end, isChanged: true });
  }
  if (await markGivenBack(tx, paymentId, word)) return ok({ ...end, isChanged: true });
  return paymentStatus === 'approved'
    ? refuse({ code: 'ORDER_SETTLED_OTHERWISE', status, paymentStatus, paymentId })
    : ok({ ...end, isChanged: false });
};

const typedId = typed('<id>', 'the id of an order, as `order stuck` lists it', (text) => z.uuid().safeParse(text).data);

/** Commands for orders that wait for a bank, and end by the word of its desk. */
export const settleCommands: readonly Command[] = [
  databaseCommand({
    usage: 'order stuck',
    changes: null,
    summary: "what waits for a bank's answer for more than five minutes, each with the <id> for `settle`",
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
      "its bank never answers, and its desk has said what became of the charge; --reason: who said it, and when; --reference: the bank's own " +
      'of the charge, where it is known',
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
      const settled = await settleByHand(db, said, now);
      return settled.ok
        ? end(true, outcomeText(settled.value, as))
        : end(false, `${refusalText(settled.error, as)} Nothing was changed.`);
    },
  }),
];

function outcomeText({ isChanged, orderNumber, amount, isReversing }: WordOutcome, as: BankWord): string {
  const order = orderNumber === null ? 'The order' : `Order ${orderNumber}`;
  const when = isChanged ? 'now' : 'already';
  if (isReversing)
    return `${order} does not stand, and its charge of ${formatQ(amount)} is ${when} due to be reversed.`;
  if (as === 'charged') return `${order} ${isChanged ? 'now stands' : 'stands already'}, paid with ${formatQ(amount)}.`;
  return `${order} does not stand; of ${formatQ(amount)} the bank has nothing, ${isChanged ? 'which is written now' : 'as was written before'}.`;
}

function refusalText(refusal: WordRefusal, as: BankWord): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return 'There is no order of that id.';
    case 'ORDER_WITHOUT_CHARGE':
      return 'No card pays that order: no bank was asked.';
    case 'ORDER_BEING_SETTLED':
      return 'It began less than five minutes ago, and is being settled.';
    case 'ORDER_SETTLED_OTHERWISE': {
      const next =
        as === 'charged'
          ? `If the bank has its money all the same: ceiba payment reverse ${refusal.paymentId}.`
          : 'If it is to end, cancel it.';
      return `It is ${refusal.status}, and its payment ${refusal.paymentStatus}. ${next}`;
    }
  }
}
