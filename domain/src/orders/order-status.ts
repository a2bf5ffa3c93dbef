/** DEC-137, as a shopper sees an order; the way to its placing is the server's own matter. */
export type OrderStatus = 'pending_payment' | 'processing' | 'shipped' | 'delivered' | 'canceled';

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

/** An order paid at the store waits for it, all others are in process at once (DEC-137). */
export const firstOrderStatus = (isStorePayment: boolean): OrderStatus =>
  isStorePayment ? 'pending_payment' : 'processing';

/** DEC-140, DEC-141, in milliseconds. */
export const storePaymentLifeMs = 48 * 3_600_000;
export const otpLifeMs = 10 * 60_000;

/** Six digits (DEC-141). */
export const isOtp = (code: string): boolean => /^\d{6}$/.test(code);

/** Nine digits from 100000001 (DEC-136). */
export const isOrderNumber = (text: string): boolean => /^[1-9]\d{8}$/.test(text) && text >= '100000001';

/** Sub-order of the n-th seller, n from 1 (DEC-136). */
export const subOrderNumber = (orderNumber: string, n: number): string => `${orderNumber}-${n}`;

/** HIST-03, HIST-05; null for an order in one shipment. */
export const splitText = (shipments: number): string | null =>
  shipments > 1 ? `Tu compra se dividio en ${shipments} envíos` : null;
