import { type Centavos, centavos } from '../money/money.ts';
import { earnedPoints } from './points.ts';

/** The fields of an order line that decide its points (LOYAL-02). */
export interface EarningLine {
  isFirstPartyGoods: boolean;
  quantity: number;
  /** Units that were returned or canceled, or that the shop no longer owes. */
  refunded: number;
  /** Units that reached the buyer. */
  delivered: number;
  /** Charge for the goods of all units, after discounts and points, without warranties (DEC-233). */
  chargedForGoods: Centavos;
}

/** Returns the points that a line earns for the units that the buyer keeps (DEC-86). */
export const earnedByLine = ({ isFirstPartyGoods, quantity, refunded, chargedForGoods }: EarningLine): number => {
  const charged = Math.floor((chargedForGoods * (quantity - refunded)) / quantity);
  return earnedPoints(centavos(charged), isFirstPartyGoods);
};

/** Returns whether every unit that the buyer keeps was delivered, and at least one was. */
export const isWhollyDelivered = ({ quantity, refunded, delivered }: EarningLine): boolean =>
  delivered > 0 && delivered >= quantity - refunded;
