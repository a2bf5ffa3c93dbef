import { guatemalaTime } from '../dates/civil-date.ts';
import { formatDate, formatDateText, unknownDateText } from '../dates/spanish-date.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import type { PaymentType } from '../payments/payment-amounts.ts';

/** DEC-137, as a shopper sees an order; the way to its placing is the server's own matter. */
export type OrderStatus = 'pending_payment' | 'processing' | 'shipped' | 'delivered' | 'undelivered' | 'canceled';

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending_payment: 'Pendiente de pago',
  processing: 'En proceso',
  shipped: 'Enviado',
  delivered: 'Entregado',
  undelivered: 'No entregado',
  canceled: 'Cancelado',
};

/** Ended without anything for its buyer: nothing is told as a success (DEC-216). */
export const hasComeToNothing = (status: OrderStatus): boolean => status === 'canceled' || status === 'undelivered';

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

/** What people read out of an order's or a shipment's number: all nine digits, or the last ones; with a shipment's place behind a hyphen. */
export function readNumberPart(words: string): { digits: string; n: number | null } | null {
  const [, digits, n] = /^(\d{3,9})(?:-(\d{1,3}))?$/.exec(words.trim()) ?? [];
  return digits === undefined ? null : { digits, n: n === undefined ? null : Number(n) };
}

/** Sub-order of the n-th seller, n from 1 (DEC-136). */
export const subOrderNumber = (orderNumber: string, n: number): string => `${orderNumber}-${n}`;

/** HIST-03, HIST-05; null for an order in one shipment. */
export const splitText = (shipments: number): string | null =>
  shipments > 1 ? `Tu compra se dividio en ${shipments} envíos` : null;

/** Of a line that goes on without them: "1 unidad cancelada". */
export const canceledUnitsText = (units: number): string =>
  units === 1 ? '1 unidad cancelada' : `${units} unidades canceladas`;

/** Beside what an order cost: what its buyer does not have, or has no more, and what that was charged with. */
export const lostWorthTexts = (worth: { canceled: Centavos; undelivered: Centavos; returned: Centavos }): string[] =>
  (
    [
      ['Productos cancelados', worth.canceled],
      ['Productos no entregados', worth.undelivered],
      ['Productos devueltos', worth.returned],
    ] as const
  ).flatMap(([what, amount]) => (amount > 0 ? [`${what}: ${formatQ(amount)}`] : []));

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

/** How a shipment ended that its buyer does not have: with its whole order, alone, or at the door. */
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

/** The step that the promised day is about: where it is handed over, or waits in the store (DEC-101). */
export const promisedTitle = (isPickup: boolean): string =>
  trackingTitle(isPickup ? 'onTheWay' : 'delivered', isPickup);

/** `isWhole`: it is the total of the order, nothing of which is paid otherwise, canceled or lost. */
interface CashAtDoor {
  amount: Centavos;
  isWhole: boolean;
}

/** What besides its events a shipment's timeline depends on. */
export interface TrackedOrder {
  isPickup: boolean;
  /** In more than one shipment. */
  isSplit: boolean;
  /** What is paid in cash when all of the order is handed over that still comes, or has come; null of one that is paid otherwise. */
  cash: CashAtDoor | null;
  /** Who brings it, and under which number, once that is known (WORK-11). */
  carried: { courier: string; trackingNumber: string | null } | null;
  /** Null while it may still reach its buyer; its time where that is still known. */
  ended: { as: ShipmentEnd; at: Date | null } | null;
}

/** Cash is paid at the door, so its payment comes last but one (DEC-216). */
const cashStages: readonly TrackingStage[] = ['received', 'preparing', 'onTheWay', 'paid', 'delivered'];

/**
 * The timeline of one shipment (DEC-138, DEC-216). A stage is complete when it or a later one happened; its time is its own,
 * null when it was passed over or a later one came before it: times never go back. Cash is paid with what is handed over.
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

/** HIST-04; `placedAt` as it came over the wire (HIST-12). Of an order that came to nothing no success is told (DEC-216). */
export const orderSubtitle = (placedAt: string | null, status: OrderStatus): string =>
  `${hasComeToNothing(status) ? 'Hecha' : 'Compra realizada con éxito'} el ${formatDateText(placedAt)}`;

/** Orders on one page of their customer's history. */
export const ordersPerPage = 20;
