import { describe, expect, test } from 'vitest';
import { installmentsFailure, installmentsFailures } from './installments-failures.ts';

describe('card plans that cannot be offered', () => {
  const later = 'Por favor intente más tarde';

  test.each([
    [
      'PAY-28',
      'none',
      'InstallmentsError',
      'No cuenta con cuotas disponibles',
      'Por favor seleccione otro método de pago',
      'Warning',
    ],
    ['PAY-29', 'unreachable', 'InstallmentsError', 'Error al obtener las cuotas', later, 'Error'],
    [
      'PAY-30',
      'invalidCard',
      'InstallmentsError',
      'Número de tarjeta no válido',
      'Por favor verifique el número de su tarjeta',
      'Error',
    ],
    ['PAY-31', 'binNotProcessed', 'PaymentError', 'Error al procesar el pago', later, 'Error'],
  ] as const)('%s: %s', (_, name, alertId, title, message, type) => {
    expect(installmentsFailures[name]).toEqual({ id: alertId, title, message, type });
  });

  test.each([
    [0, 'unreachable'],
    [400, 'invalidCard'],
    [404, 'unreachable'],
    [500, 'unreachable'],
  ] as const)('[DEC-188] a look-up of plans that fails with status %d shows %s', (status, name) => {
    expect(installmentsFailure(status)).toBe(installmentsFailures[name]);
  });
});
