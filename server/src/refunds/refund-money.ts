import { type Centavos, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import { type RefundDestination, worthOfUnits } from '@ceiba/domain/refunds/refund';
import { givenFor, shipmentOf } from './refund-units.ts';
import type { LineToRefund, OrderToRefund, RefundedUnits, ShipmentOfLine } from './refunds.store.ts';

type Payment = NonNullable<OrderToRefund['payment']>;

/** Parts of a refund beside its units, as far as the caller says them. */
export interface Besides {
  shipping: Centavos | undefined;
  donation: Centavos | undefined;
  /** Nothing of the order comes any more: nobody will collect the rest of its delivery and donation. */
  comesNoMore: boolean;
  /** A till, a transfer or a gift card gives the money out, in place of the way it was paid. */
  givenOutBy: 'till' | 'transfer' | 'giftCard' | undefined;
}

/** The money of a refund: its way, and how much of it there is. */
export interface RefundMoney {
  destination: RefundDestination;
  lines: readonly RefundedUnits[];
  shipping: Centavos;
  donation: Centavos;
  /** The most that comes from the payment. */
  left: Centavos;
  /** The payment gives before points and gift cards do, because nobody has paid it yet. */
  isPaymentFirst: boolean;
  /** The part of all that was paid which no refund may touch. */
  stays: Centavos;
}

/**
 * Delivered units of an order whose other shipments couriers have still to collect: a till gives back what was collected with these units,
 * as far as that goes. What gift cards paid never becomes cash (DEC-199).
 */
export function fromCollectedCash(
  order: OrderToRefund,
  placed: readonly RefundedUnits[],
  { shipping = zero, donation = zero, givenOutBy = 'till' }: Besides,
): RefundMoney {
  const lines = takeCash(order, placed);
  const left = sum(lines.map(({ cash }) => cash));
  return { destination: givenOutBy, lines, shipping, donation, left, isPaymentFirst: true, stays: zero };
}

/** An order that nobody has paid yet: its buyer owes less. Where nothing comes any more, donation and delivery are owed no more, in this order. */
export function lessOwed(
  order: OrderToRefund,
  payment: Payment,
  lines: readonly RefundedUnits[],
  { comesNoMore, ...besides }: Besides,
): RefundMoney {
  const { due, most } = billOf(order, payment, lines);
  const ofLines = sum(lines.map(givenFor));
  const dropped = comesNoMore ? subtract(due, smaller(ofLines, most)) : zero;
  const donation = besides.donation ?? smaller(order.donationLeft, dropped);
  const shipping = besides.shipping ?? smaller(order.shippingLeft, subtract(dropped, smaller(donation, dropped)));
  const left = comesNoMore || besides.donation !== undefined ? due : most;
  return { destination: 'bill', lines, shipping, donation, left, isPaymentFirst: true, stays: zero };
}

/** An order that is paid: the money goes back the way it came (`origin`, `till`), or as the caller says. */
export function asItWasPaid(
  order: OrderToRefund,
  { destination, left }: Payment,
  lines: readonly RefundedUnits[],
  { shipping = zero, donation = zero, givenOutBy }: Besides,
): RefundMoney {
  const stays = mustStay(order, lines, donation);
  return { destination: givenOutBy ?? destination, lines, shipping, donation, left, isPaymentFirst: false, stays };
}

/** Takes what units are worth from what was collected with their own shipment, as far as that goes: what gift cards paid never becomes cash (DEC-199). */
function takeCash(order: OrderToRefund, lines: readonly RefundedUnits[]): RefundedUnits[] {
  const left = new Map<number, Centavos>();
  return lines.map((line) => {
    const { n } = line;
    const own = shipmentOf(order, line);
    const most = left.get(n) ?? beyond(own.cashLeft, notByCards(order, own, lines));
    const cash = smaller(givenFor(line), most);
    left.set(n, subtract(most, cash));
    return { ...line, cash };
  });
}

/**
 * The amount still asked for the order or shipment of these lines (`due`), and how much less it may become. Cash is collected
 * with the shipment of the lines (`cashOfShipments`).
 */
function billOf(
  order: OrderToRefund,
  { isCash, left }: Payment,
  lines: readonly RefundedUnits[],
): { due: Centavos; most: Centavos } {
  if (!isCash) return { due: left, most: left };
  const [first] = lines;
  if (first === undefined) return { due: zero, most: zero };
  const own = shipmentOf(order, first);
  return { due: own.cashDue, most: beyond(own.cashDue, notByCards(order, own, lines)) };
}

/** The amount paid with a shipment after these units are refunded, for items that no gift card pays (DEC-199): kept gift cards and a donation. */
const notByCards = (
  order: OrderToRefund,
  { n, bringsDonation }: ShipmentOfLine,
  lines: readonly RefundedUnits[],
): Centavos =>
  sum([
    ...order.lines
      .filter(({ shipments }) => shipments.some((each) => each.n === n))
      .map((line) => keptOnCards(line, lines)),
    bringsDonation ? order.donationLeft : zero,
  ]);

/**
 * The part of an order's money that no refund may touch: gift cards that its buyer keeps, whether their codes were sent or not, and a donation
 * that is not given back. Goodwill above the rest would pay for codes that anybody can spend.
 */
const mustStay = (order: OrderToRefund, lines: readonly RefundedUnits[], donation: Centavos): Centavos =>
  sum([...order.lines.map((line) => keptOnCards(line, lines)), beyond(order.donationLeft, donation)]);

/** Worth of the line's gift cards that stay with the buyer after these units are refunded; zero for any other line. */
function keptOnCards(line: LineToRefund, lines: readonly RefundedUnits[]): Centavos {
  if (!line.isGiftCard || line.refunded === line.quantity) return zero;
  const kept = worthOfUnits(line, line.quantity - line.refunded);
  return subtract(kept, sum(lines.filter(({ position }) => position === line.position).map(({ amount }) => amount)));
}

export const beyond = (amount: Centavos, needed: Centavos): Centavos =>
  needed < amount ? subtract(amount, needed) : zero;
