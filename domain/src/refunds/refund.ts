import { add, type Centavos, centavos, smaller, subtract, zero } from '../money/money.ts';
import { hasEnded, type ShipmentState } from '../orders/shipment.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The causes of refunds. */
export type RefundCause = 'cancellation' | 'return' | 'shipment' | 'desk';

/**
 * The destinations of a refund's money. `origin`: the card that paid, through its acquirer. `till`: a store's till, which
 * pays it out. `transfer`: an account that the buyer names (CASH-10). `giftCard`: a new gift card, sent by mail
 * (WORK-20). `owed_less`: the order is not paid yet, so its debt becomes smaller.
 */
export type RefundDestination = 'origin' | 'till' | 'transfer' | 'giftCard' | 'owed_less';

/** A line as charged, and the number of its units that were refunded before. */
export interface RefundableLine {
  /** Centavos of all its units. */
  net: Centavos;
  quantity: number;
  refunded: number;
}

/** Returns the worth of the first `units` of a line: equal parts, halves up, so that the parts sum to the whole. */
const worthOfFirst = ({ net, quantity }: RefundableLine, units: number): Centavos => {
  const [part, divisor] = [BigInt(net) * BigInt(units) * 2n + BigInt(quantity), BigInt(quantity) * 2n];
  return centavos(Number(part / divisor));
};

/**
 * Returns the worth of the next `units` of a line (WORK-18). A refund of all units, one by one or together, sums to
 * `net` exactly.
 *
 * @throws if fewer units are left, or `units` is not a whole number of at least one
 */
export function worthOfUnits(line: RefundableLine, units: number): Centavos {
  const refundedAfter = line.refunded + units;
  if (!Number.isInteger(units) || units < 1 || refundedAfter > line.quantity)
    throw new RangeError(`${units} units are not left`);
  return subtract(worthOfFirst(line, refundedAfter), worthOfFirst(line, line.refunded));
}

/**
 * The units of a line that one shipment contains. The units of a line are numbered from 0, and `firstUnit` is the first of this shipment. The
 * first `refunded` units of the shipment were refunded before.
 */
export interface UnitsOfShipment {
  firstUnit: number;
  quantity: number;
  refunded: number;
}

/**
 * Returns the worth of the next `units` of a line in a shipment. Each unit has a fixed worth. The units of a shipment
 * therefore sum to the amount collected for it, for any order of refunds.
 *
 * @throws if fewer units are left, or `units` is not a whole number of at least one
 */
export function worthInShipment(
  { net, quantity }: Pick<RefundableLine, 'net' | 'quantity'>,
  shipmentUnits: UnitsOfShipment,
  units: number,
): Centavos {
  if (units > shipmentUnits.quantity - shipmentUnits.refunded) throw new RangeError(`${units} units are not left`);
  return worthOfUnits({ net, quantity, refunded: shipmentUnits.firstUnit + shipmentUnits.refunded }, units);
}

/** Returns the worth of the last `units` in a shipment, without the refunded ones. */
export function worthOfLastUnits(
  { net, quantity }: Pick<RefundableLine, 'net' | 'quantity'>,
  { firstUnit, quantity: inShipment, refunded }: UnitsOfShipment,
  units: number,
): Centavos {
  const left = Math.min(units, inShipment - refunded);
  return left === 0 ? zero : worthOfUnits({ net, quantity, refunded: firstUnit + inShipment - left }, left);
}

/** Returns the rank of a shipment's state for refunds: 0 delivered, 1 not packed yet, 2 packed or on its way, 3 ended in another way. */
const rankOf = (state: ShipmentState): number => {
  if (state === 'delivered') return 0;
  if (hasEnded(state)) return 3;
  return state === 'packed' || state === 'sent' || state === 'at_store' ? 2 : 1;
};

/**
 * Sorts an order's shipments by the order of their refunds. It is unknown from which shipment a returned unit came.
 * Among delivered shipments, those with missing cash (`shortfall`) come first. Otherwise the result would depend on the
 * delivery time of the other shipments.
 */
export const inRefundOrder = <S extends { shipmentNumber: number; state: ShipmentState; shortfall: number }>(
  shipments: readonly S[],
): S[] =>
  shipments.toSorted(
    (a, b) =>
      rankOf(a.state) - rankOf(b.state) ||
      (a.state === 'delivered'
        ? Number(b.shortfall > 0) - Number(a.shortfall > 0) || a.shipmentNumber - b.shipmentNumber
        : b.shipmentNumber - a.shipmentNumber),
  );

/** Takes this number of units from the shipments, one after the other. Undefined if the shipments have fewer units. */
export function takeUnits<S extends Pick<UnitsOfShipment, 'quantity' | 'refunded'>>(
  from: readonly S[],
  units: number,
): { held: S; units: number }[] | undefined {
  let left = units;
  const taken = from.flatMap((held) => {
    const most = Math.min(left, held.quantity - held.refunded);
    left -= most;
    return most > 0 ? [{ held, units: most }] : [];
  });
  return left === 0 ? taken : undefined;
}

/**
 * Returns the missing cash to deduct from the refund of each entry. If a shipment collected less than
 * was due (WORK-12), the refunds of its own units are reduced. If a whole shipment is returned, the refund is its worth
 * minus the missing cash. If the buyer keeps units, the deduction pays for them. `missing`: the cash per shipment that
 * no earlier refund has deducted.
 */
export function shortfallsOf<S>(
  units: readonly { shipment: S; amount: Centavos }[],
  missing: ReadonlyMap<S, Centavos>,
): Centavos[] {
  const left = new Map(missing);
  return units.map(({ shipment, amount }) => {
    const missingLeft = left.get(shipment) ?? zero;
    const deducted = smaller(amount, missingLeft);
    left.set(shipment, subtract(missingLeft, deducted));
    return deducted;
  });
}

/** The payments of an order that are not refunded yet. */
export interface SourcesLeft {
  points: Centavos;
  giftCards: Centavos;
  payment: Centavos;
  /**
   * True: the payment (an unpaid amount, or cash from a courier) is refunded before points and gift cards. False: the
   * payment is refunded last.
   */
  isPaymentFirst: boolean;
}

/** The part of a refund for each payment method. */
export type SplitRefund = Omit<SourcesLeft, 'isPaymentFirst'>;

/**
 * Splits a refund over the payment methods: points first, then gift cards, then the payment. With `isPaymentFirst` the
 * payment comes first. Courier and till then collect only for units that are still to arrive.
 */
export function splitOverSources(
  amount: Centavos,
  { isPaymentFirst, ...sources }: SourcesLeft,
): Result<SplitRefund, { code: 'REFUND_EXCEEDS_CAPTURED' }> {
  const split = { points: zero, giftCards: zero, payment: zero };
  let left = amount;
  for (const way of isPaymentFirst
    ? (['payment', 'points', 'giftCards'] as const)
    : (['points', 'giftCards', 'payment'] as const)) {
    split[way] = smaller(left, sources[way]);
    left = subtract(left, split[way]);
  }
  return left > 0 ? refuse({ code: 'REFUND_EXCEEDS_CAPTURED' }) : ok(split);
}

/** A points certificate: its amount and points, and how much of both was refunded before. */
export interface CertificateLeft {
  amount: Centavos;
  points: number;
  givenAmount: Centavos;
  givenPoints: number;
}

/** Returns the points for an amount of a certificate. Refunds of the whole amount, in any parts, return all its points. */
export function pointsOf(certificate: CertificateLeft, amount: Centavos): number {
  const given = add(certificate.givenAmount, amount);
  if (given > certificate.amount) throw new RangeError('more points than the certificate has');
  const pointsAfter = (BigInt(certificate.points) * BigInt(given)) / BigInt(certificate.amount);
  return Number(pointsAfter) - certificate.givenPoints;
}

/** Days that the account for a refund by transfer is stored after the payment (CASH-10). */
export const accountKnownDays = 30;
