import { add, type Centavos, smaller, subtract, sum, zero } from '../money/money.ts';

/** What the lines of each seller are worth, in the order of the lines: the n-th is the n-th shipment (DEC-136). */
export function worthOfSellers(lines: readonly { sellerId: number; net: Centavos }[]): Map<number, Centavos> {
  const sellers = new Map<number, Centavos>();
  for (const { sellerId, net } of lines) sellers.set(sellerId, add(sellers.get(sellerId) ?? zero, net));
  return sellers;
}

/**
 * What is collected at the door with each shipment that still comes, of an order of which `unpaid` is to be collected in all. What belongs to no
 * line (`besides`: delivery, donation) comes with the first of them; what was paid otherwise, by points and gift cards, pays the first
 * first. They sum to `unpaid`, and none is negative.
 *
 * @throws where more is to be collected than they are worth
 */
export function cashOfShipments(
  shipments: readonly Centavos[],
  { besides, unpaid }: { besides: Centavos; unpaid: Centavos },
): Centavos[] {
  const worth = shipments.map((each, index) => (index === 0 ? add(each, besides) : each));
  const all = sum(worth);
  if (unpaid > all) throw new RangeError(`${unpaid} centavos cannot be collected for what is worth ${all}`);
  let left = subtract(all, unpaid);
  return worth.map((amount) => {
    const covered = smaller(amount, left);
    left = subtract(left, covered);
    return subtract(amount, covered);
  });
}
