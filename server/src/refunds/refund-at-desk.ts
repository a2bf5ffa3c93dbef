import { type Centavos, zero } from '@ceiba/domain/money/money';
import { placesOfLine, placesOfOrder } from '@ceiba/domain/orders/order-places';
import { mayCancelUnits, reachesBuyer } from '@ceiba/domain/orders/shipment';
import { takeUnits } from '@ceiba/domain/refunds/refund';
import type { UnsentUnits } from '@ceiba/domain/refunds/refund-approval';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Change } from '../platform/audit/record-change.ts';
import { type DecidedRefund, decideRefund, type RefundInput } from './make-refund.ts';
import type { OrderToRefund } from './order-to-refund.store.ts';
import { amountOfRefund } from './refund-figures.ts';
import { deliveredOf, isUnsent, shipmentOf, unitsLeft } from './refund-units.ts';
import type { RefundedUnits } from './refunds.store.ts';

/** A refund of a paid order, as a desk user requests it (WORK-17). */
export interface DeskRefundInput {
  /** `shipmentNumber`: the shipment that has the units. A line appears at most once for each shipment. */
  lines: readonly { position: number; units: number; shipmentNumber?: number | undefined }[];
  shipping: Centavos;
  goodwill: Centavos;
  reason: string;
  to: 'origin' | 'till' | 'transfer' | 'giftCard';
  /** The fate of the refunded units that are still at the shop. A refund with such units must name it. */
  unsent?: UnsentUnits | undefined;
  /** Why refunded units are sent anyway. `unsent: 'send'` needs it. */
  courtesyReason?: string | undefined;
}

/** Units that a refund cancels, by shipment. */
export type CanceledUnits = Pick<RefundedUnits, 'shipmentNumber' | 'position' | 'quantity'>;

export interface DeskRefund {
  decided: DecidedRefund;
  /** Units that are not sent. Their stock is free again. */
  canceled: readonly CanceledUnits[];
}

export type DeskRefundRefusal =
  | { code: 'REFUND_EXCEEDS_CAPTURED' }
  /** The order is not paid, or a line is a gift card whose code was sent. */
  | { code: 'TRANSITION_NOT_ALLOWED' }
  /** Fewer units of these lines were bought. The list is empty if nothing would be refunded, or if a line is repeated. */
  | { code: 'UNITS_NOT_BOUGHT'; lines: number[] }
  /** The line with this index must name the shipment of its units. */
  | { code: 'SHIPMENT_NEEDED'; index: number }
  /** Some of the units are not sent yet, and `unsent` is missing. */
  | { code: 'UNSENT_UNDECIDED' }
  /** Refunded units would be sent as a courtesy, and the reason is missing. */
  | { code: 'COURTESY_UNEXPLAINED' }
  /** Units of this shipment cannot be canceled one by one, because it is packed or waits at its store. */
  | { code: 'UNITS_PACKED'; shipmentNumber: number; isAtStore: boolean };

/**
 * The person is limited to stores, and the refund has goods of another store. `title`: the title of that line. Null if
 * the refund needs the whole order.
 */
export type OtherStores = { code: 'OTHER_STORES'; title: string | null };

export interface OrderRefundInput extends DeskRefundInput {
  orderNumber: string;
  /** The version of the order that the person saw. */
  version: number;
}

export type OrderRefundRefusal =
  | DeskRefundRefusal
  | { code: 'ORDER_NOT_FOUND' }
  | OtherStores
  /** Another person has changed the order in the meantime, or has refunded a part of it. */
  | { code: 'VERSION_CONFLICT'; version: number }
  /** `fault`: why the buyer gets no gift card (`giftCardFault`). */
  | { code: 'NO_GIFT_CARD'; fault: string };

/** The result of a refund at the desk. */
export interface DeskRefundResult {
  /** Id of the refund. A refund that waited for approval keeps the id of its request. */
  id: string;
  change: Change;
}

export type ApprovalRefusal =
  | { code: 'NOT_FOUND' }
  | OtherStores
  /** Another person has to decide, because this person requested the refund. */
  | { code: 'APPROVAL_REQUIRED' }
  /** The refund was decided before, or can no longer be made as requested. */
  | { code: 'TRANSITION_NOT_ALLOWED'; message: string; allowed: ('approve' | 'reject')[] };

/**
 * Decides a refund at the desk by the common rule (`decideRefund`), in every status after the payment. The caller has
 * locked the order and writes the refund. Unsent units are canceled, or sent as a courtesy with a reason. If the refund
 * cancels all units that could still reach the buyer, it includes delivery and donation, as a cancellation does.
 */
export function decideAtDesk(
  order: OrderToRefund,
  asked: DeskRefundInput,
  made: Pick<RefundInput, 'id' | 'causeKey' | 'actor'>,
): Result<DeskRefund, DeskRefundRefusal> {
  const refused = refusalOf(order, asked);
  if (refused !== null) return refuse(refused);
  const { lines, shipping, goodwill, reason, to, unsent } = asked;
  const wanted: RefundInput = {
    ...made,
    ...{ cause: 'desk', lines, shipping, donation: zero, goodwill, reason },
    ...(to === 'origin' ? {} : { givenOutBy: to }),
    courtesyReason: unsent === 'send' ? asked.courtesyReason : undefined,
  };
  const first = decideRefund(order, wanted);
  if (!first.ok) return refuse(notDecided(first.error));
  const canceled = toCancel(order, first.value.lines, asked);
  if (!canceled.ok) return canceled;
  const isWhole =
    canceled.value.length > 0 && canceled.value.reduce((all, each) => all + each.quantity, 0) === keptUnits(order);
  const rest = { shipping: order.deliveryLeft, donation: order.donationLeft, isSetOff: true };
  const decided = isWhole ? decideRefund(order, { ...wanted, ...rest }) : first;
  if (!decided.ok) return refuse(notDecided(decided.error));
  // The whole refund was set off against missing cash, so nothing would be refunded.
  const { amount, pointsAmount, giftCardAmount } = decided.value.refund;
  if (amountOfRefund({ amount, pointsAmount, giftCardAmount }) === 0 && !isWhole)
    return refuse({ code: 'UNITS_NOT_BOUGHT', lines: [] });
  return ok({ decided: decided.value, canceled: canceled.value });
}

const notDecided = (refused: { code: 'REFUND_EXCEEDS_CAPTURED' | 'UNITS_NOT_LEFT' }): DeskRefundRefusal => ({
  code: refused.code === 'UNITS_NOT_LEFT' ? 'REFUND_EXCEEDS_CAPTURED' : refused.code,
});

/** Counts the units of an order that are not canceled, and have reached or may still reach the buyer. */
const keptUnits = (order: OrderToRefund): number =>
  order.lines
    .flatMap(({ shipments }) => shipments)
    .filter(({ state }) => reachesBuyer(state))
    .reduce((all, { units }) => all + units, 0);

/**
 * Returns the units that are canceled with their refund. An unsent gift card is always canceled, because its code is
 * never sent as a courtesy.
 */
function toCancel(
  order: OrderToRefund,
  lines: readonly RefundedUnits[],
  { unsent, courtesyReason }: DeskRefundInput,
): Result<CanceledUnits[], DeskRefundRefusal> {
  const goods = lines.filter((units) => isUnsent(order, units));
  if (goods.length > 0 && unsent === undefined) return refuse({ code: 'UNSENT_UNDECIDED' });
  if (goods.length > 0 && unsent === 'send' && courtesyReason === undefined)
    return refuse({ code: 'COURTESY_UNEXPLAINED' });
  const isCancelable = (units: RefundedUnits): boolean => mayCancelUnits(shipmentOf(order, units).state);
  const packed = unsent === 'cancel' ? goods.find((units) => !isCancelable(units)) : undefined;
  if (packed !== undefined)
    return refuse({
      code: 'UNITS_PACKED',
      shipmentNumber: packed.shipmentNumber,
      isAtStore: shipmentOf(order, packed).state === 'at_store',
    });
  return ok(
    lines
      .filter((units) => isCancelable(units) && !(unsent === 'send' && goods.includes(units)))
      .map(({ shipmentNumber, position, quantity }) => ({ shipmentNumber, position, quantity })),
  );
}

/**
 * Checks whether the person may change the places of the refund. These are the places of a line's shipments. For
 * delivery and goodwill, all places of the order.
 */
export function refusalElsewhere(
  order: OrderToRefund,
  { lines, shipping, goodwill }: Pick<DeskRefundInput, 'lines' | 'shipping' | 'goodwill'>,
  mayTouch: (places: readonly (string | null)[]) => boolean,
): OtherStores | null {
  const whole = { stores: order.stores, shipments: order.lines.flatMap(({ shipments }) => shipments) };
  if (shipping + goodwill > 0 && !mayTouch(placesOfOrder(whole))) return { code: 'OTHER_STORES', title: null };
  for (const { position, shipmentNumber } of lines) {
    const line = order.lines.find((each) => each.position === position);
    const holding =
      line?.shipments.filter((each) => shipmentNumber === undefined || each.shipmentNumber === shipmentNumber) ?? [];
    const places = holding.length > 0 ? placesOfLine(holding) : placesOfOrder(whole);
    if (line !== undefined && !mayTouch(places)) return { code: 'OTHER_STORES', title: line.title };
  }
  return null;
}

function refusalOf(order: OrderToRefund, { lines, shipping, goodwill }: DeskRefundInput): DeskRefundRefusal | null {
  // A line may appear once, or once for each of its shipments.
  const isTwice = lines.some(({ position, shipmentNumber }, at) =>
    lines.some(
      (other, to) =>
        to !== at &&
        other.position === position &&
        (shipmentNumber === undefined || other.shipmentNumber === shipmentNumber),
    ),
  );
  if (lines.length + shipping + goodwill === 0 || isTwice) return { code: 'UNITS_NOT_BOUGHT', lines: [] };
  const ofOrder = lines.map(({ position, units, shipmentNumber }) => {
    const line = order.lines.find((each) => each.position === position);
    const holding =
      line?.shipments.filter((each) => shipmentNumber === undefined || each.shipmentNumber === shipmentNumber) ?? [];
    const left =
      line === undefined ? 0 : shipmentNumber === undefined ? line.quantity - line.refunded : unitsLeft(holding);
    return { position, units, line, held: holding.filter((each) => unitsLeft([each]) > 0), left };
  });
  const notBought = ofOrder.filter(({ line, units }) => units > (line?.quantity ?? 0));
  if (notBought.length > 0) return { code: 'UNITS_NOT_BOUGHT', lines: notBought.map(({ position }) => position) };
  // Some of these units were refunded before, so the order has fewer units left than requested.
  if (ofOrder.some(({ units, left }) => units > left)) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  if (ofOrder.some(({ line }) => line?.areCardsSent)) return { code: 'TRANSITION_NOT_ALLOWED' };
  if (shipping > order.deliveryLeft) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  const { payment } = order;
  if (payment === null) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  // Goods that a courier still has to deliver are not paid yet, so they can be canceled but not refunded.
  const isDelivered =
    lines.length > 0 && ofOrder.every(({ held, units }) => takeUnits(deliveredOf(held), units) !== undefined);
  if (payment.destination === 'owed_less')
    return isDelivered && shipping + goodwill === 0 ? null : { code: 'TRANSITION_NOT_ALLOWED' };
  // A shipment that fails later is refunded at that time. The desk must name the shipment of these units, or they could be refunded twice.
  const index = ofOrder.findIndex(
    ({ held, units, left }) => units < left && held.length > 1 && deliveredOf(held).length < held.length,
  );
  return index < 0 ? null : { code: 'SHIPMENT_NEEDED', index };
}
