import type { Alert, AlertType } from '../alerts/alert.ts';
import { type ReadinessCode, readinessCodes, readinessMessage } from '../carts/readiness.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** `goToCart` and `reload` happen after the alert time (DEC-48). */
export type PaymentErrorAction = 'none' | 'goToCart' | 'reload';

export interface PaymentErrorAlert {
  /** ERR-18. */
  id: 'PaymentError';
  title: string;
  message: string;
  type: AlertType;
  action: PaymentErrorAction;
}

/** DEC-117..132, in their order. */
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

/** Status, texts and alert types of DEC-117..132. */
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

/** DEC-48. */
const cartTitle = 'Revisa tu carrito';
const orderTitle = 'Revisa tu pedido';

const goToCartCodes: ReadonlySet<string> = new Set<ReadinessCode>([
  'OUT_OF_STOCK',
  'QUANTITY_GREATER_THAN_STOCK',
  'PRODUCT_ON_SALE_IN_CART',
  'NO_PRODUCTS',
]);

/** In a link cart only the missing shipping method still reloads (ERR-13, DIF-43). */
const linkReloadCode: ReadinessCode = 'SHIPPING_METHOD_REQUIRED';

/**
 * The alert of an order or payment error (ERR-02..ERR-18). `code` is `metadata.mgtoCode`, else `code` (DIF-44); the
 * server's message is preferred wherever the catalogue knows the code. An exact row wins over "contains PAY" (DIF-42).
 */
export function paymentErrorFor(
  code: string,
  serverMessage: string | null,
  cart: { isLinkCart: boolean },
  policy: Pick<ShopPolicy, 'finalConsumerLimit'>,
): PaymentErrorAlert {
  if (isReadinessCode(code))
    return readinessAlert(code, textOr(serverMessage, readinessMessage(code, policy)), cart.isLinkCart);
  if (saysWhatToDo.has(code))
    return { ...unknownPaymentError, message: textOr(serverMessage, unknownPaymentError.message) };
  if (!code.includes('PAY')) return unknownPaymentError;
  const entry = isPayErrorCode(code) ? payErrors[code] : payErrors.PAY_PROCESSOR_ERROR;
  const message = textOr(serverMessage, entry.message);
  return { id: 'PaymentError', title: entry.title, message, type: entry.type, action: 'none' };
}

/** Refusals whose own words tell the shopper what to do: wait or try again (DEC-196), or give a gift card another date (DEC-83). */
const saysWhatToDo: ReadonlySet<string> = new Set(['RATE_LIMITED', 'CAPTCHA_FAILED', 'GIFT_CARD_DATA_REQUIRED']);

function readinessAlert(code: ReadinessCode, message: string, isLinkCart: boolean): PaymentErrorAlert {
  if (goToCartCodes.has(code)) {
    return { id: 'PaymentError', title: cartTitle, message, type: 'Warning', action: 'goToCart' };
  }
  const action = isLinkCart && code !== linkReloadCode ? 'none' : 'reload';
  return { id: 'PaymentError', title: orderTitle, message, type: 'Warning', action };
}

const textOr = (text: string | null, fallback: string): string =>
  text === null || text.trim() === '' ? fallback : text;

const isReadinessCode = (code: string): code is ReadinessCode => readinessCodes.some((known) => known === code);

const isPayErrorCode = (code: string): code is PayErrorCode => Object.hasOwn(payErrors, code);

/** ERR-16. */
export const unknownPaymentError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Error Desconocido',
  message: 'Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.',
  type: 'Error',
  action: 'none',
};

/** ERR-01: the handler was called without an error body, as after a network failure (DIF-06). */
export const noResponseError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Error de Servidor',
  message: 'No se pudo recibir una respuesta del servidor. Intente nuevamente más tarde.',
  type: 'Error',
  action: 'none',
};

/** ORD-07: the order call resolved empty or without `status` (DIF-06). */
export const invalidResponseError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Error de Servidor',
  message: 'No se recibio una respuesta valida del servidor. Intente nuevamente mas tarde.',
  type: 'Error',
  action: 'none',
};

/** DEC-196: the check that this is no program could not be done in this browser, or not in time. */
export const unprovenError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'No pudimos verificar tu pedido',
  message: 'La verificación de seguridad no terminó. Revisa tu conexión e intenta de nuevo; tus datos siguen aquí.',
  type: 'Warning',
  action: 'none',
};

/** PAY-05; the documented text is both heading and whole message. */
export const unsupportedMethodError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Método de pago no soportado',
  message: '',
  type: 'Error',
  action: 'none',
};

type InstallmentsFailure = Omit<Alert, 'isVisible'>;

/** PAY-28..31. */
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

/** Which alert a failed look-up shows, by its HTTP status; 0 is a network failure (DEC-188). */
export const installmentsFailure = (status: number): InstallmentsFailure =>
  status === 400 ? installmentsFailures.invalidCard : installmentsFailures.unreachable;
