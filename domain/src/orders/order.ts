import { guatemalaTime } from '../dates/civil-date.ts';
import { formatDate, formatDateText, unknownDateText } from '../dates/spanish-date.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import type { PaymentType } from '../payments/payment-amounts.ts';

/** DEC-137, as a shopper sees an order; the way to its placing is the server's own matter. */
export type OrderStatus = 'pending_payment' | 'processing' | 'shipped' | 'delivered' | 'canceled';

const orderStatuses: readonly OrderStatus[] = ['pending_payment', 'processing', 'shipped', 'delivered', 'canceled'];

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending_payment: 'Pendiente de pago',
  processing: 'En proceso',
  shipped: 'Enviado',
  delivered: 'Entregado',
  canceled: 'Cancelado',
};

const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending_payment: ['processing', 'canceled'],
  processing: ['shipped', 'canceled'],
  shipped: ['delivered'],
  delivered: [],
  canceled: [],
};

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

/** From which statuses an order becomes this one. */
export const statusesBefore = (to: OrderStatus): OrderStatus[] => orderStatuses.filter((from) => canBecome(from, to));

/** An order paid at the store waits for it, unless it costs nothing; all others are in process at once (DEC-137). */
export const firstOrderStatus = (paymentType: PaymentType, isFree = false): OrderStatus =>
  paymentType === 'StorePayment' && !isFree ? 'pending_payment' : 'processing';

/** DEC-140, DEC-141, in milliseconds. */
export const storePaymentLifeMs = 48 * 3_600_000;
export const otpLifeMs = 10 * 60_000;

/** Six digits (DEC-141). */
export const isOtp = (code: string): boolean => /^\d{6}$/.test(code);

/** Said of a text that is no order number. */
export const orderNumberText = 'El número de pedido tiene nueve dígitos.';

/** Nine digits from 100000001 (DEC-136). */
export const isOrderNumber = (text: string): boolean => /^[1-9]\d{8}$/.test(text) && text >= '100000001';

/** Sub-order of the n-th seller, n from 1 (DEC-136). */
export const subOrderNumber = (orderNumber: string, n: number): string => `${orderNumber}-${n}`;

/** HIST-03, HIST-05; null for an order in one shipment. */
export const splitText = (shipments: number): string | null =>
  shipments > 1 ? `Tu compra se dividio en ${shipments} envíos` : null;

/** Of a line that goes on without them: "1 unidad cancelada". */
export const canceledUnitsText = (units: number): string =>
  units === 1 ? '1 unidad cancelada' : `${units} unidades canceladas`;

/** Beside what an order cost. */
export const canceledWorthText = (worth: Centavos): string => `Productos cancelados: ${formatQ(worth)}`;

/** DEC-138, in order. */
export const trackingStages = ['received', 'paid', 'preparing', 'onTheWay', 'delivered'] as const;
export type TrackingStage = (typeof trackingStages)[number];

export interface TrackingEvent {
  stage: TrackingStage;
  at: Date;
}

/** HIST-09. */
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

/** DEC-216; what each of several shipments costs is not told, only what they cost together. */
const cashStepTexts = (amount: Centavos, isSplit: boolean) =>
  isSplit
    ? { title: 'Pagas al recibir', description: `Tus envíos suman ${formatQ(amount)}, en efectivo.` }
    : { title: `Pagas ${formatQ(amount)} al recibir`, description: 'Es el total de tu pedido, en efectivo.' };

const canceledTexts = { title: 'Pedido cancelado', description: 'Este pedido ya no se entregará.' };

const pickupTexts = { title: 'Listo para recoger', description: 'Tu pedido te espera en la tienda.' };

export const trackingTitle = (stage: TrackingStage, isPickup: boolean): string =>
  isPickup && stage === 'onTheWay' ? pickupTexts.title : titles[stage];

const descriptionOf = (stage: TrackingStage, isPickup: boolean): string =>
  isPickup && stage === 'onTheWay' ? pickupTexts.description : descriptions[stage];

/** The step that the promised day is about: where it is handed over, or waits in the store (DEC-101). */
export const promisedTitle = (isPickup: boolean): string =>
  trackingTitle(isPickup ? 'onTheWay' : 'delivered', isPickup);

/** What besides its events a shipment's timeline depends on. */
export interface TrackedOrder {
  isPickup: boolean;
  /** In more than one shipment. */
  isSplit: boolean;
  /** What is paid in cash when all of the order is handed over; null of one that is paid otherwise. */
  cash: Centavos | null;
  /** Null while it is not canceled; its time where that is still known. */
  canceled: { at: Date | null } | null;
}

/** Cash is paid at the door, so its payment comes last but one (DEC-216). */
const cashStages: readonly TrackingStage[] = ['received', 'preparing', 'onTheWay', 'paid', 'delivered'];

/**
 * The timeline of one shipment (DEC-138, DEC-216). A stage is complete when it or a later one happened; its time is its own,
 * null when it was passed over or a later one came before it: times never go back. Cash is paid with what is handed over.
 */
export function trackingSteps(events: readonly TrackingEvent[], order: TrackedOrder): TrackingStep[] {
  const { isPickup, isSplit, cash, canceled } = order;
  const stages = cash === null ? trackingStages : cashStages;
  const furthest = Math.max(
    -1,
    ...events.filter(({ stage }) => cash === null || stage !== 'paid').map(({ stage }) => stages.indexOf(stage)),
  );
  const steps = stages.map((stage, index) => ({
    ...(stage === 'paid' && cash !== null && index > furthest
      ? cashStepTexts(cash, isSplit)
      : { title: trackingTitle(stage, isPickup), description: descriptionOf(stage, isPickup) }),
    datetime: timeInOrder(events, stages.slice(index)),
    complete: index <= furthest,
  }));
  if (canceled === null) return steps;
  const last = { ...canceledTexts, datetime: canceled.at, complete: true };
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

/**
 * The stage after the furthest that happened, null at the end (DEC-138: an operator advances a shipment). What is paid at
 * the door is not paid before it is prepared.
 */
export function nextStage(stages: readonly TrackingStage[], isPaidAtDelivery: boolean): TrackingStage | null {
  const next = trackingStages[trackingStages.indexOf(furthestStage(stages)) + 1] ?? null;
  return next === 'paid' && isPaidAtDelivery ? 'preparing' : next;
}

/** The last in order of what happened; an order that was placed was received. */
export const furthestStage = (stages: readonly TrackingStage[]): TrackingStage =>
  trackingStages.findLast((stage) => stages.includes(stage)) ?? 'received';

/** The status of an order whose shipments stand at these stages: as far as the slowest of them. */
export function statusOfShipments(stages: readonly TrackingStage[]): OrderStatus {
  const slowest = Math.min(...stages.map((stage) => trackingStages.indexOf(stage)));
  const stage = trackingStages[slowest];
  if (stage === 'delivered') return 'delivered';
  return stage === 'onTheWay' ? 'shipped' : 'processing';
}

/** HIST-01, HIST-02, DEC-43. */
export const orderTexts = {
  empty: 'No tienes compras en tu historial',
  loadFailed: 'Ha ocurrido un error al cargar las ordenes.',
  thanks: '¡Gracias por tu compra!',
  keepShopping: 'Seguir comprando',
  seeOrder: 'Ver mi orden',
} as const;

/** When a step happened, as it came over the wire: "21 de noviembre de 2026, 09:42", in Guatemala (HIST-12). */
export function stepDateText(datetime: string | null): string {
  const moment = new Date(datetime ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return unknownDateText;
  const { date, hour, minute } = guatemalaTime(moment);
  return `${formatDate(date)}, ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** HIST-03, DEC-43: the short form is that of narrow screens and of the confirmation. */
export const orderTitle = (orderNumber: string, isShort: boolean): string =>
  isShort ? `Orden ${orderNumber}` : `Detalle de la orden ${orderNumber}`;

/** HIST-04; `placedAt` as it came over the wire (HIST-12). Of a canceled order no success is told (DEC-216). */
export const orderSubtitle = (placedAt: string | null, status: OrderStatus): string =>
  `${status === 'canceled' ? 'Hecha' : 'Compra realizada con éxito'} el ${formatDateText(placedAt)}`;
