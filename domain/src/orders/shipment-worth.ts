import { add, type Centavos, smaller, subtract, sum, zero } from '../money/money.ts';

/** The worth of a seller's lines in centavos. `notByCards`: the worth of gift cards among them, which no gift card can pay (DEC-199). */
export interface WorthOfSeller {
  worth: Centavos;
  notByCards: Centavos;
}

/** Sums the worth of lines by seller, in the order of the sellers' first lines. The n-th seller gets the n-th shipment (DEC-136). */
export function worthOfSellers(
  lines: readonly { sellerId: number; net: Centavos; isGiftCard: boolean }[],
): Map<number, WorthOfSeller> {
  const sellers = new Map<number, WorthOfSeller>();
  for (const { sellerId, net, isGiftCard } of lines) {
    const { worth, notByCards } = sellers.get(sellerId) ?? { worth: zero, notByCards: zero };
    sellers.set(sellerId, { worth: add(worth, net), notByCards: isGiftCard ? add(notByCards, net) : notByCards });
  }
  return sellers;
}

/**
 * Returns the cash to collect at the door with each shipment. The amounts sum to `unpaid`, and no amount is negative.
 * Delivery and donation belong to the first shipment. Points and gift cards pay for the first shipments first, but
 * never for gift cards or the donation (DEC-199). Each shipment therefore collects at least the price of its gift cards
 * and donation, even if other shipments fail.
 *
 * @throws if `unpaid` is above the worth of the goods, or below the minimum by these rules
 */
export function cashOfShipments(
  shipments: readonly WorthOfSeller[],
  { shipping, donation, unpaid }: { shipping: Centavos; donation: Centavos; unpaid: Centavos },
): Centavos[] {
  const whole = shipments.map(({ worth, notByCards }, index) =>
    index === 0
      ? { worth: sum([worth, shipping, donation]), notByCards: add(notByCards, donation) }
      : { worth, notByCards },
  );
  const all = sum(whole.map(({ worth }) => worth));
  if (unpaid > all) throw new RangeError(`${unpaid} centavos cannot be collected for goods worth ${all}`);
  let left = subtract(all, unpaid);
  const cash = whole.map(({ worth, notByCards }) => {
    const covered = smaller(subtract(worth, notByCards), left);
    left = subtract(left, covered);
    return subtract(worth, covered);
  });
  if (left > 0) throw new RangeError(`points and gift cards paid ${left} centavos too much`);
  return cash;
}
