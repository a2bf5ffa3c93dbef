import { type Centavos, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import { type RefundDestination, worthOfUnits } from '@ceiba/domain/refunds/refund';
import type { LineToRefund, OrderToRefund, ShipmentOfLine } from './order-to-refund.store.ts';
import { refundWithoutShortfall, shipmentOf } from './refund-units.ts';
import type { RefundedUnits } from './refunds.store.ts';

type Payment = NonNullable<OrderToRefund['payment']>;

/** The parts of a refund in addition to its units, as the caller sets them. */
export interface RefundExtras {
  shipping: Centavos | undefined;
  donation: Centavos | undefined;
  /** True if nothing more of the order will arrive. Nobody will then collect the rest of its delivery and donation. */
  comesNoMore: boolean;
  /** The money is paid by a till, a transfer or a gift card, instead of the original payment. */
  givenOutBy: 'till' | 'transfer' | 'giftCard' | undefined;
}

/** The destination of a refund's money, its parts, and its limits. */
export interface RefundMoney {
  destination: RefundDestination;
  lines: readonly RefundedUnits[];
  shipping: Centavos;
  donation: Centavos;
  /** The maximum that the payment can return. */
  left: Centavos;
  /** True if the payment is reduced before points and gift cards, because nobody has paid yet. */
  isPaymentFirst: boolean;
  /** The part of all payments that no refund may touch. */
  stays: Centavos;
}

/**
 * Refunds delivered units while couriers still have to collect cash for other shipments. A till returns at most the
 * cash that was collected with these units. The part that gift cards paid never becomes cash (DEC-199).
 */
export function refundCollectedCash(
  order: OrderToRefund,
  placed: readonly RefundedUnits[],
  { shipping = zero, donation = zero, givenOutBy = 'till' }: RefundExtras,
): RefundMoney {
  const lines = takeCash(order, placed);
  const left = sum(lines.map(({ cash }) => cash));
  return { destination: givenOutBy, lines, shipping, donation, left, isPaymentFirst: true, stays: zero };
}

/**
 * Reduces the debt of an order that nobody has paid yet. If nothing more will arrive, the debt for the donation ends
 * first, then the debt for the delivery.
 */
export function reduceDebt(
  order: OrderToRefund,
  payment: Payment,
  lines: readonly RefundedUnits[],
  { comesNoMore, ...besides }: RefundExtras,
): RefundMoney {
  const { due, most } = debtOf(order, payment, lines);
  const ofLines = sum(lines.map(refundWithoutShortfall));
  const dropped = comesNoMore ? subtract(due, smaller(ofLines, most)) : zero;
  const donation = besides.donation ?? smaller(order.donationLeft, dropped);
  const shipping = besides.shipping ?? smaller(order.deliveryLeft, subtract(dropped, smaller(donation, dropped)));
  const left = comesNoMore || besides.donation !== undefined ? due : most;
  return { destination: 'owed_less', lines, shipping, donation, left, isPaymentFirst: true, stays: zero };
}

/** Refunds a paid order by the original payment (`origin`, `till`), or in the way that the caller sets (`givenOutBy`). */
export function refundAsPaid(
  order: OrderToRefund,
  { destination, left }: Payment,
  lines: readonly RefundedUnits[],
  { shipping = zero, donation = zero, givenOutBy }: RefundExtras,
): RefundMoney {
  const stays = mustStay(order, lines, donation);
  return { destination: givenOutBy ?? destination, lines, shipping, donation, left, isPaymentFirst: false, stays };
}

/**
 * Takes the units' worth from the cash that was collected with their own shipment, up to all of that cash. The part
 * that gift cards paid never becomes cash (DEC-199).
 */
function takeCash(order: OrderToRefund, lines: readonly RefundedUnits[]): RefundedUnits[] {
  const left = new Map<number, Centavos>();
  return lines.map((line) => {
    const { shipmentNumber } = line;
    const own = shipmentOf(order, line);
    const most = left.get(shipmentNumber) ?? excessOver(own.cashLeft, notByCards(order, own, lines));
    const cash = smaller(refundWithoutShortfall(line), most);
    left.set(shipmentNumber, subtract(most, cash));
    return { ...line, cash };
  });
}

/**
 * Returns the amount that is still due (`due`), and the maximum that the refund may take off it (`most`). Cash is due
 * with the shipment of the lines (`cashOfShipments`), any other payment with the whole order.
 */
function debtOf(
  order: OrderToRefund,
  { isCash, left }: Payment,
  lines: readonly RefundedUnits[],
): { due: Centavos; most: Centavos } {
  if (!isCash) return { due: left, most: left };
  const [first] = lines;
  if (first === undefined) return { due: zero, most: zero };
  const own = shipmentOf(order, first);
  return { due: own.cashDue, most: excessOver(own.cashDue, notByCards(order, own, lines)) };
}

/** Returns the part of a shipment's price that no gift card may pay, after this refund: its unrefunded gift cards and the donation (DEC-199). */
const notByCards = (
  order: OrderToRefund,
  { shipmentNumber, bringsDonation }: ShipmentOfLine,
  lines: readonly RefundedUnits[],
): Centavos =>
  sum([
    ...order.lines
      .filter(({ shipments }) => shipments.some((each) => each.shipmentNumber === shipmentNumber))
      .map((line) => keptOnCards(line, lines)),
    bringsDonation ? order.donationLeft : zero,
  ]);

/**
 * Returns the part of an order's money that no refund may touch: unrefunded gift cards, sent or not, and an unrefunded
 * donation. If goodwill took this part, codes that anybody can spend would be unpaid.
 */
const mustStay = (order: OrderToRefund, lines: readonly RefundedUnits[], donation: Centavos): Centavos =>
  sum([...order.lines.map((line) => keptOnCards(line, lines)), excessOver(order.donationLeft, donation)]);

/** Returns the worth of the line's gift cards that the buyer has after this refund. Zero for any other line. */
function keptOnCards(line: LineToRefund, lines: readonly RefundedUnits[]): Centavos {
  if (!line.isGiftCard || line.refunded === line.quantity) return zero;
  const unrefunded = worthOfUnits(line, line.quantity - line.refunded);
  return subtract(
    unrefunded,
    sum(lines.filter(({ position }) => position === line.position).map(({ amount }) => amount)),
  );
}

/** Returns by how much an amount exceeds `needed`. Zero if it does not. */
export const excessOver = (amount: Centavos, needed: Centavos): Centavos =>
  needed < amount ? subtract(amount, needed) : zero;
