import { type Centavos, formatQ, subtract } from '../money/money.ts';
import { type DeliveryFeePolicy, defaultDeliveryFeePolicy } from './delivery-fee.ts';

/** CONST-34: the fill never exceeds it, also once the threshold is met (DIF-22). */
export const progressCap = 98;

export interface FreeDeliveryProgress {
  /** 0 to 98, not rounded: a width, not an amount. */
  percent: number;
  isReached: boolean;
  text: string;
  note: string;
}

/** CART-15, DEC-30; `deliveryBase` ≥ 0, see `CartTotals`. */
export function freeDeliveryProgress(
  deliveryBase: Centavos,
  policy: DeliveryFeePolicy = defaultDeliveryFeePolicy,
): FreeDeliveryProgress {
  const threshold = policy.freeDeliveryThreshold;
  const isReached = deliveryBase >= threshold;
  const text = isReached
    ? '¡Tu envío es gratis!'
    : `Te faltan ${formatQ(subtract(threshold, deliveryBase))} para obtener envío gratis`;
  const percent = isReached ? progressCap : Math.min(progressCap, (deliveryBase * 100) / threshold);
  return { percent, isReached, text, note: 'Aplica para el departamento de Guatemala' };
}
