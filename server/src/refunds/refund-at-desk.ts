import { type Centavos, zero } from '@ceiba/domain/money/money';
import { placesOfLine, placesOfOrder } from '@ceiba/domain/orders/order-places';
import { isKept, mayCancelUnits } from '@ceiba/domain/orders/shipment';
import { takeUnits } from '@ceiba/domain/refunds/refund';
import type { UnsentUnits } from '@ceiba/domain/refunds/refund-approval';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Change } from '../platform/audit/record-change.ts';
import { type DecidedRefund, decideRefund, type RefundAsked } from './make-refund.ts';
import { amountOfRefund } from './refund-figures.ts';
import { deliveredOf, isUnsent, shipmentOf, unitsLeft } from './refund-units.ts';
import type { OrderToRefund, RefundedUnits } from './refunds.store.ts';

/** Refund of a paid order that a person of the desk asks for (WORK-17). */
export interface DeskRefundAsked {
  /** `n`: which of the order's shipments the units go with; each line at most once of one. */
  lines: readonly { position: number; units: number; n?: number | undefined }[];
  shipping: Centavos;
  goodwill: Centavos;
  reason: string;
  to: 'origin' | 'till' | 'transfer' | 'giftCard';
  /** Fate of units that were not sent; needed if the refund has any. */
  unsent?: UnsentUnits | undefined;
  /** Why they are sent all the same. */
  courtesyReason?: string | undefined;
}

/** Units that a refund cancels, too, by the shipment they go with. */
export type CanceledUnits = Pick<RefundedUnits, 'n' | 'position' | 'quantity'>;

export interface DeskRefund {
  decided: DecidedRefund;
  /** They are not sent, and their stock is free again. */
  canceled: readonly CanceledUnits[];
}

export type DeskRefundRefusal =
  | { code: 'REFUND_EXCEEDS_CAPTURED' }
  /** The order is not paid, or codes of gift cards among the lines were sent. */
  | { code: 'TRANSITION_NOT_ALLOWED' }
  /** So many units of these lines were never bought; an empty list: nothing would be given back. */
  | { code: 'UNITS_NOT_BOUGHT'; lines: number[] }
  /** Index of the asked line that must name the shipment of its units. */
  | { code: 'SHIPMENT_NEEDED'; index: number }
  /** Some of the units are still here, and nobody said what becomes of them. */
  | { code: 'UNSENT_UNDECIDED' }
  /** They are to be sent as a courtesy, and nobody said why. */
  | { code: 'COURTESY_UNEXPLAINED' }
  /** Units of this shipment cannot be canceled one by one: it is packed, or waits at its store. */
  | { code: 'UNITS_PACKED'; n: number; isAtStore: boolean };

/** A person who is limited to stores asks for what is of another store, too. `title`: of the line; null: it is of the whole order. */
export type OtherStores = { code: 'OTHER_STORES'; title: string | null };

export interface OrderRefundAsked extends DeskRefundAsked {
  orderNumber: string;
  /** Version of the order that the person saw. */
  version: number;
}

export type OrderRefundRefusal =
  | DeskRefundRefusal
  | { code: 'ORDER_NOT_FOUND' }
  | OtherStores
  /** Somebody has changed the order meanwhile, or given back of it. */
  | { code: 'VERSION_CONFLICT'; version: number }
  /** Why its buyer gets no gift card. */
  | { code: 'NO_GIFT_CARD'; fault: string };

/** Outcome of a refund at the desk. */
export interface AskedRefund {
  /** Id of the refund. A refund that waits for approval keeps the id of its request. */
  id: string;
  change: Change;
}

export type ApprovalRefusal =
  | { code: 'NOT_FOUND' }
  | OtherStores
  /** It is one's own. */
  | { code: 'APPROVAL_REQUIRED' }
  /** It was decided before, or cannot be made any more as it was asked for. */
  | { code: 'TRANSITION_NOT_ALLOWED'; message: string; allowed: ('approve' | 'reject')[] };

/**
 * Decides what a person of the desk gives back of an order, in every status after its payment, by the one rule (`decideRefund`). Units that are
 * still here are canceled with it, or sent as a courtesy with a reason. Where nothing of the order would be sent any more, its delivery and its
 * donation are given back, too, as by a cancellation. Under the order's lock; the caller writes it.
 */
export function decideAtDesk(
  order: OrderToRefund,
  asked: DeskRefundAsked,
  made: Pick<RefundAsked, 'id' | 'causeKey' | 'actor'>,
): Result<DeskRefund, DeskRefundRefusal> {
  const refused = refusalOf(order, asked);
  if (refused !== null) return refuse(refused);
  const { lines, shipping, goodwill, reason, to, unsent } = asked;
  const wanted: RefundAsked = {
    ...made,
    ...{ cause: 'goodwill', lines, shipping, donation: zero, goodwill, reason },
    ...(to === 'origin' ? {} : { givenOutBy: to }),
    courtesyReason: unsent === 'send' ? asked.courtesyReason : undefined,
  };
  const first = decideRefund(order, wanted);
  if (!first.ok) return refuse(notDecided(first.error));
  const canceled = toCancel(order, first.value.lines, asked);
  if (!canceled.ok) return canceled;
  const isWhole =
    canceled.value.length > 0 && canceled.value.reduce((all, each) => all + each.quantity, 0) === keptUnits(order);
  const rest = { shipping: order.shippingLeft, donation: order.donationLeft, isSetOff: true };
  const decided = isWhole ? decideRefund(order, { ...wanted, ...rest }) : first;
  if (!decided.ok) return refuse(notDecided(decided.error));
  // All of it was set off: nobody had paid it.
  const { amount, pointsAmount, giftCardAmount } = decided.value.refund;
  if (amountOfRefund({ amount, pointsAmount, giftCardAmount }) === 0 && !isWhole)
    return refuse({ code: 'UNITS_NOT_BOUGHT', lines: [] });
  return ok({ decided: decided.value, canceled: canceled.value });
}

const notDecided = (refused: { code: 'REFUND_EXCEEDS_CAPTURED' | 'UNITS_NOT_LEFT' }): DeskRefundRefusal => ({
  code: refused.code === 'UNITS_NOT_LEFT' ? 'REFUND_EXCEEDS_CAPTURED' : refused.code,
});

/** Units of an order that are not canceled, and reached or may still reach its buyer. */
const keptUnits = (order: OrderToRefund): number =>
  order.lines
    .flatMap(({ shipments }) => shipments)
    .filter(({ state }) => isKept(state))
    .reduce((all, { units }) => all + units, 0);

/** Units that are canceled with their refund. An unsent gift card always is: nobody gets a code as a courtesy. */
function toCancel(
  order: OrderToRefund,
  lines: readonly RefundedUnits[],
  { unsent, courtesyReason }: DeskRefundAsked,
): Result<CanceledUnits[], DeskRefundRefusal> {
  const goods = lines.filter((units) => isUnsent(order, units));
  if (goods.length > 0 && unsent === undefined) return refuse({ code: 'UNSENT_UNDECIDED' });
  if (goods.length > 0 && unsent === 'send' && courtesyReason === undefined)
    return refuse({ code: 'COURTESY_UNEXPLAINED' });
  const isCancelable = (units: RefundedUnits): boolean => mayCancelUnits(shipmentOf(order, units).state);
  const packed = unsent === 'cancel' ? goods.find((units) => !isCancelable(units)) : undefined;
  if (packed !== undefined)
    return refuse({ code: 'UNITS_PACKED', n: packed.n, isAtStore: shipmentOf(order, packed).state === 'at_store' });
  return ok(
    lines
      .filter((units) => isCancelable(units) && !(unsent === 'send' && goods.includes(units)))
      .map(({ n, position, quantity }) => ({ n, position, quantity })),
  );
}

/** A line is judged by the place of the shipment that it names, or of all that hold units of it; delivery and goodwill by the whole order. */
export function refusalElsewhere(
  order: OrderToRefund,
  { lines, shipping, goodwill }: Pick<DeskRefundAsked, 'lines' | 'shipping' | 'goodwill'>,
  mayTouch: (places: readonly (string | null)[]) => boolean,
): OtherStores | null {
  const whole = { stores: order.stores, shipments: order.lines.flatMap(({ shipments }) => shipments) };
  if (shipping + goodwill > 0 && !mayTouch(placesOfOrder(whole))) return { code: 'OTHER_STORES', title: null };
  for (const { position, n } of lines) {
    const line = order.lines.find((each) => each.position === position);
    const held = line?.shipments.filter((each) => n === undefined || each.n === n) ?? [];
    const places = held.length > 0 ? placesOfLine(held) : placesOfOrder(whole);
    if (line !== undefined && !mayTouch(places)) return { code: 'OTHER_STORES', title: line.title };
  }
  return null;
}

function refusalOf(order: OrderToRefund, { lines, shipping, goodwill }: DeskRefundAsked): DeskRefundRefusal | null {
  // A line once, or once of each of its shipments.
  const isTwice = lines.some(({ position, n }, at) =>
    lines.some((other, to) => to !== at && other.position === position && (n === undefined || other.n === n)),
  );
  if (lines.length + shipping + goodwill === 0 || isTwice) return { code: 'UNITS_NOT_BOUGHT', lines: [] };
  const ofOrder = lines.map(({ position, units, n }) => {
    const line = order.lines.find((each) => each.position === position);
    const held = line?.shipments.filter((each) => n === undefined || each.n === n) ?? [];
    const left = line === undefined ? 0 : n === undefined ? line.quantity - line.refunded : unitsLeft(held);
    return { position, units, line, held: held.filter((each) => unitsLeft([each]) > 0), left };
  });
  const strange = ofOrder.filter(({ line, units }) => units > (line?.quantity ?? 0));
  if (strange.length > 0) return { code: 'UNITS_NOT_BOUGHT', lines: strange.map(({ position }) => position) };
  // They were given back before: what is left of the order is the bound, as of money.
  if (ofOrder.some(({ units, left }) => units > left)) return { code: 'REFUND_EXCEEDS_CAPTURED' };
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
