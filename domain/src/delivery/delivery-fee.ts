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
  /** `CartTotals.deliveryBase`: the amount after discounts, before shipping and donation (DIF-21). */
  deliveryBase: Centavos;
  isDigitalOnly: boolean;
}

/** Returns the fee of the rate table (DEL-22, DEL-23, DEC-102). Zero for pickup, for digital carts and without an address. */
export function deliveryFee(order: DeliveryToPrice, policy: DeliveryFeePolicy): Centavos {
  if (order.isDigitalOnly || order.regionId === null || order.deliveryType === 'storepickup') return zero;
  if (order.regionId !== homeRegionId) return policy.otherRegionFee;
  return order.deliveryBase >= policy.freeDeliveryThreshold ? zero : policy.homeRegionFee;
}

/** Names the department with free delivery (CONST-35). Shown while the shopper has chosen no place. */
export const freeDeliveryPlaceText = 'Gratis en el departamento de Guatemala';

/**
 * Returns the delivery cost at the chosen place, if delivery is free in the department of Guatemala. `regionId` is null
 * while no place is chosen.
 */
export const freeDeliveryText = (
  regionId: number | null,
  { otherRegionFee }: Pick<ShopPolicy, 'otherRegionFee'>,
): string => {
  if (regionId === null) return freeDeliveryPlaceText;
  return regionId === homeRegionId || otherRegionFee === zero ? 'Envío gratis' : `Envío ${formatQ(otherRegionFee)}`;
};

/** The bar's maximum, even after the threshold is reached (CONST-34, DIF-22). */
export const progressCap = 98;

export interface FreeDeliveryProgress {
  /** 0 to 98. Not rounded, because the value is a width, not an amount. */
  percent: number;
  isReached: boolean;
  text: string;
  note: string;
  /** The place with the promised free delivery. Null if delivery is not free. */
  placeNote: string | null;
}

/**
 * Returns the progress to free delivery (CART-15, DEC-30). `deliveryBase` ≥ 0, see `CartTotals`. `regionId` is null
 * while no place is chosen.
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
  // If the shopper's place always has a fee, the text mentions no free delivery and no minimum.
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
