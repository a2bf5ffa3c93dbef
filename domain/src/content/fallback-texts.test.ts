import { expect, test } from 'vitest';
import { cartAlertTexts, emptyCartTexts } from '../carts/line-removal.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { missingDataText, securePaymentText } from './fallback-texts.ts';
import { trustPromises } from './trust-promises.ts';

test('missing data and empty carts have the documented texts', () => {
  expect(missingDataText).toBe('Sin data disponible');
  expect(emptyCartTexts).toEqual({ title: 'Tu carrito está vacío', link: 'Seguir comprando' });
  expect(cartAlertTexts).toEqual({
    quantityTitle: 'Cantidad de producto no disponible',
    quantityMessage: 'Ajusta la cantidad o intenta mas tarde.',
    cartTitle: 'Error de Carrito',
    cartMessage: 'No se ha podido identificar el carrito de compras.',
  });
  expect(trustPromises(defaultShopPolicy).map(({ promise }) => promise)).toEqual([
    'Devoluciones hasta 30 días hábiles',
    'Envíos en 48 horas',
    'Recoge gratis en tienda',
    'Soporte 4232-000',
  ]);
  expect(trustPromises({ ...defaultShopPolicy, returnDays: 1 })[0]?.promise).toBe('Devoluciones hasta 1 día hábil');
  expect(trustPromises(defaultShopPolicy).map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Devoluciones: Hasta 30 días hábiles',
    'Envíos en 48 horas: Según tu municipio',
    'Recoge en tienda: Gratis, cuando te quede bien',
    'Soporte: Llámanos al 4232-000',
  ]);
  expect(securePaymentText).toBe('Pago Seguro');
});
