import { type Centavos, zero } from '@ceiba/domain/money/money';
import { placesOfLine, placesOfOrder } from '@ceiba/domain/orders/order-places';
import { mayCancelUnits, reachesBuyer } from '@ceiba/domain/orders/shipment';
import { takeUnits } from '@ceiba/domain/refunds/refund';
import type { UnsentUnits } from '@ceiba/domain/refunds/refund-approval';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Change } from '../platform/audit/record-change.ts';
import { type DecidedRefund, decideRefund, type RefundAsked } from './make-refund.ts';
import type { OrderToRefund } from './order-to-refund.store.ts';
import { amountOfRefund } from './refund-figures.ts';
import { deliveredOf, isUnsent, shipmentOf, unitsLeft } from './refund-units.ts';
import type { RefundedUnits } from './refunds.store.ts';

/** The refund of a paid order that a person of the desk requests (WORK-17). */
export interface DeskRefundAsked {
  /** `shipmentNumber`: the shipment that the units belong to; each line at most once per shipment. */
  lines: readonly { position: number; units: number; shipmentNumber?: number | undefined }[];
  shipping: Centavos;
  goodwill: Centavos;
  reason: string;
  to: 'origin' | 'till' | 'transfer' | 'giftCard';
  /** The fate of units that were not sent; required if the refund has any. */
  unsent?: UnsentUnits | undefined;
  /** The reason for sending them all the same. */
  courtesyReason?: string | undefined;
}

/** Units that a refund also cancels, by shipment. */
export type CanceledUnits = Pick<RefundedUnits, 'shipmentNumber' | 'position' | 'quantity'>;

export interface DeskRefund {
  decided: DecidedRefund;
  /** Units that are not sent; their stock is free again. */
  canceled: readonly CanceledUnits[];
}

export type DeskRefundRefusal =
  | { code: 'REFUND_EXCEEDS_CAPTURED' }
  /** The order is not paid, or codes of gift cards among the lines were sent. */
  | { code: 'TRANSITION_NOT_ALLOWED' }
  /** Fewer units of these lines were bought; an empty list means that nothing would be refunded. */
  | { code: 'UNITS_NOT_BOUGHT'; lines: number[] }
  /** Index of the line that must name the shipment of its units. */
  | { code: 'SHIPMENT_NEEDED'; index: number }
  /** Some of the units are still here, and their fate is missing. */
  | { code: 'UNSENT_UNDECIDED' }
  /** Units are to be sent as a courtesy, and the reason is missing. */
  | { code: 'COURTESY_UNEXPLAINED' }
  /** Units of this shipment cannot be canceled one by one, because it is packed or waits at its store. */
  | { code: 'UNITS_PACKED'; shipmentNumber: number; isAtStore: boolean };

/** A person who is limited to stores also asks for goods of another store. `title`: of the line; null means the whole order. */
export type OtherStores = { code: 'OTHER_STORES'; title: string | null };

export interface OrderRefundAsked extends DeskRefundAsked {
  orderNumber: string;
  /** The version of the order that the person saw. */
  version: number;
}

export type OrderRefundRefusal =
  | DeskRefundRefusal
  | { code: 'ORDER_NOT_FOUND' }
  | OtherStores
  /** Somebody has changed the order meanwhile, or refunded a part of it. */
  | { code: 'VERSION_CONFLICT'; version: number }
  /** The reason why the buyer gets no gift card. */
  | { code: 'NO_GIFT_CARD'; fault: string };

/** The result of a refund at the desk. */
export interface AskedRefund {
  /** Id of the refund. A refund that waits for approval keeps the id of its request. */
  id: string;
  change: Change;
}

export type ApprovalRefusal =
  | { code: 'NOT_FOUND' }
  | OtherStores
  /** The person requested the refund themselves. */
  | { code: 'APPROVAL_REQUIRED' }
  /** The refund was decided before, or can no longer be made as requested. */
  | { code: 'TRANSITION_NOT_ALLOWED'; message: string; allowed: ('approve' | 'reject')[] };

/**
 * Decides a refund at the desk by the common rule (`decideRefund`), in every status after the payment. The caller has locked the
 * order and writes the refund. Unsent units are canceled, or sent as a courtesy with a reason. If no unit is left to send, delivery
 * and donation are refunded, too, as by a cancellation.
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
  const rest = { shipping: order.shippingLeft, donation: order.donationLeft, isSetOff: true };
  const decided = isWhole ? decideRefund(order, { ...wanted, ...rest }) : first;
  if (!decided.ok) return refuse(notDecided(decided.error));
  // Everything was set off against cash that nobody had paid.
  const { amount, pointsAmount, giftCardAmount } = decided.value.refund;
  if (amountOfRefund({ amount, pointsAmount, giftCardAmount }) === 0 && !isWhole)
    return refuse({ code: 'UNITS_NOT_BOUGHT', lines: [] });
  return ok({ decided: decided.value, canceled: canceled.value });
}

const notDecided = (refused: { code: 'REFUND_EXCEEDS_CAPTURED' | 'UNITS_NOT_LEFT' }): DeskRefundRefusal => ({
  code: refused.code === 'UNITS_NOT_LEFT' ? 'REFUND_EXCEEDS_CAPTURED' : refused.code,
});

/** Units of an order that are not canceled and have reached, or may still reach, the buyer. */
const keptUnits = (order: OrderToRefund): number =>
  order.lines
    .flatMap(({ shipments }) => shipments)
    .filter(({ state }) => reachesBuyer(state))
    .reduce((all, { units }) => all + units, 0);

/** Units that are canceled with their refund. An unsent gift card is always canceled: nobody gets a code as a courtesy. */
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

/** Checks whether the person's stores allow the refund. A line needs the place of its shipments; delivery and goodwill need the whole order. */
export function refusalElsewhere(
  order: OrderToRefund,
  { lines, shipping, goodwill }: Pick<DeskRefundAsked, 'lines' | 'shipping' | 'goodwill'>,
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

function refusalOf(order: OrderToRefund, { lines, shipping, goodwill }: DeskRefundAsked): DeskRefundRefusal | null {
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
  const strange = ofOrder.filter(({ line, units }) => units > (line?.quantity ?? 0));
  if (strange.length > 0) return { code: 'UNITS_NOT_BOUGHT', lines: strange.map(({ position }) => position) };
  // The units were refunded before. The limit is the rest of the order, as for money.
  if (ofOrder.some(({ units, left }) => units > left)) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  if (ofOrder.some(({ line }) => line?.areCardsSent)) return { code: 'TRANSITION_NOT_ALLOWED' };
  if (shipping > order.shippingLeft) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  const { payment } = order;
  if (payment === null) return { code: 'REFUND_EXCEEDS_CAPTURED' };
  // Goods that a courier still brings are not paid yet: they are canceled, not refunded.
  const isDelivered =
    lines.length > 0 && ofOrder.every(({ held, units }) => takeUnits(deliveredOf(held), units) !== undefined);
  if (payment.destination === 'owed_less')
    return isDelivered && shipping + goodwill === 0 ? null : { code: 'TRANSITION_NOT_ALLOWED' };
  // A shipment that is lost later will be refunded then. The desk must therefore name the shipment of these units.
  const index = ofOrder.findIndex(
    ({ held, units, left }) => units < left && held.length > 1 && deliveredOf(held).length < held.length,
  );
  return index < 0 ? null : { code: 'SHIPMENT_NEEDED', index };
}
