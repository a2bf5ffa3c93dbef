import { checkReadiness } from '@ceiba/domain/carts/readiness';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type ClaimMode, planClaims } from '@ceiba/domain/stock/claim-plan';
import { cartToPlace } from '../../carts/cart-answer.ts';
import type { LineFacts, PricedCart } from '../../carts/cart-snapshot.ts';
import type { LockedLevel, OrderRefusal, PlacedClaim } from './placement.ts';

/**
 * Decides from which place each unit of the order is taken. The stock is locked. Refuses the order if units were sold in the
 * meantime (ORD-10).
 */
export function planStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
  policy: ShopPolicy,
): Result<PlacedClaim[], OrderRefusal> {
  const { claims, short } = allocateStock(cart, levels);
  if (short.size === 0) return ok(claims);
  const ready = checkReadiness(cartToPlace(withStock(cart, short)), 'placeOrder', policy);
  return ready.ok ? refuse({ code: 'QUANTITY_GREATER_THAN_STOCK' }) : ready;
}

/** Returns how many units of each product with limited stock the order needs, by product ID. Lines of one product share its stock (DEC-81). */
function demandOf(lines: readonly LineFacts[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const { kind, productId, quantity } of lines) {
    if (kind === 'goods') demand.set(productId, (demand.get(productId) ?? 0) + quantity);
  }
  return demand;
}

export const claimMode = ({ deliveryType, shippingAddress }: PricedCart): ClaimMode =>
  deliveryType === 'storepickup'
    ? { kind: 'pickup', storeCode: shippingAddress?.storeCode ?? '' }
    : { kind: 'delivery' };

/**
 * Decides the place of each unit. `short`: for each product with too few units, the number of units that this order could have, by product
 * ID. A pickup order can use its store and the warehouse.
 */
function allocateStock(
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
    if (plan.ok) claims.push(...claimsByShipment(cart.lines, productId, plan.value));
    else short.set(productId, plan.error.available);
  }
  return { claims, short };
}

/** Splits a product's claims over shipments, because its lines may belong to several sellers. The sellers take their units one after the other. */
function claimsByShipment(
  lines: readonly LineFacts[],
  productId: number,
  planned: readonly { storeCode: string; quantity: number }[],
): PlacedClaim[] {
  const sellers = [...new Set(lines.map(({ sellerId }) => sellerId))];
  const remaining = planned.map((claim) => ({ ...claim }));
  return sellers.flatMap((sellerId, index) => {
    const own = lines.filter(
      (line) => line.sellerId === sellerId && line.productId === productId && line.kind === 'goods',
    );
    let needed = own.reduce((units, { quantity }) => units + quantity, 0);
    return remaining.flatMap((claim) => {
      const units = Math.min(needed, claim.quantity);
      needed -= units;
      claim.quantity -= units;
      return units === 0 ? [] : [{ shipmentNumber: index + 1, productId, storeCode: claim.storeCode, quantity: units }];
    });
  });
}

/** Returns the cart with the real stock, so that the readiness checks name what is missing. */
const withStock = (cart: PricedCart, short: ReadonlyMap<number, number>): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const available = short.get(line.productId);
    if (available === undefined) return line;
    return { ...line, salableQuantity: available, status: available === 0 ? 'OUT_OF_STOCK' : line.status };
  }),
});
