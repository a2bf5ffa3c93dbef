import type { ShopPolicy } from '../policies/shop-policy.ts';

/** APP-26. Dates, prices, departments and delivery texts have theirs beside their rule. */
export const missingDataText = 'Sin data disponible';

/** "8 días hábiles". */
export const returnDaysText = ({ returnDays }: Pick<ShopPolicy, 'returnDays'>): string =>
  `${returnDays} ${returnDays === 1 ? 'día hábil' : 'días hábiles'}`;

/** Those of the claims that the head of every page names: it brings no other words. */
export const returnsClaim = (policy: Pick<ShopPolicy, 'returnDays'>): string =>
  `Devoluciones hasta ${returnDaysText(policy)}`;
export const pickupClaim = 'Recoge gratis en tienda';
export const supportClaim = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string => `Soporte ${supportPhone}`;

export const securePaymentText = 'Pago Seguro';
