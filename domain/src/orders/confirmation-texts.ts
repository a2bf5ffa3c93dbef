import { guatemalaTime } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import type { DeliveryType } from '../delivery/delivery-fee.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import { installmentAmount, planLabel } from '../payments/installments.ts';
import { cashTexts, type PaymentMethod, singlePaymentLabel } from '../payments/payment-options.ts';

export interface NextStep {
  title: string;
  text: string;
}

/** Returns the next steps after an order, for page and mail (ORD-14). A digital order has no delivery type (DEC-84). */
export function nextSteps({
  deliveryType,
  isCash,
}: {
  deliveryType: DeliveryType | null;
  isCash: boolean;
}): NextStep[] {
  if (deliveryType === null) {
    return [{ title: 'Entrega digital', text: 'Recibirás tus productos digitales por correo electrónico.' }];
  }
  if (deliveryType === 'storepickup') {
    const papers = 'Presenta tu número de pedido y tu identificación.';
    return [
      { title: 'Lo preparamos en la tienda', text: 'Puedes recogerlo desde la fecha que te indicamos.' },
      { title: 'Recógelo', text: isCash ? `${papers} ${cashTexts.pickupNote}` : papers },
    ];
  }
  const courier = 'Un agente de mensajería entregará tu pedido en la dirección indicada.';
  return [
    { title: 'Lo preparamos y enviamos', text: 'Cada envío sale en la fecha que te indicamos.' },
    { title: 'Llega a tu puerta', text: isCash ? cashTexts.deliveryNote : courier },
  ];
}

export interface OrderPayment {
  method: PaymentMethod;
  /** Number of cuotas; ignored for the other methods. */
  plan: number;
  total: Centavos;
}

/** Returns how an order is paid: "12 cuotas de Q812.67" (DEC-35, CAT-28). For cash, adds the amount to have ready (DEC-216). */
export function paymentText({ method, plan, total }: OrderPayment): string {
  if (method === 'cashPayments') return total > 0 ? `${cashTexts.label}. ${cashTexts.ready(total)}` : cashTexts.label;
  if (method === 'singlePayment') return singlePaymentLabel;
  return `${planLabel(plan)} de ${formatQ(installmentAmount(total, plan))}`;
}

/**
 * Returns the text with the amount to have ready at the door (DEC-216). Null if the order is not paid in cash. `paymentName`: the
 * payment method as the order shows it.
 */
export const cashToHaveReady = (paymentName: string, total: Centavos): string | null =>
  paymentName === cashTexts.label ? cashTexts.ready(total) : null;

/** Returns "26 de noviembre de 2026 a las 09:05", in Guatemala's time. */
function momentText(moment: Date): string {
  const { date, hour, minute } = guatemalaTime(moment);
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  return `${formatDate(date)} a las ${time}`;
}

export const confirmBeforeText = (due: Date): string =>
  `Si no lo confirmas antes del ${momentText(due)}, el pedido se cancela.`;

/** Returns the step of a cash order that waits for its mailed link: what to do, and what happens otherwise. */
export const confirmStep = (due: Date): NextStep => ({
  title: 'Confirma tu pedido',
  text: `Abre el enlace del correo que te enviamos. ${confirmBeforeText(due)}`,
});

/** Returns how to pay an order that an advisor placed (DEC-12, DEC-140). `store`: the store's name, null if unknown. */
export const storePaymentSteps = (store: string | null, due: Date): string[] => [
  store === null
    ? 'Paga con tu número de pedido en la caja de la tienda.'
    : `Paga con tu número de pedido en la caja de ${store}.`,
  `Si no lo pagas antes del ${momentText(due)}, el pedido se cancela.`,
];
