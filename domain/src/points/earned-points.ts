import { type Centavos, centavos } from '../money/money.ts';
import { earnedPoints } from './points.ts';

/** A line of an order as its points are judged (LOYAL-02). */
export interface EarningLine {
  isFirstPartyGoods: boolean;
  quantity: number;
  /** Units that were given back, canceled or are owed no more. */
  refunded: number;
  /** Units that reached the buyer. */
  delivered: number;
  /** Amount charged for the goods of all units: after discounts and points, without warranties (DEC-233). */
  chargedForGoods: Centavos;
}

/** Points that a line earns for the units that its buyer keeps (DEC-86). */
export const earnedByLine = ({ isFirstPartyGoods, quantity, refunded, chargedForGoods }: EarningLine): number => {
  const charged = Math.floor((chargedForGoods * (quantity - refunded)) / quantity);
  return earnedPoints(centavos(charged), isFirstPartyGoods);
};

/** Whether every unit that the buyer has not given back was delivered, and at least one was. */
export const isWhollyDelivered = ({ quantity, refunded, delivered }: EarningLine): boolean =>
  delivered > 0 && delivered >= quantity - refunded;
