import type { ShopPolicy } from '../policies/shop-policy.ts';
import { pickupClaim, returnDaysText, returnsClaim, supportClaim } from './fallback-texts.ts';

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
