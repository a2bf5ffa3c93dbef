import type { AlertType } from '../alerts/alert.ts';

/** The codes of DEC-117..132 in their order. The code of gift cards (DEC-199) follows the code of points. */
export const payErrorCodes = [
  'PAY_DECLINED',
  'PAY_INSUFFICIENT_FUNDS',
  'PAY_EXPIRED_CARD',
  'PAY_INVALID_CARD',
  'PAY_INVALID_CVV',
  'PAY_LIMIT_EXCEEDED',
  'PAY_FRAUD_REVIEW',
  'PAY_PLAN_NOT_ALLOWED',
  'PAY_METHOD_NOT_ALLOWED',
  'PAY_TOKEN_INVALID',
  'PAY_POINTS_UNAVAILABLE',
  'PAY_GIFT_CARD_UNAVAILABLE',
  'PAY_OTP_INVALID',
  'PAY_AMOUNT_MISMATCH',
  'PAY_DUPLICATED',
  'PAY_TIMEOUT',
  'PAY_PROCESSOR_ERROR',
] as const;

export type PayErrorCode = (typeof payErrorCodes)[number];

export interface PayErrorEntry {
  httpStatus: 400 | 409 | 502;
  title: string;
  message: string;
  type: AlertType;
}

/** Status, texts and alert types of DEC-117..132 and DEC-199. */
export const payErrors: Record<PayErrorCode, PayErrorEntry> = {
  PAY_DECLINED: {
    httpStatus: 400,
    title: 'Pago rechazado',
    message: 'Tu banco rechazó el pago. Intenta con otra tarjeta o comunícate con tu banco.',
    type: 'Error',
  },
  PAY_INSUFFICIENT_FUNDS: {
    httpStatus: 400,
    title: 'Fondos insuficientes',
    message: 'Tu tarjeta no tiene fondos suficientes. Intenta con otra tarjeta.',
    type: 'Error',
  },
  PAY_EXPIRED_CARD: {
    httpStatus: 400,
    title: 'Tarjeta vencida',
    message: 'La tarjeta está vencida. Utiliza otra tarjeta.',
    type: 'Error',
  },
  PAY_INVALID_CARD: {
    httpStatus: 400,
    title: 'Número de tarjeta no válido',
    message: 'Por favor verifique el número de su tarjeta',
    type: 'Error',
  },
  PAY_INVALID_CVV: {
    httpStatus: 400,
    title: 'Código de seguridad incorrecto',
    message: 'Verifica el CVV de tu tarjeta e intenta de nuevo.',
    type: 'Warning',
  },
  PAY_LIMIT_EXCEEDED: {
    httpStatus: 400,
    title: 'Límite excedido',
    message: 'El monto supera el límite de tu tarjeta.',
    type: 'Error',
  },
  PAY_FRAUD_REVIEW: {
    httpStatus: 400,
    title: 'Pago no autorizado',
    message: 'No pudimos autorizar el pago por seguridad. Comunícate con soporte.',
    type: 'Error',
  },
  PAY_PLAN_NOT_ALLOWED: {
    httpStatus: 400,
    title: 'Cuotas no disponibles',
    message: 'Selecciona otra cantidad de cuotas u otro método de pago.',
    type: 'Warning',
  },
  PAY_METHOD_NOT_ALLOWED: {
    httpStatus: 400,
    title: 'Método de pago no disponible',
    message: 'Selecciona otro método de pago.',
    type: 'Warning',
  },
  PAY_TOKEN_INVALID: {
    httpStatus: 400,
    title: 'Tarjeta guardada no válida',
    message: 'Selecciona otra tarjeta o ingresa una nueva.',
    type: 'Warning',
  },
  PAY_POINTS_UNAVAILABLE: {
    httpStatus: 409,
    title: 'Puntos no disponibles',
    message: 'Revierte el canje e intenta de nuevo.',
    type: 'Warning',
  },
  // The answer is the same for a code that is wrong, void, expired or without enough balance (DEC-199).
  PAY_GIFT_CARD_UNAVAILABLE: {
    httpStatus: 409,
    title: 'Tarjeta de regalo no disponible',
    message: 'Quita tu tarjeta de regalo, aplícala otra vez e intenta de nuevo.',
    type: 'Warning',
  },
  PAY_OTP_INVALID: {
    httpStatus: 400,
    title: 'Código no válido',
    message: 'Genera la orden nuevamente.',
    type: 'Warning',
  },
  PAY_AMOUNT_MISMATCH: {
    httpStatus: 409,
    title: 'El total cambió',
    message: 'El total de tu carrito cambió. Revisa tu pedido e intenta de nuevo.',
    type: 'Warning',
  },
  PAY_DUPLICATED: {
    httpStatus: 409,
    title: 'Pago duplicado',
    message: 'Ya recibimos un pago por este pedido.',
    type: 'Info',
  },
  PAY_TIMEOUT: {
    httpStatus: 502,
    title: 'Tiempo de espera agotado',
    message: 'El banco no respondió. Revisa tu historial antes de intentar de nuevo.',
    type: 'Warning',
  },
  PAY_PROCESSOR_ERROR: {
    httpStatus: 502,
    title: 'Error al procesar el pago',
    message: 'Por favor intente más tarde',
    type: 'Error',
  },
};
