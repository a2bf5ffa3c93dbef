import type { ShopPolicy } from '../policies/shop-policy.ts';
import { pickupPromise, returnDaysText, returnsPromise, supportPromise } from './fallback-texts.ts';

export interface TrustPromise {
  id: 'returns' | 'shipping' | 'pickup' | 'support';
  /** The promise as one line. */
  promise: string;
  /** The same promise as a title and a text. */
  title: string;
  text: string;
}

/** Returns the four promises below the header (APP-19, APP-20, DEC-16). */
export const trustPromises = (
  policy: Pick<ShopPolicy, 'returnDays' | 'shippingHours' | 'supportPhone'>,
): readonly [TrustPromise, TrustPromise, TrustPromise, TrustPromise] => {
  const shipping = `Envíos en ${policy.shippingHours} horas`;
  return [
    { id: 'returns', promise: returnsPromise(policy), title: 'Devoluciones', text: `Hasta ${returnDaysText(policy)}` },
    { id: 'shipping', promise: shipping, title: shipping, text: 'Según tu municipio' },
    {
      id: 'pickup',
      promise: pickupPromise,
      title: 'Recoge en tienda',
      text: 'Gratis, cuando te quede bien',
    },
    {
      id: 'support',
      promise: supportPromise(policy),
      title: 'Soporte',
      text: `Llámanos al ${policy.supportPhone}`,
    },
  ];
};
