import type { ShopPolicy } from '../policies/shop-policy.ts';

/** APP-26. Dates, prices, departments and delivery texts have theirs beside their rule. */
export const missingDataText = 'Sin data disponible';

/** CART-18, DEC-31. */
export const emptyCartTexts = { title: 'Tu carrito está vacío', link: 'Seguir comprando' } as const;

/** CART-21, CART-26: alert `cart-alerts`. */
export const cartAlertTexts = {
  quantityTitle: 'Cantidad de producto no disponible',
  quantityMessage: 'Ajusta la cantidad o intenta mas tarde.',
  cartTitle: 'Error de Carrito',
  cartMessage: 'No se ha podido identificar el carrito de compras.',
} as const;

/** APP-19, APP-20, DEC-16, in this order: returns, shipping, pickup, support. */
export const trustClaims = (policy: Pick<ShopPolicy, 'returnDays' | 'shippingHours' | 'supportPhone'>) =>
  [
    `Devoluciones hasta ${policy.returnDays} días hábiles`,
    `Envíos en ${policy.shippingHours} horas`,
    'Recoge gratis en tienda',
    `Soporte ${policy.supportPhone}`,
  ] as const;

export const securePaymentText = 'Pago Seguro';
