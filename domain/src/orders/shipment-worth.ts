import { add, type Centavos, centavos, smaller, subtract, sum, times, zero } from '../money/money.ts';

/** What of an order's amounts the worth of its shipments depends on. */
export interface OrderAmounts {
  /** What belongs to no line: delivery and donation. */
  besides: Centavos;
  discount: Centavos;
}

/**
 * What each shipment of an order is worth to its buyer, in their order: its lines and warranties (`gross`) less its share of the
 * discount, and what belongs to no line with the first. Shares are whole centavos, rounded down; those left over come off the largest,
 * one of each. What is taken off beyond the lines comes off the first. They sum to the order's total, and none is negative.
 */
export function worthOfShipments(gross: readonly Centavos[], { besides, discount }: OrderAmounts): Centavos[] {
  const all = sum(gross);
  const ofLines = smaller(discount, all);
  const shares = gross.map((amount) => (all === 0 ? 0 : Number((BigInt(ofLines) * BigInt(amount)) / BigInt(all))));
  const left = ofLines - shares.reduce((one, other) => one + other, 0);
  const largestFirst = gross.map((_, index) => index).sort((a, b) => (gross[b] ?? 0) - (gross[a] ?? 0));
  const rounded = new Set(largestFirst.slice(0, left));
  return gross.map((amount, index) =>
    centavos(
      amount - (shares[index] ?? 0) - (rounded.has(index) ? 1 : 0) + (index === 0 ? besides - (discount - ofLines) : 0),
    ),
  );
}

/**
 * What is collected with each shipment of those worths at the door, where `paid` of the order is paid otherwise (gift cards, DEC-199):
 * that pays the first of them first. None is negative.
 */
export function cashOfShipments(worth: readonly Centavos[], paid: Centavos): Centavos[] {
  let left = paid;
  return worth.map((amount) => {
    const covered = smaller(amount, left);
    left = subtract(left, covered);
    return subtract(amount, covered);
  });
}

interface SoldLine {
  sellerId: number;
  quantity: number;
  unitPrice: Centavos;
  /** Of each unit; zero without. */
  warranty: Centavos;
}

/** What the lines of each seller cost before discounts, in the order of the lines: the n-th is the n-th shipment (DEC-136). */
export function grossOfSellers(lines: readonly SoldLine[]): { sellerId: number; gross: Centavos }[] {
  const sellers = new Map<number, Centavos>();
  for (const { sellerId, quantity, unitPrice, warranty } of lines) {
    sellers.set(sellerId, add(sellers.get(sellerId) ?? zero, times(add(unitPrice, warranty), quantity)));
  }
  return [...sellers].map(([sellerId, gross]) => ({ sellerId, gross }));
}
