import { ok, type Result, refuse } from '../result.ts';

/** The free stock of one product at a place. Quantities are integers ≥ 0. */
export interface StockLevel {
  storeCode: string;
  isWarehouse: boolean;
  /** Units that no order has claimed. */
  quantity: number;
  /** Display pieces: units of each product that a pickup never takes from the place (LIVE-03). */
  displayUnits: number;
}

/** Returns the units that pickups may take from a place. */
const pickupUnits = ({ quantity, displayUnits }: StockLevel): number => Math.max(0, quantity - displayUnits);

/** Returns the units of a product that a pickup may take from this store alone. */
export const unitsInStore = (levels: readonly StockLevel[], storeCode: string): number =>
  levels.reduce((units, level) => units + (level.storeCode === storeCode ? pickupUnits(level) : 0), 0);

export interface StockClaim {
  storeCode: string;
  quantity: number;
}

/** The way in which an order gets its units (DEC-81). */
export type ClaimMode = { kind: 'delivery' } | { kind: 'pickup'; storeCode: string };

export type ClaimRefusal = { code: 'QUANTITY_GREATER_THAN_STOCK'; available: number };

/**
 * Plans the sources of `quantity` units (DEC-81). Delivery: from the warehouse, then from stores, the fullest first,
 * equally full ones by code. Pickup: from the chosen store, then from the warehouse, from no other place, and without
 * display pieces. Claims sum to `quantity`. Orders and "Ver en tiendas" both call this function, so that their results
 * cannot differ (record 0168).
 */
export function planClaims(
  levels: readonly StockLevel[],
  quantity: number,
  mode: ClaimMode,
): Result<StockClaim[], ClaimRefusal> {
  const places = mode.kind === 'delivery' ? deliveryOrder(levels) : pickupOrder(levels, mode.storeCode);
  const available = places.reduce((total, place) => total + place.quantity, 0);
  if (available < quantity) return refuse({ code: 'QUANTITY_GREATER_THAN_STOCK', available });
  const claims: StockClaim[] = [];
  let left = quantity;
  for (const place of places) {
    const taken = Math.min(left, place.quantity);
    if (taken > 0) claims.push({ storeCode: place.storeCode, quantity: taken });
    left -= taken;
  }
  return ok(claims);
}

const deliveryOrder = (levels: readonly StockLevel[]): StockLevel[] =>
  [...levels].sort(
    (a, b) =>
      Number(b.isWarehouse) - Number(a.isWarehouse) || b.quantity - a.quantity || (a.storeCode < b.storeCode ? -1 : 1),
  );

function pickupOrder(levels: readonly StockLevel[], storeCode: string): StockLevel[] {
  const chosen = levels.filter((level) => level.storeCode === storeCode);
  const warehouse = levels.filter((level) => level.isWarehouse && level.storeCode !== storeCode);
  return [...chosen, ...warehouse].map((level) => ({ ...level, quantity: pickupUnits(level) }));
}
