import { type Centavos, centavos, zero } from '../money/money.ts';
import { earnedPoints } from './points.ts';

/** A line of an order as its points are judged (LOYAL-02). */
export interface EarningLine {
  isFirstPartyGoods: boolean;
  quantity: number;
  /** Units that were given back, canceled or are owed no more. */
  refunded: number;
  /** Units that reached the buyer. */
  delivered: number;
  unitPrice: Centavos;
  /** Its share of every discount but points; its warranties have none of it. */
  discount: Centavos;
  /** What all its units cost after discounts, warranties included. */
  net: Centavos;
  /** What points paid of `net`. */
  pointsShare: Centavos;
}

/**
 * What was charged for the goods of a line (DEC-86): their price after discounts, without what points paid of them. Points pay
 * goods and warranties of a line in proportion; a part of a centavo counts as paid by points.
 */
function chargedForGoods({ unitPrice, quantity, discount, net, pointsShare }: EarningLine): Centavos {
  const goods = unitPrice * quantity - discount;
  if (goods <= 0 || net <= 0) return zero;
  // A product of two amounts may be too large for a safe integer.
  const paidByPoints = (BigInt(pointsShare) * BigInt(goods) + BigInt(net - 1)) / BigInt(net);
  return centavos(goods - Number(paidByPoints));
}

/** What a line earns for the units that its buyer keeps. */
export const earnedByLine = (line: EarningLine): number => {
  const kept = line.quantity - line.refunded;
  const charged = Math.floor((chargedForGoods(line) * kept) / line.quantity);
  return earnedPoints(centavos(charged), line.isFirstPartyGoods);
};

/** Whether every unit that the buyer has not given back was delivered, and at least one was. */
export const isWhollyDelivered = ({ quantity, refunded, delivered }: EarningLine): boolean =>
  delivered > 0 && delivered >= quantity - refunded;
