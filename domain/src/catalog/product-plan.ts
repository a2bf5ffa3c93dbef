/** The states of a product (PROD-01). */
type ProductState = 'draft' | 'published' | 'archived';

/** A move of a product at a moment. */
export interface ProductPlan {
  state: ProductState;
  at: Date;
}

/** Days ahead, at most: a plan that is further away is a typing mistake. */
export const maxPlanDays = 730;

const dayMs = 86_400_000;

const alreadyThere: Readonly<Record<ProductState, string>> = {
  published: 'Ya está a la venta.',
  draft: 'Ya está fuera de la venta.',
  archived: 'Ya está archivado.',
};

/** Publishing is one kind of plan, taking off sale the other. A product has at most one plan of each kind. */
export const isSameKind = (one: ProductState, other: ProductState): boolean =>
  (one === 'published') === (other === 'published');

/** Why a plan may not be made, by field, in Spanish; null: it may (PROD-01). `others`: the plans that the product has. */
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
  // An earlier plan may move the product out of this state first.
  const isMovedBefore = others.some((plan) => plan.at < at);
  return state === present && !isMovedBefore ? { field: 'state', text: alreadyThere[state] } : null;
}
