import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Fallback for missing data (APP-26). Fallbacks for dates, prices, departments and delivery texts are next to their rules. */
export const missingDataText = 'Sin data disponible';

/** "8 días hábiles". */
export const returnDaysText = ({ returnDays }: Pick<ShopPolicy, 'returnDays'>): string =>
  `${returnDays} ${returnDays === 1 ? 'día hábil' : 'días hábiles'}`;

/** The claims in the head of every page. They are in this file so that the head loads no other texts. */
export const returnsPromise = (policy: Pick<ShopPolicy, 'returnDays'>): string =>
  `Devoluciones hasta ${returnDaysText(policy)}`;
export const pickupPromise = 'Recoge gratis en tienda';
export const supportPromise = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string => `Soporte ${supportPhone}`;

export const securePaymentText = 'Pago Seguro';
