import type { Alert } from '../alerts/alert.ts';

type InstallmentsFailure = Omit<Alert, 'isVisible'>;

/** The alerts for a failed look-up of a card's installments (PAY-28..31). */
export const installmentsFailures = {
  none: {
    id: 'InstallmentsError',
    title: 'No cuenta con cuotas disponibles',
    message: 'Por favor seleccione otro método de pago',
    type: 'Warning',
  },
  unreachable: {
    id: 'InstallmentsError',
    title: 'Error al obtener las cuotas',
    message: 'Por favor intente más tarde',
    type: 'Error',
  },
  invalidCard: {
    id: 'InstallmentsError',
    title: 'Número de tarjeta no válido',
    message: 'Por favor verifique el número de su tarjeta',
    type: 'Error',
  },
  binNotProcessed: {
    id: 'PaymentError',
    title: 'Error al procesar el pago',
    message: 'Por favor intente más tarde',
    type: 'Error',
  },
} as const satisfies Record<string, InstallmentsFailure>;

/** Returns the alert for a failed look-up, by its HTTP status. 0 is a network failure (DEC-188). */
export const installmentsFailure = (status: number): InstallmentsFailure =>
  status === 400 ? installmentsFailures.invalidCard : installmentsFailures.unreachable;
