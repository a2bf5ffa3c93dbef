import { type CostLine, costLines } from '@ceiba/domain/carts/cost-lines';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { giftCardLines, giftCardName } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, formatQ, subtract, sum } from '@ceiba/domain/money/money';
import { type NextStep, nextSteps, paymentText } from '@ceiba/domain/orders/confirmation-texts';
import { cardName } from '@ceiba/domain/payments/card-number';
import { type PaymentMethod, storePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { pointsProgramTitle } from '@ceiba/domain/points/points';

export interface ConfirmedLine {
  sku: string;
  title: string;
  brand: string;
  quantity: number;
  unitPrice: Centavos;
  /** Absolute path of its thumbnail. */
  pictureUrl: string;
  warranty: { label: string; amount: Centavos } | null;
  giftCard: { deliveryDate: string; to: { name: string; email: string } | null } | null;
  /** Codes of its gift cards have been sent. */
  areGiftCardsSent: boolean;
  freeGifts: readonly { title: string }[];
}

/** Where the mail leads: each link does its one thing for whoever has it. */
export interface OrderLinks {
  /** Confirms a cash order that waits for it. */
  confirm: string;
  /** Shows how the order stands. */
  track: string;
}

export const followText = 'Seguir mi pedido';

interface PromisedGroup {
  deliveryDate?: string | null | undefined;
  pickupDate?: string | null | undefined;
  pickupTime?: string | null | undefined;
}

/** How the order reaches its buyer; digital products come by e-mail (DEC-84). */
export type Handover =
  | { kind: 'delivery'; receiver: string | null; address: string; promise: readonly PromisedGroup[] }
  | { kind: 'pickup'; receiver: string | null; store: string; address: string; promise: readonly PromisedGroup[] }
  | { kind: 'digital' };

/**
 * What an order's confirmation tells, as it was bought. What its buyer typed is null where nobody has shown that the e-mail is theirs
 * (record 0078).
 */
export interface OrderConfirmation {
  number: string;
  firstName: string | null;
  email: string;
  lines: readonly ConfirmedLine[];
  subtotal: Centavos;
  warranties: Centavos;
  /** Already in the subtotal. */
  donation: Centavos;
  discounts: readonly { label: string[]; amount: Centavos }[];
  shipping: Centavos;
  /** The IVA of its lines and its delivery, contained in the total. */
  tax: Centavos;
  total: Centavos;
  /** What each gift card pays of the total (DEC-199). */
  giftCards: readonly { lastFour: string; amount: Centavos }[];
  handover: Handover;
  /** `typed`: who is billed, with the number of the document. */
  billing: { documentType: string; typed: { name: string; nit: string } | null };
  payment: { type: string; plan: number; brand: string | null; masked: string | null };
  /** A cash order that waits for the link in this mail: until when; null = it waits for nothing. */
  confirmationDue: Date | null;
}

/** The rows of the totals as everywhere in the shop, with what of the subtotal is a donation, and the tax; the grand total left out. */
export function totalRows(order: OrderConfirmation): Pick<CostLine, 'label' | 'text'>[] {
  const deliveryType = deliveryTypeOf(order);
  const rows = costLines(
    { ...order, grandTotal: order.total },
    { deliveryType, isDeliveryOpen: false, isDigitalOnly: deliveryType === null },
  ).filter(({ kind }) => kind !== 'total');
  const [subtotal, ...costs] = rows;
  const others = [...costs, { label: 'IVA incluido', text: formatQ(order.tax) }];
  if (subtotal === undefined) return others;
  if (order.donation === 0) return [subtotal, ...others];
  return [subtotal, { label: 'Incluye tu donación', text: formatQ(order.donation) }, ...others];
}

const deliveryTypes = { delivery: 'delivery', pickup: 'storepickup', digital: null } as const;

const deliveryTypeOf = ({ handover }: OrderConfirmation): DeliveryType | null => deliveryTypes[handover.kind];

/** What was promised at the checkout (DEC-101), one entry per day. */
export function promiseTexts(handover: Handover): string[] {
  if (handover.kind === 'digital') return ['Lo recibirás por correo electrónico.'];
  const texts = handover.promise.map((group) =>
    handover.kind === 'pickup' ? pickupText(group) : deliveryText(group.deliveryDate),
  );
  return [...new Set(texts)];
}

const deliveryText = (date: string | null | undefined): string => `Entrega estimada: ${formatDateText(date)}`;

const pickupText = ({ pickupDate, pickupTime }: PromisedGroup): string => {
  const time = pickupTime ? ` a partir de las ${pickupTime}` : '';
  return `Listo para recoger: ${formatDateText(pickupDate)}${time}`;
};

/** What is paid by its other method; zero where gift cards pay it whole. */
const restOf = ({ total, giftCards }: Pick<OrderConfirmation, 'total' | 'giftCards'>): Centavos =>
  subtract(total, sum(giftCards.map(({ amount }) => amount)));

/** Under the total: the gift cards that pay of it, and what they leave (DEC-199). */
export const paidRows = (order: OrderConfirmation): Pick<CostLine, 'label' | 'text'>[] =>
  giftCardLines(order.total, order.giftCards);

/** "12 cuotas de Q100.00 · Visa terminada en 1111"; "Puntos MAX" where a certificate paid all of it. */
export function paymentTextOf(order: OrderConfirmation): string {
  const { payment } = order;
  if (payment.type === 'GiftCard') return order.giftCards.map(({ lastFour }) => giftCardName(lastFour)).join(', ');
  const points = pointsProgramTitle(payment.type);
  if (points !== null) return points;
  if (payment.type === 'StorePayment') return storePaymentLabel;
  const text = paymentText({ method: methodOf(payment.type), plan: payment.plan, total: restOf(order) });
  if (payment.masked === null) return text;
  return `${text} · ${cardTextOf(payment)}`;
}

/** "Visa terminada en 1111". */
export const cardTextOf = ({ brand, masked }: OrderConfirmation['payment']): string =>
  `${cardName(brand)} terminada en ${masked?.slice(-4) ?? ''}`;

function methodOf(type: string): PaymentMethod {
  if (type === 'Cash') return 'cashPayments';
  return type === 'CardInstallments' ? 'monthlyPayments' : 'singlePayment';
}

/** Who is billed with what document (BILL-01). */
export function billingText({ documentType, typed }: OrderConfirmation['billing']): string {
  const document = documentType === 'CF' ? 'Consumidor final (CF)' : documentType;
  if (typed === null) return document;
  return `${typed.name} · ${documentType === 'CF' ? document : `${document} ${typed.nit}`}`;
}

export const thanksOf = ({ firstName }: OrderConfirmation): string =>
  firstName === null ? '¡Gracias por tu compra!' : `¡Gracias por tu compra, ${firstName}!`;

export const handoverTitles = {
  delivery: 'Entrega a domicilio',
  pickup: 'Recoge en tienda',
  digital: 'Producto digital',
} as const;

/** Who receives, and where. */
export function placeTexts(handover: Handover): string[] {
  if (handover.kind === 'digital') return [];
  const place = handover.kind === 'pickup' ? [handover.store, handover.address] : [handover.address];
  return handover.receiver === null ? place : [handover.receiver, ...place];
}

/** What happens next (ORD-14), and when gift cards are sent (DEC-83). */
export const stepsOf = (order: OrderConfirmation): NextStep[] => [
  ...nextSteps({ deliveryType: deliveryTypeOf(order), isCash: order.payment.type === 'Cash' }),
  ...order.lines.flatMap(({ giftCard }) => (giftCard === null ? [] : [giftCardStep(giftCard)])),
];

const giftCardStep = (giftCard: NonNullable<ConfirmedLine['giftCard']>): NextStep => {
  const date = formatDateText(giftCard.deliveryDate);
  const whom = giftCard.to === null ? '' : ` a ${giftCard.to.name} (${giftCard.to.email})`;
  const text = `Enviaremos la tarjeta de regalo${whom} el ${date}.`;
  return { title: 'Tarjeta de regalo', text };
};
