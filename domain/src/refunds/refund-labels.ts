import type { RefundDestination } from './refund.ts';

/** Where a refund goes, as the desk says it. */
export const refundDestinationLabels: Record<RefundDestination, string> = {
  origin: 'Medio de pago original',
  till: 'Caja',
  transfer: 'Transferencia',
  giftCard: 'Tarjeta de regalo',
  bill: 'Se descontó de lo que se debía',
};

/** How far a refund is. `awaiting_approval`, `rejected`: it was asked for and is not made. `sent`: its bank was asked. */
export const refundStateLabels: Record<'awaiting_approval' | 'due' | 'sent' | 'done' | 'rejected', string> = {
  awaiting_approval: 'Por aprobar',
  due: 'Por entregar',
  sent: 'Enviado al banco',
  done: 'Hecho',
  rejected: 'Rechazado',
};
