import { type ClaimMode, planClaims } from '@ceiba/domain/stock/claim-plan';
import type { LineFacts, PricedCart } from '../carts/cart-snapshot.ts';
import type { LockedLevel } from './claiming.store.ts';
import type { PlacedClaim } from './order-draft.ts';

/** Units wanted of each product with limited stock, by its id: lines of one product share what there is (DEC-81). */
function demandOf(lines: readonly LineFacts[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const { kind, productId, quantity } of lines) {
    if (kind === 'product') demand.set(productId, (demand.get(productId) ?? 0) + quantity);
  }
  return demand;
}

const claimMode = ({ shippingMethod, shippingAddress }: PricedCart): ClaimMode =>
  shippingMethod === 'storepickup'
    ? { kind: 'pickup', storeCode: shippingAddress?.storeCode ?? '' }
    : { kind: 'delivery' };

/**
 * Where each unit is taken from, given the levels under lock. `short`: what this order can get of the products that do
 * not suffice, by product id; a pickup order gets what its store and the warehouse hold.
 */
export function planStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
): { claims: PlacedClaim[]; short: Map<number, number> } {
  const claims: PlacedClaim[] = [];
  const short = new Map<number, number>();
  for (const [productId, quantity] of demandOf(cart.lines)) {
    const plan = planClaims(
      levels.filter((level) => level.productId === productId),
      quantity,
      claimMode(cart),
    );
    if (plan.ok) claims.push(...plan.value.map((claim) => ({ productId, ...claim })));
    else short.set(productId, plan.error.available);
  }
  return { claims, short };
}

/** The cart as it is with what is really there: the readiness checks then name what is missing. */
export const withStock = (cart: PricedCart, short: ReadonlyMap<number, number>): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const available = short.get(line.productId);
    if (available === undefined) return line;
    return { ...line, salableQuantity: available, status: available === 0 ? 'OUT_OF_STOCK' : line.status };
  }),
});
