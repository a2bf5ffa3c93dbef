import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, formatQ, subtract, sum, zero } from '@ceiba/domain/money/money';
import { pointsOf, type RefundCause, type RefundDestination, splitOverSources } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { creditUnits, ivaOfRefund } from './credit-units.ts';
import type { OrderToRefund } from './order-to-refund.store.ts';
import {
  excessOver,
  type RefundExtras,
  type RefundMoney,
  reduceDebt,
  refundAsPaid,
  refundCollectedCash,
} from './refund-money.ts';
import { isUnsent, placeUnits, type RefundUnitsInput, refundWithoutShortfall } from './refund-units.ts';
import { giveBackGiftCards, insertRefund, type NewRefund, type Refund, type RefundedUnits } from './refunds.store.ts';

/** A requested refund: the parts of an order, the cause, and the payment method. */
export interface RefundInput {
  cause: RefundCause;
  /** Identifies the cause within its order. A second request with the same key is the same refund. */
  causeKey: string;
  /** Each line once per shipment at most. */
  lines: readonly RefundUnitsInput[];
  shipping?: Centavos;
  donation?: Centavos;
  goodwill?: Centavos;
  /** The shipment of the units. If it is missing, the shipments are used one after the other, in the order of their handover. */
  shipmentNumber?: number;
  /**
   * The money is paid at a till, by a transfer (CASH-10) or as a gift card, instead of by the original payment. For a
   * gift card the caller runs `giveAsGiftCard` in the same transaction.
   */
  givenOutBy?: 'till' | 'transfer' | 'giftCard';
  /** True if nothing more of the order will arrive. Nobody will then collect the rest of its delivery and donation. */
  comesNoMore?: boolean;
  /** True if a refund above the rest of the payment is cut to that rest, as after goodwill. False if such a refund is refused. */
  isSetOff?: boolean;
  /** Reason why unsent units are sent although they are refunded. Undefined if they are not sent. */
  courtesyReason?: string | undefined;
  /** Id of the request, for a refund that waited for approval. */
  id?: string;
  actor: Actor;
  reason: string | null;
}

export type RefundRefusal =
  /** The amount exceeds the rest of the payment. */
  | { code: 'REFUND_EXCEEDS_CAPTURED' }
  /** Fewer units of a line were bought, or some were refunded before. */
  | { code: 'UNITS_NOT_LEFT' };

/** A decided refund that is not written yet. */
export interface DecidedRefund {
  refund: Refund;
  /** The refunded units by shipment. */
  lines: readonly RefundedUnits[];
  written: NewRefund;
}

/**
 * Decides and writes the refund of an order's units, delivery or goodwill. The caller has locked the order
 * (`lockOrderToRefund`). A job then pays the refund. Repeated requests for the same cause (`causeKey`) make one refund.
 */
export async function makeRefund(
  tx: Tx,
  order: OrderToRefund,
  asked: RefundInput,
): Promise<Result<Refund, RefundRefusal>> {
  const earlierRefund = order.refunds.get(asked.causeKey);
  if (earlierRefund !== undefined) return ok(earlierRefund);
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
 * Decides the amount of a refund and its payment methods: first points, then gift cards, the rest as the order was
 * paid. If nobody has paid yet, the buyer owes less, and a shipment with cash to collect (`shipmentNumber`) collects
 * less.
 */
export function decideRefund(
  order: OrderToRefund,
  { goodwill = zero, isSetOff = false, comesNoMore = false, shipmentNumber, ...asked }: RefundInput,
): Result<DecidedRefund, RefundRefusal> {
  const { certificate, payment } = order;
  if (payment === null) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
  const isOfDelivered = (asked.cause === 'return' || asked.cause === 'desk') && asked.lines.length > 0;
  // Returned units were delivered and paid, even if other units of the order are not paid yet.
  const isCollected = isOfDelivered && payment.destination === 'owed_less';
  const placed = placeUnits(order, asked.lines, {
    shipmentNumber,
    isDelivered: isCollected || asked.cause === 'return',
  });
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
    lessCashOf: destination === 'owed_less' && payment.isCash ? (shipmentNumber ?? null) : null,
  };
  return ok({ refund, lines: money.lines, written });
}

/** Chooses the destination of a refund's money by the state of the order's payment. */
function moneyOf(
  order: OrderToRefund,
  payment: NonNullable<OrderToRefund['payment']>,
  units: readonly RefundedUnits[],
  { isCollected, ...besides }: { isCollected: boolean } & RefundExtras,
): RefundMoney {
  switch (payment.destination) {
    case 'owed_less':
      return isCollected ? refundCollectedCash(order, units, besides) : reduceDebt(order, payment, units, besides);
    default:
      return refundAsPaid(order, payment, units, besides);
  }
}

/** Divides the worth of a refund over points, gift cards and the payment. `setOff`: the part that exceeds their rest. */
function divide(
  { certificate, giftCardsLeft }: OrderToRefund,
  { lines, shipping, donation, left, isPaymentFirst, stays }: RefundMoney,
  { goodwill, isSetOff }: { goodwill: Centavos; isSetOff: boolean },
): Result<{ pointsAmount: Centavos; giftCardAmount: Centavos; amount: Centavos; setOff: Centavos }, RefundRefusal> {
  const worth = sum([...lines.map(refundWithoutShortfall), shipping, donation, goodwill]);
  const means = {
    points: certificate === null ? zero : subtract(certificate.amount, certificate.givenAmount),
    giftCards: giftCardsLeft,
    payment: left,
    isPaymentFirst,
  };
  const most = excessOver(sum([means.points, means.giftCards, means.payment]), stays);
  if (worth > most && !isSetOff) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
  const setOff = worth > most ? subtract(worth, most) : zero;
  const split = splitOverSources(subtract(worth, setOff), means);
  if (!split.ok) return split;
  const { points: pointsAmount, giftCards: giftCardAmount, payment: amount } = split.value;
  return ok({ pointsAmount, giftCardAmount, amount, setOff });
}

const refundNotes: Record<RefundDestination, string> = {
  origin: 'goes back to its card',
  till: 'is due at its till',
  transfer: 'is due by a transfer',
  giftCard: 'is on a new gift card',
  owed_less: 'is no longer owed',
};

/** Describes a refund to an operator. The caller writes the cause before the text. */
export const refundNote = ({ amount, giftCardAmount, destination, points }: Refund): string =>
  [
    amount > 0 ? `; ${formatQ(amount)} ${refundNotes[destination]}` : '',
    giftCardAmount > 0 ? `; ${formatQ(giftCardAmount)} are back on its gift cards` : '',
    points > 0 ? `; ${points} points go back` : '',
  ].join('');
