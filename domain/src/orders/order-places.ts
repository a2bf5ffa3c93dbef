import type { ShipmentState } from './shipment.ts';

/** A shipment of an order, and the place from which the shipment leaves. The place is null for a shipment without goods. */
interface PlacedShipment {
  state: ShipmentState;
  place: string | null;
}

/**
 * Returns the places that a change of the whole order affects: the places of its shipments that are not canceled. Before the order has
 * shipments, these are its stores.
 */
export function placesOfOrder({
  shipments,
  stores,
}: {
  shipments: readonly PlacedShipment[];
  stores: readonly string[];
}): readonly (string | null)[] {
  const live = shipments.filter(({ state }) => state !== 'canceled');
  const counted = live.length > 0 ? live : shipments;
  return counted.length > 0 ? counted.map(({ place }) => place) : stores;
}

/** Returns the places that a change of a line affects: the places of the shipments with units of the line. */
export function placesOfLine(
  shipments: readonly { place: string | null; units: number }[],
): readonly (string | null)[] {
  const holding = shipments.filter(({ units }) => units > 0);
  return (holding.length > 0 ? holding : shipments).map(({ place }) => place);
}
