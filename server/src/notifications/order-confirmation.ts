import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import type { Centavos } from '@ceiba/domain/money/money';
import { formatQ } from '@ceiba/domain/money/money';
import { installmentAmount, planLabel } from '@ceiba/domain/payments/installments';
import { cashTexts } from '@ceiba/domain/payments/payment-options';

export interface ConfirmedLine {
  sku: string;
  title: string;
  brand: string;
  quantity: number;
  unitPrice: Centavos;
  /** Absolute path of its thumbnail. */
  pictureUrl: string;
  warranty: { label: string; amount: Centavos } | null;
  giftCard: { giftcardName: string; giftcardEmail: string; giftcardDeliveryDate: string } | null;
  freeGifts: readonly { title: string }[];
}

interface PromisedGroup {
  deliveryDate?: string | null | undefined;
  pickupDate?: string | null | undefined;
  pickupTime?: string | null | undefined;
}

/** How the order reaches its buyer; digital products come by e-mail (DEC-84). */
export type Handover =
  | { kind: 'delivery'; receiver: string; phone: string; address: string; promise: readonly PromisedGroup[] }
  | { kind: 'pickup'; receiver: string; store: string; address: string; promise: readonly PromisedGroup[] }
  | { kind: 'digital' };

/** What an order's confirmation tells, as it was bought. */
export interface OrderConfirmation {
  number: string;
  firstName: string;
  email: string;
  lines: readonly ConfirmedLine[];
  subtotal: Centavos;
  warranties: Centavos;
  /** Already in the subtotal. */
  donation: Centavos;
  discounts: readonly { label: readonly string[]; amount: Centavos }[];
  shipping: Centavos;
  total: Centavos;
  handover: Handover;
  billing: { name: string; documentType: string; nit: string };
  payment: { type: string; plan: number; brand: string | null; masked: string | null };
}

export interface TotalRow {
  label: string;
  value: string;
}

/** The rows of the totals, the grand total left out. */
export function totalRows(order: OrderConfirmation): TotalRow[] {
  const rows: TotalRow[] = [{ label: 'Subtotal', value: formatQ(order.subtotal) }];
  if (order.donation > 0) rows.push({ label: 'Incluye tu donación', value: formatQ(order.donation) });
  if (order.warranties > 0) rows.push({ label: 'Garantías', value: formatQ(order.warranties) });
  for (const { label, amount } of order.discounts) rows.push({ label: label.join(', '), value: `-${formatQ(amount)}` });
  if (order.handover.kind !== 'digital') {
    rows.push({ label: 'Envío', value: order.shipping === 0 ? 'Gratis' : formatQ(order.shipping) });
  }
  return rows;
}

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

const brandNames: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** "12 cuotas de Q100.00 con Visa terminada en 1111". */
export function paymentText({ payment, total, handover }: OrderConfirmation): string {
  if (payment.type === 'Cash') return handover.kind === 'pickup' ? 'Efectivo al recoger en tienda' : cashTexts.label;
  const card = `${brandNames[payment.brand ?? ''] ?? 'Tarjeta'} terminada en ${(payment.masked ?? '').slice(-4)}`;
  if (payment.type !== 'CardInstallments') return `${card}, un solo pago`;
  return `${planLabel(payment.plan)} de ${formatQ(installmentAmount(total, payment.plan))} con ${card}`;
}

/** Who is billed with what document (BILL-01). */
export const documentText = ({ documentType, nit }: OrderConfirmation['billing']): string =>
  documentType === 'CF' ? 'Consumidor final (CF)' : `${documentType} ${nit}`;

/** What happens next (ORD-14). */
export function nextSteps({ handover, payment, lines }: OrderConfirmation): string[] {
  const isCash = payment.type === 'Cash';
  const steps: string[] = [];
  if (handover.kind === 'delivery') {
    steps.push('Estamos preparando tus productos para enviarlos.');
    steps.push(
      isCash ? cashTexts.deliveryNote : 'Un agente de mensajería entregará tu pedido en la dirección indicada.',
    );
  }
  if (handover.kind === 'pickup') {
    steps.push('Estamos preparando tu pedido en la tienda.');
    steps.push('Al recogerlo, presenta tu número de orden y un documento de identificación.');
    if (isCash) steps.push(cashTexts.pickupNote);
  }
  for (const { giftCard } of lines) {
    if (giftCard === null) continue;
    const date = formatDateText(giftCard.giftcardDeliveryDate);
    steps.push(`Enviaremos la tarjeta de regalo a ${giftCard.giftcardName} (${giftCard.giftcardEmail}) el ${date}.`);
  }
  return steps;
}
