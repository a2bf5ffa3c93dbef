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

const returnDaysText = ({ returnDays }: Pick<ShopPolicy, 'returnDays'>): string =>
  `${returnDays} ${returnDays === 1 ? 'día hábil' : 'días hábiles'}`;

/** Those of the claims that the head of every page names: it brings no other words. */
export const returnsClaim = (policy: Pick<ShopPolicy, 'returnDays'>): string =>
  `Devoluciones hasta ${returnDaysText(policy)}`;
export const pickupClaim = 'Recoge gratis en tienda';
export const supportClaim = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string => `Soporte ${supportPhone}`;

/** APP-19, APP-20, DEC-16. */
export const trustClaims = (
  policy: Pick<ShopPolicy, 'returnDays' | 'shippingHours' | 'supportPhone'>,
): readonly [TrustClaim, TrustClaim, TrustClaim, TrustClaim] => {
  const shipping = `Envíos en ${policy.shippingHours} horas`;
  return [
    { id: 'returns', claim: returnsClaim(policy), title: 'Devoluciones', text: `Hasta ${returnDaysText(policy)}` },
    { id: 'shipping', claim: shipping, title: shipping, text: 'Según tu municipio' },
    {
      id: 'pickup',
      claim: pickupClaim,
      title: 'Recoge en tienda',
      text: 'Gratis, cuando te quede bien',
    },
    {
      id: 'support',
      claim: supportClaim(policy),
      title: 'Soporte',
      text: `Llámanos al ${policy.supportPhone}`,
    },
  ];
};

export const securePaymentText = 'Pago Seguro';
