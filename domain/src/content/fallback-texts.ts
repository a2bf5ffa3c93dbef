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

export interface TrustClaim {
  id: 'returns' | 'shipping' | 'pickup' | 'support';
  /** In a line. */
  claim: string;
  /** The same in a title and a line. */
  title: string;
  text: string;
}

/** APP-19, APP-20, DEC-16. */
export const trustClaims = (
  policy: Pick<ShopPolicy, 'returnDays' | 'shippingHours' | 'supportPhone'>,
): readonly [TrustClaim, TrustClaim, TrustClaim, TrustClaim] => {
  const days = `${policy.returnDays} ${policy.returnDays === 1 ? 'día hábil' : 'días hábiles'}`;
  const shipping = `Envíos en ${policy.shippingHours} horas`;
  return [
    { id: 'returns', claim: `Devoluciones hasta ${days}`, title: 'Devoluciones', text: `Hasta ${days}` },
    { id: 'shipping', claim: shipping, title: shipping, text: 'Según tu municipio' },
    {
      id: 'pickup',
      claim: 'Recoge gratis en tienda',
      title: 'Recoge en tienda',
      text: 'Gratis, cuando te quede bien',
    },
    {
      id: 'support',
      claim: `Soporte ${policy.supportPhone}`,
      title: 'Soporte',
      text: `Llámanos al ${policy.supportPhone}`,
    },
  ];
};

export const securePaymentText = 'Pago Seguro';
