/** The SKUs of the support services (TECH-02). */
export type ServiceSku = 'TECKIAI' | 'TECKIRESUELVE';

/** Category ids for each service. An operator changes them with the catalogue. */
export interface TechSupportPolicy {
  teckiAi: ReadonlySet<number>;
  teckiResuelve: ReadonlySet<number>;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The category ids of the requirements: 1101 to 1105, and 1201 to 1226 (DEC-159). */
export const defaultTechSupportPolicy: TechSupportPolicy = {
  teckiAi: new Set(range(1_101, 1_105)),
  teckiResuelve: new Set(range(1_201, 1_226)),
};

/**
 * Returns the service that is offered with a product. Null if no service matches (TECH-01). TECKIAI if both services
 * match (DEC-159).
 */
export function serviceSkuFor(
  categoryIds: readonly number[],
  policy: TechSupportPolicy = defaultTechSupportPolicy,
): ServiceSku | null {
  if (categoryIds.some((id) => policy.teckiAi.has(id))) return 'TECKIAI';
  return categoryIds.some((id) => policy.teckiResuelve.has(id)) ? 'TECKIRESUELVE' : null;
}

/** Texts of the support offer (TECH-03, TECH-05). */
export const techSupportTexts = { added: 'Producto agregado', link: '/tv-y-video/servicios/tecki' } as const;

export type UpsellState = 'unchecked' | 'checked' | 'adding' | 'added';
export type UpsellAction = 'toggle' | 'add' | 'added' | 'failed';

/** unchecked ↔ checked → adding → added. A failure unlocks the box again. An action that is not allowed changes nothing (TECH-03). */
export function reduceUpsell(state: UpsellState, action: UpsellAction): UpsellState {
  const next: Partial<Record<`${UpsellState}/${UpsellAction}`, UpsellState>> = {
    'unchecked/toggle': 'checked',
    'checked/toggle': 'unchecked',
    'checked/add': 'adding',
    'adding/added': 'added',
    'adding/failed': 'checked',
  };
  return next[`${state}/${action}`] ?? state;
}
