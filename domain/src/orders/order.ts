import { guatemalaTime } from '../dates/civil-date.ts';
import { formatDate, formatDateText, unknownDateText } from '../dates/spanish-date.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import type { PaymentType } from '../payments/payment-amounts.ts';

/** The status that a shopper sees (DEC-137). The states before an order is placed are visible only to the server. */
export type OrderStatus = 'pending_payment' | 'processing' | 'shipped' | 'delivered' | 'undelivered' | 'canceled';

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending_payment: 'Pendiente de pago',
  processing: 'En proceso',
  shipped: 'Enviado',
  delivered: 'Entregado',
  undelivered: 'No entregado',
  canceled: 'Cancelado',
};

/** Returns whether the order ended and the buyer received nothing. Such an order is never shown as a success (DEC-216). */
export const isCanceledOrUndelivered = (status: OrderStatus): boolean =>
  status === 'canceled' || status === 'undelivered';

/**
 * Returns the first status (DEC-137). An order to be paid at the store waits for payment, unless it is free. All other
 * orders are in process immediately.
 */
export const firstOrderStatus = (paymentType: PaymentType, isFree = false): OrderStatus =>
  paymentType === 'StorePayment' && !isFree ? 'pending_payment' : 'processing';

/** Milliseconds for which an order waits for payment at a store, and a one-time code is valid (DEC-140, DEC-141). */
export const storePaymentLifeMs = 48 * 3_600_000;
export const otpLifeMs = 10 * 60_000;

/** True for six digits, the form of a one-time code (DEC-141). */
export const isOtp = (code: string): boolean => /^\d{6}$/.test(code);

/** The message about a text that is not an order number. */
export const orderNumberText = 'El número de pedido tiene nueve dígitos.';

/** True for nine digits from 100000001 on (DEC-136). */
export const isOrderNumber = (text: string): boolean => /^[1-9]\d{8}$/.test(text) && text >= '100000001';

/**
 * Parses a part of an order number as a person enters it: all nine digits or the last digits. A hyphen and the
 * shipment's number may follow.
 */
export function readNumberPart(words: string): { digits: string; shipmentNumber: number | null } | null {
  const [, digits, shipmentNumber] = /^(\d{3,9})(?:-(\d{1,3}))?$/.exec(words.trim()) ?? [];
  return digits === undefined
    ? null
    : { digits, shipmentNumber: shipmentNumber === undefined ? null : Number(shipmentNumber) };
}

/** Returns the number of a shipment for people: `100000042-2`. `shipmentNumber` counts within the order, from 1 (DEC-136). */
export const subOrderNumber = (orderNumber: string, shipmentNumber: number): string =>
  `${orderNumber}-${shipmentNumber}`;

/** Returns the sentence about an order with several shipments (HIST-03, HIST-05). Null for one shipment. */
export const splitText = (shipments: number): string | null =>
  shipments > 1 ? `Tu compra se dividio en ${shipments} envíos` : null;

/** Returns "1 unidad cancelada", for a line that continues without these units. */
export const canceledUnitsText = (units: number): string =>
  units === 1 ? '1 unidad cancelada' : `${units} unidades canceladas`;

/** Returns the texts next to an order's cost, with the amounts of canceled, undelivered and returned goods. */
export const lostWorthTexts = (worth: { canceled: Centavos; undelivered: Centavos; returned: Centavos }): string[] =>
  (
    [
      ['Productos cancelados', worth.canceled],
      ['Productos no entregados', worth.undelivered],
      ['Productos devueltos', worth.returned],
    ] as const
  ).flatMap(([what, amount]) => (amount > 0 ? [`${what}: ${formatQ(amount)}`] : []));

/** The stages of a shipment, in order (DEC-138). */
export const trackingStages = ['received', 'paid', 'preparing', 'onTheWay', 'delivered'] as const;
export type TrackingStage = (typeof trackingStages)[number];

export interface TrackingEvent {
  stage: TrackingStage;
  at: Date;
}

/** A step of a shipment's timeline (HIST-09). */
export interface TrackingStep {
  title: string;
  datetime: Date | null;
  description: string;
  complete: boolean;
}

const titles: Record<TrackingStage, string> = {
  received: 'Orden recibida',
  paid: 'Pago confirmado',
  preparing: 'Preparando tu pedido',
  onTheWay: 'En camino',
  delivered: 'Entregado',
};

const descriptions: Record<TrackingStage, string> = {
  received: 'Recibimos tu pedido.',
  paid: 'Tu pago fue confirmado.',
  preparing: 'Estamos preparando tus productos.',
  onTheWay: 'Tu pedido va hacia la dirección de entrega.',
  delivered: 'Tu pedido fue entregado.',
};

/** Returns the texts of the cash step (DEC-216). If there are several shipments, only their total is shown, not the amount of each. */
function cashStepTexts({ amount, isWhole }: CashAtDoor, isSplit: boolean): { title: string; description: string } {
  const cash = formatQ(amount);
  if (amount === 0) return { title: 'Nada que pagar', description: 'No tienes que pagar nada al recibirlo.' };
  if (isSplit) {
    const description = isWhole
      ? `Tus envíos suman ${cash}, en efectivo.`
      : `En efectivo se pagan ${cash} por todos tus envíos.`;
    return { title: 'Pagas al recibir', description };
  }
  const description = isWhole ? 'Es el total de tu pedido, en efectivo.' : 'Es lo que falta de tu pedido, en efectivo.';
  return { title: `Pagas ${cash} al recibir`, description };
}

/** The end of a shipment that did not reach its buyer: with its whole order, alone, or at the door. */
export type ShipmentEnd = 'orderCanceled' | 'canceled' | 'undelivered';

const endTexts = (end: ShipmentEnd, isPickup: boolean): { title: string; description: string } => {
  if (end === 'orderCanceled') return { title: 'Pedido cancelado', description: 'Este pedido ya no se entregará.' };
  if (end === 'canceled') return { title: 'Envío cancelado', description: 'Este envío ya no se entregará.' };
  return {
    title: orderStatusLabels.undelivered,
    description: isPickup ? 'Este envío no se recogió en la tienda.' : 'No pudimos entregarte este envío.',
  };
};

const pickupTexts = { title: 'Listo para recoger', description: 'Tu pedido te espera en la tienda.' };

export const trackingTitle = (stage: TrackingStage, isPickup: boolean): string =>
  isPickup && stage === 'onTheWay' ? pickupTexts.title : titles[stage];

function descriptionOf(
  stage: TrackingStage,
  { isPickup, carried }: Pick<TrackedOrder, 'isPickup' | 'carried'>,
): string {
  if (stage !== 'onTheWay') return descriptions[stage];
  if (isPickup) return pickupTexts.description;
  if (carried === null) return descriptions.onTheWay;
  const number = carried.trackingNumber === null ? '' : `, guía ${carried.trackingNumber}`;
  return `${descriptions.onTheWay} Lo lleva ${carried.courier}${number}.`;
}

/** Returns the title of the step with the promised day: handed over, or ready in the store (DEC-101). */
export const promisedTitle = (isPickup: boolean): string =>
  trackingTitle(isPickup ? 'onTheWay' : 'delivered', isPickup);

/**
 * The cash to pay at the door. `isWhole`: the amount is the total of the order, because nothing was canceled, lost or
 * paid in another way.
 */
interface CashAtDoor {
  amount: Centavos;
  isWhole: boolean;
}

/** The facts that a shipment's timeline depends on, in addition to its events. */
export interface TrackedOrder {
  isPickup: boolean;
  /** True if the order has more than one shipment. */
  isSplit: boolean;
  /** The cash for all goods of the order that were or will be handed over. Null if the order is not paid in cash. */
  cash: CashAtDoor | null;
  /** The courier and the tracking number, once known (WORK-11). */
  carried: { courier: string; trackingNumber: string | null } | null;
  /** Null while the shipment may still reach its buyer. `at` is null if the time is no longer stored. */
  ended: { as: ShipmentEnd; at: Date | null } | null;
}

/** Cash is paid at the door, so payment is the last step but one (DEC-216). */
const cashStages: readonly TrackingStage[] = ['received', 'preparing', 'onTheWay', 'paid', 'delivered'];

/**
 * Returns the timeline of one shipment (DEC-138, DEC-216). A stage is complete once it or a later stage has happened.
 * Its time is null if the stage was skipped or happened after a later stage, so that times never go back. Cash is paid
 * at the handover.
 */
export function trackingSteps(events: readonly TrackingEvent[], order: TrackedOrder): TrackingStep[] {
  const { isPickup, isSplit, cash, ended } = order;
  const stages = cash === null ? trackingStages : cashStages;
  const furthest = Math.max(
    -1,
    ...events.filter(({ stage }) => cash === null || stage !== 'paid').map(({ stage }) => stages.indexOf(stage)),
  );
  const steps = stages.map((stage, index) => ({
    ...(stage === 'paid' && cash !== null && index > furthest
      ? cashStepTexts(cash, isSplit)
      : { title: trackingTitle(stage, isPickup), description: descriptionOf(stage, order) }),
    datetime: timeInOrder(events, stages.slice(index)),
    complete: index <= furthest,
  }));
  if (ended === null) return steps;
  const last = { ...endTexts(ended.as, isPickup), datetime: ended.at, complete: true };
  return [...steps.filter(({ complete }) => complete), last];
}

function timeInOrder(events: readonly TrackingEvent[], stages: readonly TrackingStage[]): Date | null {
  const [own, ...later] = stages.map((stage) => firstTime(events, stage));
  if (own == null) return null;
  return later.some((time) => time !== null && time < own) ? null : own;
}

function firstTime(events: readonly TrackingEvent[], stage: TrackingStage): Date | null {
  const times = events.filter((event) => event.stage === stage).map((event) => event.at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Texts of the pages of orders (HIST-01, HIST-02, DEC-43). */
export const orderTexts = {
  empty: 'No tienes compras en tu historial',
  loadFailed: 'Ha ocurrido un error al cargar las ordenes.',
  thanks: '¡Gracias por tu compra!',
  keepShopping: 'Seguir comprando',
  seeOrder: 'Ver mi orden',
} as const;

/**
 * Returns the time of a step: "21 de noviembre de 2026, 09:42", in Guatemala (HIST-12). `datetime`: the time in the
 * API's format.
 */
export function stepDateText(datetime: string | null): string {
  const moment = new Date(datetime ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return unknownDateText;
  const { date, hour, minute } = guatemalaTime(moment);
  return `${formatDate(date)}, ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** Returns the title of an order (HIST-03, DEC-43). Narrow screens and the confirmation use the short form. */
export const orderTitle = (orderNumber: string, isShort: boolean): string =>
  isShort ? `Orden ${orderNumber}` : `Detalle de la orden ${orderNumber}`;

/**
 * Returns the line below the title (HIST-04). `placedAt`: the time in the API's format (HIST-12). If the buyer received
 * nothing, the line reports no success (DEC-216).
 */
export const orderSubtitle = (placedAt: string | null, status: OrderStatus): string =>
  `${isCanceledOrUndelivered(status) ? 'Hecha' : 'Compra realizada con éxito'} el ${formatDateText(placedAt)}`;

/** Maximum number of orders on a page of a customer's history. */
export const ordersPerPage = 20;
