import { type Centavos, formatQ, subtract, zero } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { homeRegionId } from './regions.ts';

export type DeliveryType = 'delivery' | 'storepickup';

export type DeliveryFeePolicy = Pick<ShopPolicy, 'freeDeliveryThreshold' | 'homeRegionFee' | 'otherRegionFee'>;

export interface DeliveryToPrice {
  /** Null until the shopper has chosen. */
  deliveryType: DeliveryType | null;
  /** Region of the shipping address, null without an address. */
  regionId: number | null;
  /** `CartTotals.deliveryBase`: after discounts, before shipping and donation (DIF-21). */
  deliveryBase: Centavos;
  isDigitalOnly: boolean;
}

/** The table rate (DEL-22, DEL-23, DEC-102). Zero for pickup, for digital carts and without an address. */
export function deliveryFee(order: DeliveryToPrice, policy: DeliveryFeePolicy): Centavos {
  if (order.isDigitalOnly || order.regionId === null || order.deliveryType === 'storepickup') return zero;
  if (order.regionId !== homeRegionId) return policy.otherRegionFee;
  return order.deliveryBase >= policy.freeDeliveryThreshold ? zero : policy.homeRegionFee;
}

/** Where delivery can be free (CONST-35); shown while no place is known. */
export const freeDeliveryPlaceText = 'Gratis en el departamento de Guatemala';

/**
 * The cost at the chosen place of a delivery that is free in the department of Guatemala. `regionId` is null while no place is
 * chosen.
 */
export const freeDeliveryText = (
  regionId: number | null,
  { otherRegionFee }: Pick<ShopPolicy, 'otherRegionFee'>,
): string => {
  if (regionId === null) return freeDeliveryPlaceText;
  return regionId === homeRegionId || otherRegionFee === zero ? 'Envío gratis' : `Envío ${formatQ(otherRegionFee)}`;
};

/** The bar is never filled further, even after the threshold is reached (CONST-34, DIF-22). */
export const progressCap = 98;

export interface FreeDeliveryProgress {
  /** 0 to 98, not rounded: it is a width, not an amount. */
  percent: number;
  isReached: boolean;
  text: string;
  note: string;
  /** The place for which the promised free delivery holds; null if nothing is free. */
  placeNote: string | null;
}

/**
 * Progress to free delivery (CART-15, DEC-30). `deliveryBase` ≥ 0, see `CartTotals`. `regionId` is null while no place is chosen.
 */
export function freeDeliveryProgress(
  deliveryBase: Centavos,
  regionId: number | null,
  policy: Pick<ShopPolicy, 'freeDeliveryThreshold' | 'otherRegionFee'>,
): FreeDeliveryProgress {
  const threshold = policy.freeDeliveryThreshold;
  const isReached = deliveryBase >= threshold;
  const percent = isReached ? progressCap : Math.min(progressCap, (deliveryBase * 100) / threshold);
  const isElsewhere = regionId !== null && regionId !== homeRegionId;
  // A shopper whose place has a fee reads nothing about free delivery, nor that they should buy more for it.
  if (isElsewhere) {
    const text = `Envío a tu ubicación: ${formatQ(policy.otherRegionFee)}`;
    return {
      percent,
      isReached,
      text,
      note: 'El envío gratis aplica para el departamento de Guatemala',
      placeNote: null,
    };
  }
  const text = isReached
    ? '¡Tu envío es gratis!'
    : `Te faltan ${formatQ(subtract(threshold, deliveryBase))} para obtener envío gratis`;
  const placeNote = isReached ? (regionId === null ? freeDeliveryPlaceText : 'Con tu ubicación actual') : null;
  return { percent, isReached, text, note: 'Aplica para el departamento de Guatemala', placeNote };
}
