import { declareList } from '../list.ts';

/**
 * Changes of many products in one run (OFF-19). `copy`: copies parts of one variant to others of its family (PROD-25).
 */
export const productRunVerbs = {
  tag: 'Agregar etiqueta',
  untag: 'Quitar etiqueta',
  publish: 'Publicar',
  unpublish: 'Quitar de la venta',
  archive: 'Archivar',
  category: 'Cambiar categoría',
  brand: 'Cambiar marca',
  copy: 'Copiar a variantes',
} as const;
export type ProductRunVerb = keyof typeof productRunVerbs;

/** The verbs of all runs: runs that a job carries out, and the saves of the grid (PROD-26). */
export const shownRunVerbs = { ...productRunVerbs, grid: 'Cuadrícula' } as const;

export const productRunStates = { applying: 'En curso', done: 'Terminado', canceled: 'Cancelado' } as const;

/** `changed`: saved. `equal`: it already had these values. `failed`: with the reason. `waiting`: not tried yet. */
export const runOutcomes = {
  changed: 'Cambió',
  equal: 'Ya estaba así',
  failed: 'Falló',
  waiting: 'En espera',
} as const;
export type RunOutcome = keyof typeof runOutcomes;

/** Runs on products, the latest first. */
export const productRunList = declareList({
  name: 'product-runs',
  title: 'Cambios en lote',
  slice: 'products',
  permission: 'catalog.read',
  id: 'id',
  columns: {
    name: { label: 'Cambio', kind: 'link' },
    id: { label: 'Número', kind: 'text', isHidden: true },
    createdAt: { label: 'Pedido', kind: 'moment' },
    state: { label: 'Estado', kind: 'state', values: productRunStates },
    total: { label: 'Productos', kind: 'number' },
    done: { label: 'Hechos', kind: 'number' },
    failed: { label: 'Fallidos', kind: 'number' },
    actor: { label: 'Quién', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: productRunStates },
    verb: { kind: 'choice', label: 'Cambio', values: shownRunVerbs },
    created: { kind: 'dates', label: 'Pedido' },
  },
  sorts: ['-createdAt'],
});
