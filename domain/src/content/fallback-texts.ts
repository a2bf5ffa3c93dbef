import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Text for missing data (APP-26). The texts for missing dates, prices, departments and deliveries are in the files with their rules. */
export const missingDataText = 'Sin data disponible';

/** "8 días hábiles". */
export const returnDaysText = ({ returnDays }: Pick<ShopPolicy, 'returnDays'>): string =>
  `${returnDays} ${returnDays === 1 ? 'día hábil' : 'días hábiles'}`;

/** The claims in the header of every page. These texts are in a separate file, so that the header loads no other texts. */
export const returnsPromise = (policy: Pick<ShopPolicy, 'returnDays'>): string =>
  `Devoluciones hasta ${returnDaysText(policy)}`;
export const pickupPromise = 'Recoge gratis en tienda';
export const supportPromise = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string => `Soporte ${supportPhone}`;

export const securePaymentText = 'Pago Seguro';
