import { describe, expect, test } from 'vitest';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  invalidResponseError,
  noResponseError,
  paymentErrorFor,
  unknownPaymentError,
  unsupportedMethodError,
} from './payment-alerts.ts';
import { payErrors } from './payment-errors.ts';

const normal = { isLinkCart: false };
const link = { isLinkCart: true };
const id = 'PaymentError';

describe('exact rows', () => {
  const sale =
    '¡Lo sentimos! Este producto ya no está disponible, te invitamos a visitar nuestra sección de ofertas para descubrir más opciones.';
  const cartTitle = 'Revisa tu carrito';
  const orderTitle = 'Revisa tu pedido';
  test.each([
    ['ERR-02', 'OUT_OF_STOCK', cartTitle, 'El carrito contiene productos sin stock', 'goToCart', 'goToCart'],
    [
      'ERR-03',
      'QUANTITY_GREATER_THAN_STOCK',
      cartTitle,
      'El carrito contiene productos con cantidad mayor al stock disponible',
      'goToCart',
      'goToCart',
    ],
    ['ERR-04', 'PRODUCT_ON_SALE_IN_CART', cartTitle, sale, 'goToCart', 'goToCart'],
    ['ERR-05', 'NO_PRODUCTS', cartTitle, 'El carrito no tiene productos', 'goToCart', 'goToCart'],
    ['ERR-06', 'SHIPPING_METHOD_REQUIRED', orderTitle, 'No se ha seleccionado un método de envío', 'reload', 'reload'],
    [
      'ERR-07',
      'STORE_REQUIRED',
      orderTitle,
      'El carrito de tipo pickup debe tener una tienda seleccionada',
      'reload',
      'none',
    ],
    ['ERR-08', 'EMAIL_REQUIRED', orderTitle, 'El carrito debe tener un correo electrónico', 'reload', 'none'],
    [
      'ERR-09',
      'BILLING_ADDRESS_REQUIRED',
      orderTitle,
      'El carrito debe tener una dirección de facturación',
      'reload',
      'none',
    ],
    [
      'ERR-10',
      'REQUIRED_NIT_MAX_AMOUNT',
      orderTitle,
      'El NIT es requerido para compras mayores a Q2,500.00',
      'reload',
      'none',
    ],
    [
      'ERR-11',
      'PAYMENT_METHOD_REQUIRED',
      orderTitle,
      'El carrito debe tener un metodo de pago seleccionado',
      'reload',
      'none',
    ],
  ])('[%s] [ERR-13] [DIF-43] %s', (_, code, title, message, action, linkAction) => {
    const alert = { id, title, message, type: 'Warning', action };
    expect(paymentErrorFor(code, null, normal, defaultShopPolicy)).toEqual(alert);
    expect(paymentErrorFor(code, null, link, defaultShopPolicy)).toEqual({ ...alert, action: linkAction });
    expect(paymentErrorFor(code, 'Del servidor', normal, defaultShopPolicy)).toEqual({
      ...alert,
      message: 'Del servidor',
    });
  });

  test('[ERR-15] [DIF-42] PAYMENT_METHOD_REQUIRED is not a card problem', () => {
    expect(paymentErrorFor('PAYMENT_METHOD_REQUIRED', null, normal, defaultShopPolicy).title).toBe('Revisa tu pedido');
  });
});

describe('PAY codes', () => {
  test.each([
    ['DEC-117', 'PAY_DECLINED', 400, 'Pago rechazado', 'Error'],
    ['DEC-118', 'PAY_INSUFFICIENT_FUNDS', 400, 'Fondos insuficientes', 'Error'],
    ['DEC-119', 'PAY_EXPIRED_CARD', 400, 'Tarjeta vencida', 'Error'],
    ['DEC-120', 'PAY_INVALID_CARD', 400, 'Número de tarjeta no válido', 'Error'],
    ['DEC-121', 'PAY_INVALID_CVV', 400, 'Código de seguridad incorrecto', 'Warning'],
    ['DEC-122', 'PAY_LIMIT_EXCEEDED', 400, 'Límite excedido', 'Error'],
    ['DEC-123', 'PAY_FRAUD_REVIEW', 400, 'Pago no autorizado', 'Error'],
    ['DEC-124', 'PAY_PLAN_NOT_ALLOWED', 400, 'Cuotas no disponibles', 'Warning'],
    ['DEC-125', 'PAY_METHOD_NOT_ALLOWED', 400, 'Método de pago no disponible', 'Warning'],
    ['DEC-126', 'PAY_TOKEN_INVALID', 400, 'Tarjeta guardada no válida', 'Warning'],
    ['DEC-127', 'PAY_POINTS_UNAVAILABLE', 409, 'Puntos no disponibles', 'Warning'],
    ['DEC-128', 'PAY_OTP_INVALID', 400, 'Código no válido', 'Warning'],
    ['DEC-129', 'PAY_AMOUNT_MISMATCH', 409, 'El total cambió', 'Warning'],
    ['DEC-130', 'PAY_DUPLICATED', 409, 'Pago duplicado', 'Info'],
    ['DEC-131', 'PAY_TIMEOUT', 502, 'Tiempo de espera agotado', 'Warning'],
    ['DEC-132', 'PAY_PROCESSOR_ERROR', 502, 'Error al procesar el pago', 'Error'],
  ] as const)('[%s] [ERR-14] %s', (_, code, httpStatus, title, type) => {
    const { message } = payErrors[code];
    expect(payErrors[code]).toEqual({ httpStatus, title, message, type });
    expect(paymentErrorFor(code, null, normal, defaultShopPolicy)).toEqual({
      id,
      title,
      message,
      type,
      action: 'none',
    });
    expect(paymentErrorFor(code, 'Del banco', link, defaultShopPolicy)).toEqual({
      id,
      title,
      message: 'Del banco',
      type,
      action: 'none',
    });
  });

  test.each([
    ['PAY_DECLINED', 'Tu banco rechazó el pago. Intenta con otra tarjeta o comunícate con tu banco.'],
    ['PAY_INSUFFICIENT_FUNDS', 'Tu tarjeta no tiene fondos suficientes. Intenta con otra tarjeta.'],
    ['PAY_EXPIRED_CARD', 'La tarjeta está vencida. Utiliza otra tarjeta.'],
    ['PAY_INVALID_CARD', 'Por favor verifique el número de su tarjeta'],
    ['PAY_INVALID_CVV', 'Verifica el CVV de tu tarjeta e intenta de nuevo.'],
    ['PAY_LIMIT_EXCEEDED', 'El monto supera el límite de tu tarjeta.'],
    ['PAY_FRAUD_REVIEW', 'No pudimos autorizar el pago por seguridad. Comunícate con soporte.'],
    ['PAY_PLAN_NOT_ALLOWED', 'Selecciona otra cantidad de cuotas u otro método de pago.'],
    ['PAY_METHOD_NOT_ALLOWED', 'Selecciona otro método de pago.'],
    ['PAY_TOKEN_INVALID', 'Selecciona otra tarjeta o ingresa una nueva.'],
    ['PAY_POINTS_UNAVAILABLE', 'Revierte el canje e intenta de nuevo.'],
    ['PAY_OTP_INVALID', 'Genera la orden nuevamente.'],
    ['PAY_AMOUNT_MISMATCH', 'El total de tu carrito cambió. Revisa tu pedido e intenta de nuevo.'],
    ['PAY_DUPLICATED', 'Ya recibimos un pago por este pedido.'],
    ['PAY_TIMEOUT', 'El banco no respondió. Revisa tu historial antes de intentar de nuevo.'],
    ['PAY_PROCESSOR_ERROR', 'Por favor intente más tarde'],
    ['PAY_SOMETHING_NEW', 'Por favor intente más tarde'],
    ['BANK_PAY_7', 'Por favor intente más tarde'],
  ])('[ERR-14] %s shows its default text, even without a server message', (code, message) => {
    expect(paymentErrorFor(code, null, normal, defaultShopPolicy).message).toBe(message);
    expect(paymentErrorFor(code, ' ', normal, defaultShopPolicy).message).toBe(message);
  });

  test('[DEC-132] any other PAY code gets the alert of a processing error', () => {
    expect(paymentErrorFor('PAY_SOMETHING_NEW', null, normal, defaultShopPolicy).title).toBe(
      'Error al procesar el pago',
    );
  });
});

describe('everything else', () => {
  test.each(['', 'VALIDATION_ERROR', 'toString', 'CART_CLOSED', 'pay_declined'])('[ERR-16] %j', (code) => {
    expect(paymentErrorFor(code, 'Del servidor', normal, defaultShopPolicy)).toEqual({
      id,
      title: 'Error Desconocido',
      message: 'Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.',
      type: 'Error',
      action: 'none',
    });
    expect(paymentErrorFor(code, null, normal, defaultShopPolicy)).toBe(unknownPaymentError);
  });

  test('a failure without a code gets a special alert', () => {
    const error = { id, type: 'Error', action: 'none' };
    const title = 'Error de Servidor';
    expect(noResponseError).toEqual({
      ...error,
      title,
      message: 'No se pudo recibir una respuesta del servidor. Intente nuevamente más tarde.',
    });
    expect(invalidResponseError).toEqual({
      ...error,
      title,
      message: 'No se recibio una respuesta valida del servidor. Intente nuevamente mas tarde.',
    });
    expect(unsupportedMethodError).toEqual({ ...error, title: 'Método de pago no soportado', message: '' });
  });
});

test.each(['RATE_LIMITED', 'GIFT_CARD_DATA_REQUIRED'])(
  '[DEC-83, DEC-196] the alert for %s shows the refusal’s own message',
  (code) => {
    expect(paymentErrorFor(code, 'Espera un momento.', { isLinkCart: false }, defaultShopPolicy)).toEqual({
      id: 'PaymentError',
      title: 'Error Desconocido',
      message: 'Espera un momento.',
      type: 'Error',
      action: 'none',
    });
  },
);
