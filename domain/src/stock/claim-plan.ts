import { ok, type Result, refuse } from '../result.ts';

/** The stock of one product at a place; quantities are integers ≥ 0. */
export interface StockLevel {
  storeCode: string;
  isWarehouse: boolean;
  quantity: number;
}

export interface StockClaim {
  storeCode: string;
  quantity: number;
}

/** DEC-81. */
export type ClaimMode = { kind: 'delivery' } | { kind: 'pickup'; storeCode: string };

export type ClaimRefusal = { code: 'QUANTITY_GREATER_THAN_STOCK'; available: number };

/**
 * Plans where to take `quantity` units from (DEC-81). Delivery: from the warehouse, then from stores, the fullest first, equal
 * ones by code. Pickup: from the chosen store, then from the warehouse, from no other place. Claims sum to `quantity`.
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
  return [...chosen, ...warehouse];
}
