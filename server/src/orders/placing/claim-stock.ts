import { checkReadiness } from '@ceiba/domain/carts/readiness';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type ClaimMode, planClaims } from '@ceiba/domain/stock/claim-plan';
import { toPlace } from '../../carts/cart-answer.ts';
import type { LineFacts, PricedCart } from '../../carts/cart-snapshot.ts';
import type { LockedLevel, OrderRefusal, PlacedClaim } from './placement.ts';

/** Decides where what the order wants comes from, given what is locked; what was bought away meanwhile is refused (ORD-10). */
export function claimStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
  policy: ShopPolicy,
): Result<PlacedClaim[], OrderRefusal> {
  const { claims, short } = allocateStock(cart, levels);
  if (short.size === 0) return ok(claims);
  const ready = checkReadiness(toPlace(withStock(cart, short)), 'placeOrder', policy);
  return ready.ok ? refuse({ code: 'QUANTITY_GREATER_THAN_STOCK' }) : ready;
}

/** Units wanted of each product with limited stock, by its id: lines of one product share what there is (DEC-81). */
function demandOf(lines: readonly LineFacts[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const { kind, productId, quantity } of lines) {
    if (kind === 'product') demand.set(productId, (demand.get(productId) ?? 0) + quantity);
  }
  return demand;
}

export const claimMode = ({ shippingMethod, shippingAddress }: PricedCart): ClaimMode =>
  shippingMethod === 'storepickup'
    ? { kind: 'pickup', storeCode: shippingAddress?.storeCode ?? '' }
    : { kind: 'delivery' };

/**
 * Where each unit is taken from, given the levels under lock. `short`: what this order can get of the products that do
 * not suffice, by product id; a pickup order gets what its store and the warehouse hold.
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

/** Lines of one product may be of several sellers, and go with their shipments: in their order each takes what it needs of the claims. */
function claimsByShipment(
  lines: readonly LineFacts[],
  productId: number,
  planned: readonly { storeCode: string; quantity: number }[],
): PlacedClaim[] {
  const sellers = [...new Set(lines.map(({ sellerId }) => sellerId))];
  const left = planned.map((claim) => ({ ...claim }));
  return sellers.flatMap((sellerId, index) => {
    const own = lines.filter(
      (line) => line.sellerId === sellerId && line.productId === productId && line.kind === 'product',
    );
    let needed = own.reduce((units, { quantity }) => units + quantity, 0);
    return left.flatMap((claim) => {
      const taken = Math.min(needed, claim.quantity);
      needed -= taken;
      claim.quantity -= taken;
      return taken === 0 ? [] : [{ n: index + 1, productId, storeCode: claim.storeCode, quantity: taken }];
    });
  });
}

/** The cart as it is with what is really there: the readiness checks then name what is missing. */
const withStock = (cart: PricedCart, short: ReadonlyMap<number, number>): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const available = short.get(line.productId);
    if (available === undefined) return line;
    return { ...line, salableQuantity: available, status: available === 0 ? 'OUT_OF_STOCK' : line.status };
  }),
});
