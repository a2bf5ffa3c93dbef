import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { placesOfLine, placesOfOrder } from '@ceiba/domain/orders/order-places';
import { takeUnits } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { deliveredOf, makeRefund, unitsLeft } from './make-refund.ts';
import { amountOfRefund } from './refund-figures.ts';
import { lockOrderToRefund, type OrderToRefund, type Refund } from './refunds.store.ts';

/** What a person of the desk gives back of a paid order (WORK-17). */
export interface DeskRefundAsked {
  orderNumber: string;
  /** Of the order, as whoever gives back has seen it. */
  version?: number | undefined;
  /** `n`: which of the order's shipments the units go with; each line at most once of one. */
  lines: readonly { position: number; units: number; n?: number | undefined }[];
  shipping: Centavos;
  goodwill: Centavos;
  reason: string;
  /** Of a gift card the caller gives it out in the same transaction (`giveAsGiftCard`). */
  to: 'origin' | 'till' | 'transfer' | 'giftCard';
  actor: Actor;
  /** The rule of places, asked for whoever gives back. */
  mayTouch: (need: 'some' | 'every', places: readonly (string | null)[]) => boolean;
}

export type DeskRefundRefusal =
  | { code: 'ORDER_NOT_FOUND' | 'REFUND_EXCEEDS_CAPTURED' }
  /** They are limited to stores, and this is of another one, too. `title`: of the line; null: it is of the whole order. */
  | { code: 'OTHER_STORES'; title: string | null }
  /** Somebody has changed the order meanwhile, or given back of it. */
  | { code: 'VERSION_CONFLICT'; version: number }
  /** It is not paid, or codes of gift cards among the lines were sent. */
  | { code: 'TRANSITION_NOT_ALLOWED' }
  /** Of these lines so many units are not left; an empty list: of nothing. */
  | { code: 'UNITS_NOT_LEFT'; lines: number[] }
  /** Of this one (its place among those asked for) it has to be said which shipment's units they are. */
  | { code: 'SHIPMENT_NEEDED'; index: number };

/**
 * Gives back units of lines, delivery or goodwill of an order, in every status after its payment: decided by the one rule (`makeRefund`) under
 * the order's lock, so that of any number at once who saw the same version one gives back. Sent to its bank, or given out at a till, by others.
 */
export async function refundAtDesk(
  tx: Tx,
  asked: DeskRefundAsked,
): Promise<Result<{ order: OrderToRefund; refund: Refund }, DeskRefundRefusal>> {
  const order = isOrderNumber(asked.orderNumber) ? await lockOrderToRefund(tx, asked.orderNumber) : undefined;
  if (order === undefined || !asked.mayTouch('some', order.stores)) return refuse({ code: 'ORDER_NOT_FOUND' });
  const elsewhere = refusalElsewhere(order, asked);
  if (elsewhere !== null) return refuse(elsewhere);
  if (asked.version !== undefined && order.version !== asked.version)
    return refuse({ code: 'VERSION_CONFLICT', version: order.version });
  const refused = refusalOf(order, asked);
  if (refused !== null) return refuse(refused);
  const { lines, shipping, goodwill, actor, reason, to } = asked;
  const made = await makeRefund(tx, order, {
    cause: 'goodwill',
    causeKey: `desk ${randomUUIDv7()}`,
    lines,
    shipping,
    donation: zero,
    goodwill,
    ...(to === 'origin' ? {} : { givenOutBy: to }),
    actor,
    reason,
  });
  if (!made.ok)
    return refuse(
      made.error.code === 'UNITS_NOT_LEFT' ? { code: 'UNITS_NOT_LEFT', lines: [] } : { code: made.error.code },
    );
  // All of it was set off: nobody had paid it.
  const { amount, pointsAmount, giftCardAmount } = made.value;
  if (amountOfRefund({ amount, pointsAmount, giftCardAmount }) === 0)
    return refuse({ code: 'UNITS_NOT_LEFT', lines: [] });
  return ok({ order, refund: made.value });
}

/** A line is judged by the place of the shipment that it names, or of all that hold units of it; delivery and goodwill by the whole order. */
function refusalElsewhere(
  order: OrderToRefund,
  { lines, shipping, goodwill, mayTouch }: DeskRefundAsked,
): DeskRefundRefusal | null {
  const whole = { stores: order.stores, shipments: order.lines.flatMap(({ shipments }) => shipments) };
  if (shipping + goodwill > 0 && !mayTouch('every', placesOfOrder(whole))) return { code: 'OTHER_STORES', title: null };
  for (const { position, n } of lines) {
    const line = order.lines.find((each) => each.position === position);
    const held = line?.shipments.filter((each) => n === undefined || each.n === n) ?? [];
    const places = held.length > 0 ? placesOfLine(held) : placesOfOrder(whole);
    if (line !== undefined && !mayTouch('every', places)) return { code: 'OTHER_STORES', title: line.title };
  }
  return null;
}

function refusalOf(order: OrderToRefund, { lines, shipping, goodwill }: DeskRefundAsked): DeskRefundRefusal | null {
  // A line once, or once of each of its shipments.
  const isTwice = lines.some(({ position, n }, at) =>
    lines.some((other, to) => to !== at && other.position === position && (n === undefined || other.n === n)),
  );
  if (lines.length + shipping + goodwill === 0 || isTwice) return { code: 'UNITS_NOT_LEFT', lines: [] };
  const ofOrder = lines.map(({ position, units, n }) => {
    const line = order.lines.find((each) => each.position === position);
    const held = line?.shipments.filter((each) => n === undefined || each.n === n) ?? [];
    const left = line === undefined ? 0 : n === undefined ? line.quantity - line.refunded : unitsLeft(held);
    return { position, units, line, held: held.filter((each) => unitsLeft([each]) > 0), left };
  });
  const missing = ofOrder.filter(({ units, left }) => units > left);
  if (missing.length > 0) return { code: 'UNITS_NOT_LEFT', lines: missing.map(({ position }) => position) };
  if (ofOrder.some(({ line }) => line?.areCardsSent)) return { code: 'TRANSITION_NOT_ALLOWED' };
  if (shipping > order.shippingLeft) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  const { payment } = order;
  if (payment === null) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  // Nobody has paid what its courier still brings: that is canceled, not given back.
  const isDelivered =
    lines.length > 0 && ofOrder.every(({ held, units }) => takeUnits(deliveredOf(held), units) !== undefined);
  if (payment.destination === 'bill')
    return isDelivered && shipping + goodwill === 0 ? null : { code: 'TRANSITION_NOT_ALLOWED' };
  // What is lost later is given back then, whatever was given of the others: whose unit it is nobody guesses.
  const index = ofOrder.findIndex(
    ({ held, units, left }) => units < left && held.length > 1 && deliveredOf(held).length < held.length,
  );
  return index < 0 ? null : { code: 'SHIPMENT_NEEDED', index };
}
