import type { EntityDeclaration } from '../entity.ts';
import { brands } from './brands.ts';
import { coupons } from './coupons.ts';
import { couriers } from './couriers.ts';
import { otherBrands } from './other-brands.ts';

/**
 * Every entity that is declared: a new one is a line here. The words of the audit, who reads a history, the desk's lists and the generated
 * tests read this table, and so do its calls.
 */
export const entities = { brands, coupons, couriers, otherBrands } as const;

type Entities = typeof entities;

/** Calls of entities that leave a row in the audit. */
export type EntityOperation = {
  [N in keyof Entities]:
    | `create${Entities[N]['calls'][0]}`
    | `change${Entities[N]['calls'][0]}`
    | `export${Entities[N]['calls'][1]}`
    | (Entities[N] extends { canRemove: true } ? `remove${Entities[N]['calls'][0]}` : never);
}[keyof Entities];

export const allEntities: readonly EntityDeclaration[] = Object.values(entities);

export const findEntity = (name: string): EntityDeclaration | undefined =>
  allEntities.find((entity) => entity.name === name);
