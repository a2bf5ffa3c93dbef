import type { RefundDestination } from './refund.ts';

/** Destinations of a refund, in the desk's words. */
export const refundDestinationLabels: Record<Exclude<RefundDestination, 'owed_less'> | 'bill', string> = {
  origin: 'Medio de pago original',
  till: 'Caja',
  transfer: 'Transferencia',
  giftCard: 'Tarjeta de regalo',
  bill: 'Se descontó de lo que se debía',
};

/**
 * States of a refund. `awaiting_approval`, `rejected`: the refund was requested, but not paid. `sent`: the bank has the
 * request.
 */
export const refundStateLabels: Record<'awaiting_approval' | 'due' | 'sent' | 'done' | 'rejected', string> = {
  awaiting_approval: 'Por aprobar',
  due: 'Por entregar',
  sent: 'Enviado al banco',
  done: 'Hecho',
  rejected: 'Rechazado',
};
