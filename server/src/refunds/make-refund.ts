import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, formatQ, subtract, sum, zero } from '@ceiba/domain/money/money';
import { pointsOf, type RefundCause, type RefundDestination, splitOverMeans } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { creditUnits, ivaOfRefund } from './credit-units.ts';
import { asItWasPaid, type Besides, beyond, fromCollectedCash, lessOwed, type RefundMoney } from './refund-money.ts';
import { givenFor, isUnsent, placeUnits, type UnitsAsked } from './refund-units.ts';
import {
  giveBackGiftCards,
  insertRefund,
  type NewRefund,
  type OrderToRefund,
  type Refund,
  type RefundedUnits,
} from './refunds.store.ts';

/** What is to be given back of an order. */
export interface RefundAsked {
  cause: RefundCause;
  /** Names what it is for within its order: asked for again it is the same refund. */
  causeKey: string;
  /** Each line at most once of a shipment. */
  lines: readonly UnitsAsked[];
  shipping?: Centavos;
  donation?: Centavos;
  goodwill?: Centavos;
  /** Which of the order's shipments the units go with; without it, each in turn, what was handed over first. */
  n?: number;
  /** In place of the way it was paid: a till or a transfer gives it out (CASH-10), or a gift card (`giveAsGiftCard`, in the same transaction). */
  givenOutBy?: 'till' | 'transfer' | 'giftCard';
  /** Nothing of the order comes any more: what of its delivery and donation nobody has collected, nobody will. */
  comesNoMore?: boolean;
  /** Where more was given back before than is left, as for goodwill, that is set off; else it is refused. */
  isSetOff?: boolean;
  /** Why refunded units that are still here are sent all the same; without it they go with nothing. */
  courtesyReason?: string | undefined;
  /** Id of the request, for a refund that waited for approval. */
  id?: string;
  actor: Actor;
  reason: string | null;
}

export type RefundRefusal =
  /** More than what is left of what was paid. */
  | { code: 'REFUND_EXCEEDS_CAPTURED' }
  /** So many units of a line were not bought, or were given back before. */
  | { code: 'UNITS_NOT_LEFT' };

/** A refund as it is decided and not written yet. */
export interface DecidedRefund {
  refund: Refund;
  /** Its units by the shipments they go with. */
  lines: readonly RefundedUnits[];
  written: NewRefund;
}

/**
 * Decides what units of an order, its delivery or goodwill are worth, and writes that it is given back. The caller holds the order's lock
 * (`lockOrderToRefund`); a job does the rest. The same cause is one refund, however often it is asked for.
 */
export async function makeRefund(
  tx: Tx,
  order: OrderToRefund,
  asked: RefundAsked,
): Promise<Result<Refund, RefundRefusal>> {
  const made = order.refunds.get(asked.causeKey);
  if (made !== undefined) return ok(made);
  const decided = decideRefund(order, asked);
  return decided.ok ? ok(await writeRefund(tx, decided.value)) : decided;
}

/** Writes a refund that was decided under the same lock of its order. */
export async function writeRefund(tx: Tx, { refund, written }: DecidedRefund): Promise<Refund> {
  const { orderId, actor, reason } = written;
  const { giftCardAmount } = refund;
  if (giftCardAmount > 0) await giveBackGiftCards(tx, orderId, { amount: giftCardAmount, actor, reason });
  await insertRefund(tx, written);
  return refund;
}

/**
 * Decides what a refund is worth and how it goes back: points first, then gift cards, the rest the way it was paid. What nobody has paid yet
 * is owed no more; of cash its shipment (`n`) collects less.
 */
export function decideRefund(
  order: OrderToRefund,
  { goodwill = zero, isSetOff = false, comesNoMore = false, n, ...asked }: RefundAsked,
): Result<DecidedRefund, RefundRefusal> {
  const { certificate, payment } = order;
  if (payment === null) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
  const isOfDelivered = (asked.cause === 'return' || asked.cause === 'goodwill') && asked.lines.length > 0;
  // Units that come back were delivered and paid, though others of the order are not paid yet.
  const isCollected = isOfDelivered && payment.destination === 'bill';
  const placed = placeUnits(order, asked.lines, { n, isDelivered: isCollected || asked.cause === 'return' });
  if (placed === undefined) return refuse({ code: 'UNITS_NOT_LEFT' });
  const units = placed.map((each) => ({
    ...each,
    isCourtesy: asked.courtesyReason !== undefined && isUnsent(order, each),
  }));
  const { shipping, donation, givenOutBy } = asked;
  const money = moneyOf(order, payment, units, { isCollected, shipping, donation, givenOutBy, comesNoMore });
  const decided = divide(order, money, { goodwill, isSetOff });
  if (!decided.ok) return decided;
  const { pointsAmount, giftCardAmount, amount, setOff } = decided.value;
  const points = certificate === null ? 0 : pointsOf(certificate, pointsAmount);
  const { destination } = money;
  const refund: Refund = { id: asked.id ?? randomUUIDv7(), amount, destination, pointsAmount, points, giftCardAmount };
  const credited = creditUnits(order, money.lines);
  const written: NewRefund = {
    ...asked,
    ...refund,
    orderId: order.orderId,
    paymentId: payment.id,
    arePointsTaken: certificate?.isTaken ?? false,
    asksProgram: points > 0 && certificate?.isLost === false,
    shipping: money.shipping,
    donation: money.donation,
    goodwill: goodwill - setOff,
    iva: ivaOfRefund(order, credited, money.shipping),
    lines: credited,
    courtesyReason: asked.courtesyReason ?? null,
    lessCashOf: destination === 'bill' && payment.isCash ? (n ?? null) : null,
  };
  return ok({ refund, lines: money.lines, written });
}

/** The money of a refund, by where the payment of its order stands. */
function moneyOf(
  order: OrderToRefund,
  payment: NonNullable<OrderToRefund['payment']>,
  units: readonly RefundedUnits[],
  { isCollected, ...besides }: { isCollected: boolean } & Besides,
): RefundMoney {
  switch (payment.destination) {
    case 'bill':
      return isCollected ? fromCollectedCash(order, units, besides) : lessOwed(order, payment, units, besides);
    default:
      return asItWasPaid(order, payment, units, besides);
  }
}

/** Divides the worth of a refund over points, gift cards and the payment. `setOff`: the part of the worth that was given back before. */
function divide(
  { certificate, giftCardsLeft }: OrderToRefund,
  { lines, shipping, donation, left, isPaymentFirst, stays }: RefundMoney,
  { goodwill, isSetOff }: { goodwill: Centavos; isSetOff: boolean },
): Result<{ pointsAmount: Centavos; giftCardAmount: Centavos; amount: Centavos; setOff: Centavos }, RefundRefusal> {
  const worth = sum([...lines.map(givenFor), shipping, donation, goodwill]);
  const means = {
    points: certificate === null ? zero : subtract(certificate.amount, certificate.givenAmount),
    giftCards: giftCardsLeft,
    payment: left,
    isPaymentFirst,
  };
  const most = beyond(sum([means.points, means.giftCards, means.payment]), stays);
  if (worth > most && !isSetOff) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
  const setOff = worth > most ? subtract(worth, most) : zero;
  const split = splitOverMeans(subtract(worth, setOff), means);
  if (!split.ok) return split;
  const { points: pointsAmount, giftCards: giftCardAmount, payment: amount } = split.value;
  return ok({ pointsAmount, giftCardAmount, amount, setOff });
}

const refundNotes: Record<RefundDestination, string> = {
  origin: 'goes back to its card',
  till: 'is due at its till',
  transfer: 'is due by a transfer',
  giftCard: 'is on a new gift card',
  bill: 'is owed no more',
};

/** What an operator is told of a refund, behind what it is for. */
export const refundNote = ({ amount, giftCardAmount, destination, points }: Refund): string =>
  [
    amount > 0 ? `; ${formatQ(amount)} ${refundNotes[destination]}` : '',
    giftCardAmount > 0 ? `; ${formatQ(giftCardAmount)} are back on its gift cards` : '',
    points > 0 ? `; ${points} points go back` : '',
  ].join('');
