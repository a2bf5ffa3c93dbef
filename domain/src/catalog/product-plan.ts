/** The states of a product (PROD-01). */
type ProductState = 'draft' | 'published' | 'archived';

/** A planned change of a product's state. */
export interface ProductPlan {
  state: ProductState;
  at: Date;
}

/** Maximum number of days ahead. A later plan is a typing mistake. */
export const maxPlanDays = 730;

const dayMs = 86_400_000;

const alreadyThere: Readonly<Record<ProductState, string>> = {
  published: 'Ya está a la venta.',
  draft: 'Ya está fuera de la venta.',
  archived: 'Ya está archivado.',
};

/**
 * Returns whether two plans are of the same kind. The kinds are publishing and taking off sale. A product has at most
 * one plan of each kind.
 */
export const isSameKind = (one: ProductState, other: ProductState): boolean =>
  (one === 'published') === (other === 'published');

/**
 * Returns the reasons why a plan is not allowed, by field, in Spanish. Null if the plan is allowed (PROD-01). `others`:
 * the product's other plans.
 */
export function planFault(
  { state, at }: ProductPlan,
  { now, present, others }: { now: Date; present: ProductState; others: readonly ProductPlan[] },
): { field: 'at' | 'state'; text: string } | null {
  if (at <= now) return { field: 'at', text: 'Esa fecha ya pasó.' };
  if (at.getTime() > now.getTime() + maxPlanDays * dayMs)
    return { field: 'at', text: 'Elige una fecha de los próximos dos años.' };
  if (others.some((plan) => isSameKind(plan.state, state)))
    return { field: 'state', text: 'Ya hay una fecha para eso: cancélala primero.' };
  if (others.some((plan) => plan.at.getTime() === at.getTime()))
    return { field: 'at', text: 'A esa hora ya hay otro cambio planeado.' };
  // An earlier plan may change the product's state before.
  const isMovedBefore = others.some((plan) => plan.at < at);
  return state === present && !isMovedBefore ? { field: 'state', text: alreadyThere[state] } : null;
}
