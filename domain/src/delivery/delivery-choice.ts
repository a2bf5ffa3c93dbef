import type { DeliveryType } from './delivery-fee.ts';

/** The shopper's options in the delivery step (DEL-01..03, DEC-84). */
export interface DeliveryChoice {
  /** The only possible type. Null for digital-only carts, which need no delivery. */
  forced: DeliveryType | null;
  isSelectorVisible: boolean;
}

export interface ItemToDeliver {
  /** True if the items are for pickup only (DEC-89). */
  isRestricted: boolean;
  isDropshipping: boolean;
}

/** Restricted items decide first, then dropshipping and missing pickup stock (DIF-19). `items` has no digital items. */
export function deliveryChoice(items: readonly ItemToDeliver[], hasPickupStock: boolean): DeliveryChoice {
  if (items.length === 0) return { forced: null, isSelectorVisible: false };
  if (items.some((item) => item.isRestricted)) return { forced: 'storepickup', isSelectorVisible: false };
  const isHomeOnly = !hasPickupStock || items.some((item) => item.isDropshipping);
  return isHomeOnly ? { forced: 'delivery', isSelectorVisible: false } : { forced: null, isSelectorVisible: true };
}

export interface SoldItem extends ItemToDeliver {
  isThirdParty: boolean;
}

export const isHomeOnly = (item: SoldItem): boolean => item.isDropshipping || item.isThirdParty;

/**
 * Returns whether a delivery type is possible for these items. Restricted items are for pickup only (DEC-89).
 * Otherwise, third-party and dropshipping items are for delivery only (DEC-97). `allows_shipping_method` in the
 * database applies the same rule.
 */
export function allowsDeliveryType(items: readonly SoldItem[], type: DeliveryType): boolean {
  if (items.some((item) => item.isRestricted)) return type === 'storepickup';
  return type === 'delivery' || !items.some(isHomeOnly);
}

/** Labels of the delivery types (DEL-01, DIF-20). The option "Hoy" below is always disabled (DEL-04, DEC-47). */
export const deliveryTypeLabels: Record<DeliveryType, string> = {
  delivery: 'A domicilio',
  storepickup: 'Recoger en tienda',
};

export const todayOption = { value: 'today', label: 'Hoy', isDisabled: true } as const;

/** Carrier and method of a delivery type (CONST-26, CONST-27, DEL-18). */
export interface ShippingMethod {
  carrierCode: 'tablerate' | 'instore';
  methodCode: 'bestway' | 'pickup';
  notificationMode: 'all';
}

export const shippingMethodOf = (type: DeliveryType): ShippingMethod =>
  type === 'delivery'
    ? { carrierCode: 'tablerate', methodCode: 'bestway', notificationMode: 'all' }
    : { carrierCode: 'instore', methodCode: 'pickup', notificationMode: 'all' };

/** Returns the delivery type of a shipping method. Null if the pair is unknown. */
export function deliveryTypeOf(method: { carrierCode: string; methodCode: string }): DeliveryType | null {
  if (method.carrierCode === 'tablerate' && method.methodCode === 'bestway') return 'delivery';
  return method.carrierCode === 'instore' && method.methodCode === 'pickup' ? 'storepickup' : null;
}

/** Exact texts, with different spellings as documented (DEL-21, CONST-42, DIF-40). */
export const defaultZones: Record<DeliveryType, string> = { delivery: 'Zona 00', storepickup: 'Zone 00' };
