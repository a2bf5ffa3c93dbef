import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, formatQ, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import {
  inTurn,
  pointsOf,
  type RefundCause,
  type RefundDestination,
  shortfallsOf,
  splitOverMeans,
  takeUnits,
  worthInShipment,
  worthOfUnits,
} from '@ceiba/domain/refunds/refund';
import { isStillHere } from '@ceiba/domain/refunds/refund-approval';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { creditUnits, ivaOfRefund } from './credit-units.ts';
import {
  giveBackGiftCards,
  insertRefund,
  type LineToRefund,
  type NewRefund,
  type OrderToRefund,
  type Refund,
  type RefundedUnits,
  type ShipmentOfLine,
} from './refunds.store.ts';

/** What is to be given back of an order. */
export interface RefundAsked {
  cause: RefundCause;
  /** Names what it is for within its order: asked for again it is the same refund. */
  causeKey: string;
  /** Each line at most once of a shipment; `n`: of which of them, where that is not `n` of all. */
  lines: readonly { position: number; units: number; n?: number | undefined }[];
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
  const { certificate } = order;
  if (order.payment === null) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
  // What comes back was delivered, and is paid, though others of its order are not yet: a till gives back what its own couriers collected.
  const isOfDelivered = (asked.cause === 'return' || asked.cause === 'goodwill') && asked.lines.length > 0;
  const isCollected = isOfDelivered && order.payment.destination === 'bill';
  const placed = placeUnits(order, asked.lines, { n, isDelivered: isCollected || asked.cause === 'return' });
  if (placed === undefined) return refuse({ code: 'UNITS_NOT_LEFT' });
  const lines = (isCollected ? takeCash(order, placed) : placed).map((each) => ({
    ...each,
    isCourtesy: asked.courtesyReason !== undefined && isUnsent(order, each),
  }));
  const paid = isCollected
    ? { ...order.payment, destination: 'till' as const, left: sum(lines.map(({ cash }) => cash)) }
    : order.payment;
  const payment = paid.destination === 'bill' ? paid : { ...paid, destination: asked.givenOutBy ?? paid.destination };
  const ofLines = sum(lines.map(givenFor));
  const bill = payment.destination === 'bill' ? billOf(order, payment, lines) : null;
  // What is collected with a shipment beyond its lines, nobody collects where nothing comes any more: donation, then delivery.
  const dropped = bill !== null && comesNoMore ? subtract(bill.due, smaller(ofLines, bill.most)) : zero;
  const donation = asked.donation ?? smaller(order.donationLeft, dropped);
  const shipping = asked.shipping ?? smaller(order.shippingLeft, subtract(dropped, smaller(donation, dropped)));
  const worth = sum([ofLines, shipping, donation, goodwill]);
  const isPaymentFirst = bill !== null || order.payment.destination === 'bill';
  const means = {
    points: certificate === null ? zero : subtract(certificate.amount, certificate.givenAmount),
    giftCards: order.giftCardsLeft,
    payment: bill === null ? payment.left : comesNoMore || asked.donation !== undefined ? bill.due : bill.most,
    isPaymentFirst,
  };
  const all = sum([means.points, means.giftCards, means.payment]);
  // While a courier still collects money, `takeCash` and `billOf` leave out what must stay.
  const most = order.payment.destination === 'bill' ? all : beyond(all, mustStay(order, placed, donation));
  if (worth > most && !isSetOff) return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
  const setOff = worth > most ? subtract(worth, most) : zero;
  const split = splitOverMeans(subtract(worth, setOff), means);
  if (!split.ok) return split;
  const { points: pointsAmount, giftCards: giftCardAmount, payment: amount } = split.value;
  const points = certificate === null ? 0 : pointsOf(certificate, pointsAmount);
  const refund: Refund = {
    id: asked.id ?? randomUUIDv7(),
    amount,
    destination: payment.destination,
    pointsAmount,
    points,
    giftCardAmount,
  };
  const credited = creditUnits(order, lines);
  const written: NewRefund = {
    ...asked,
    ...refund,
    orderId: order.orderId,
    paymentId: payment.id,
    arePointsTaken: certificate?.isTaken ?? false,
    asksProgram: points > 0 && certificate?.isLost === false,
    shipping,
    donation,
    goodwill: goodwill - setOff,
    iva: ivaOfRefund(order, credited, shipping),
    lines: credited,
    courtesyReason: asked.courtesyReason ?? null,
    lessCashOf: payment.destination === 'bill' && payment.isCash ? (n ?? null) : null,
  };
  return ok({ refund, lines, written });
}

type Payment = NonNullable<OrderToRefund['payment']>;

/**
 * The units asked for by the shipments they went with, and what they are worth: of the one that is said, else in turn (`inTurn`), only of those
 * that were handed over where they were returned, or couriers have the money of others (`isDelivered`). Undefined where so many are not left.
 */
function placeUnits(
  order: OrderToRefund,
  asked: RefundAsked['lines'],
  { n, isDelivered }: { n: number | undefined; isDelivered: boolean },
): RefundedUnits[] | undefined {
  const placed: RefundedUnits[] = [];
  for (const { position, units, n: own = n } of asked) {
    const line = order.lines.find((each) => each.position === position);
    const all = line?.shipments ?? [];
    const may = isDelivered ? deliveredOf(all) : all;
    const from = own === undefined ? inTurn(may) : (n === undefined ? may : all).filter((each) => each.n === own);
    const taken = takeUnits(from, units);
    if (line === undefined || taken === undefined) return undefined;
    for (const { held, units: quantity } of taken)
      placed.push({
        ...{ n: held.n, position, quantity, amount: worthInShipment(line, held, quantity), isCourtesy: false },
        ...{ shortfall: zero, cash: zero },
      });
  }
  const units = placed.map(({ n: shipment, amount }) => ({ shipment, amount }));
  const missing = order.lines.flatMap(({ shipments }) => shipments.map((each) => [each.n, each.shortfall] as const));
  const shortfalls = shortfallsOf(units, new Map(missing));
  return placed.map((each, at) => ({ ...each, shortfall: shortfalls[at] ?? zero }));
}

/**
 * Whether units are goods or services that are still here. A gift card is none: no code is sent for a unit that is refunded, wherever the
 * rest of its shipment is.
 */
export const isUnsent = (order: OrderToRefund, units: Pick<RefundedUnits, 'n' | 'position'>): boolean => {
  const line = order.lines.find(({ position }) => position === units.position);
  return line?.isGiftCard === false && isStillHere(shipmentOf(order, units).state);
};

/** What units are worth that was paid, or is to be. */
const givenFor = ({ amount, shortfall }: RefundedUnits): Centavos => subtract(amount, shortfall);

/** Those that were handed over. */
export const deliveredOf = (shipments: readonly ShipmentOfLine[]): ShipmentOfLine[] =>
  shipments.filter(({ state }) => state === 'delivered');

/** How many units that go with these were not given back. */
export const unitsLeft = (shipments: readonly ShipmentOfLine[]): number =>
  shipments.reduce((all, { quantity, refunded }) => all + quantity - refunded, 0);

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
 * What is still asked for what these lines belong to (`due`), and how much less that may become. Of cash that is what is collected with
 * their shipment (`cashOfShipments`).
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

export function shipmentOf(
  { lines }: OrderToRefund,
  { n, position }: Pick<RefundedUnits, 'n' | 'position'>,
): ShipmentOfLine {
  const own = lines.find((each) => each.position === position)?.shipments.find((each) => each.n === n);
  if (own === undefined) throw new Error(`line ${position} does not go with shipment ${n}`);
  return own;
}

/** What is paid with a shipment, once these units are given back, and by no gift card (DEC-199): gift cards that are kept, and a donation. */
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

const beyond = (amount: Centavos, needed: Centavos): Centavos => (needed < amount ? subtract(amount, needed) : zero);

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
