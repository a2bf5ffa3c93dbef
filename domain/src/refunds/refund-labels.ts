import type { RefundDestination } from './refund.ts';

/** Where a refund goes, as the desk says it. */
export const refundDestinationLabels: Record<RefundDestination, string> = {
  origin: 'Medio de pago original',
  till: 'Caja',
  transfer: 'Transferencia',
  giftCard: 'Tarjeta de regalo',
  bill: 'Se descontó de lo que se debía',
};

/** How far it is; `sent`: its bank was asked. */
export const refundStateLabels: Record<'due' | 'sent' | 'done', string> = {
  due: 'Por entregar',
  sent: 'Enviado al banco',
  done: 'Hecho',
};
