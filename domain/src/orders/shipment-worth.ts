import { add, type Centavos, smaller, subtract, sum, zero } from '../money/money.ts';

/** What the lines of a seller are worth, and what of that no gift card pays (DEC-199): gift cards. Centavos. */
export interface WorthOfSeller {
  worth: Centavos;
  notByCards: Centavos;
}

/** By the sellers of the lines, in their order: the n-th is the n-th shipment (DEC-136). */
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
 * What is collected at the door with each shipment of an order of which `unpaid` is to be collected in all. Delivery and donation come with
 * the first. What was paid otherwise, by points and gift cards, pays the first first, but no gift cards and no donation (DEC-199): each
 * shipment collects at least those, so that whatever becomes of the others, nothing else pays them. They sum to `unpaid`; none is negative.
 *
 * @throws where more or less is to be collected than that allows
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
  if (unpaid > all) throw new RangeError(`${unpaid} centavos cannot be collected for what is worth ${all}`);
  let left = subtract(all, unpaid);
  const cash = whole.map(({ worth, notByCards }) => {
    const covered = smaller(subtract(worth, notByCards), left);
    left = subtract(left, covered);
    return subtract(worth, covered);
  });
  if (left > 0) throw new RangeError(`${left} centavos too much were paid by points and gift cards`);
  return cash;
}
