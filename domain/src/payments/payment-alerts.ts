import type { AlertType } from '../alerts/alert.ts';
import { type ReadinessCode, readinessCodes, readinessMessage } from '../carts/readiness.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { type PayErrorCode, payErrors } from './payment-errors.ts';

/** The next action of the page, after the alert's time has ended (DEC-48). */
export type PaymentErrorAction = 'none' | 'goToCart' | 'reload';

export interface PaymentErrorAlert {
  /** The same ID for every alert about a payment (ERR-18). */
  id: 'PaymentError';
  title: string;
  message: string;
  type: AlertType;
  action: PaymentErrorAction;
  /** The message for each wrong field of the refused call. */
  fields?: Readonly<Record<string, string>>;
}

/**
 * Returns the alert for a call with refused fields. The alert shows the first field's message, and the page moves the
 * focus to that field.
 */
export function refusedFieldsAlert(fields: Readonly<Record<string, string>>): PaymentErrorAlert | null {
  const [message] = Object.values(fields);
  return message === undefined
    ? null
    : { id: 'PaymentError', title: 'Revisa tus datos', message, type: 'Warning', action: 'none', fields };
}

/** The title of alerts that link to the cart (DEC-48). */
const cartTitle = 'Revisa tu carrito';
const orderTitle = 'Revisa tu pedido';

const goToCartCodes: ReadonlySet<string> = new Set<ReadinessCode>([
  'OUT_OF_STOCK',
  'QUANTITY_GREATER_THAN_STOCK',
  'PRODUCT_ON_SALE_IN_CART',
  'NO_PRODUCTS',
  'VISIT_NOT_COVERED',
  'VISIT_DOES_NOT_FIT',
]);

/** In a link cart only a missing shipping method still reloads the page (ERR-13, DIF-43). */
const linkReloadCode: ReadinessCode = 'SHIPPING_METHOD_REQUIRED';

/**
 * Returns the alert for an order or payment error (ERR-02..ERR-18). `code`: the error's `metadata.mgtoCode`, otherwise
 * its `code` (DIF-44). For a code of the catalogue, the server's message has priority over the catalogue's. An exact
 * entry has priority over "contains PAY" (DIF-42).
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

/** Codes of refusals whose message explains what to do: wait, try again (DEC-196), or give a gift card another date (DEC-83). */
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

/** The alert for an unknown error (ERR-16). */
export const unknownPaymentError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Error Desconocido',
  message: 'Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.',
  type: 'Error',
  action: 'none',
};

/** The alert for a call that failed without an error body, as after a network failure (ERR-01, DIF-06). */
export const noResponseError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Error de Servidor',
  message: 'No se pudo recibir una respuesta del servidor. Intente nuevamente más tarde.',
  type: 'Error',
  action: 'none',
};

/** The alert for an order call that succeeded with an empty body or without `status` (ORD-07, DIF-06). */
export const invalidResponseError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Error de Servidor',
  message: 'No se recibio una respuesta valida del servidor. Intente nuevamente mas tarde.',
  type: 'Error',
  action: 'none',
};

/** The alert for a captcha that could not be completed in this browser, or not in time (DEC-196). */
export const captchaFailedError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'No pudimos verificar tu pedido',
  message: 'La verificación de seguridad no terminó. Revisa tu conexión e intenta de nuevo; tus datos siguen aquí.',
  type: 'Warning',
  action: 'none',
};

/**
 * The alert for a payment link whose copy of the cart no longer exists (DEC-213). The page opens the link again, or
 * reports that it has ended.
 */
export const closedLinkError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Tu pedido no se envió',
  message: 'El enlace se cerró mientras pagabas. No se te cobró nada.',
  type: 'Warning',
  action: 'none',
};

/** The alert for a payment method that the shop does not support. The documented text is the title and the message (PAY-05). */
export const unsupportedMethodError: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Método de pago no soportado',
  message: '',
  type: 'Error',
  action: 'none',
};
