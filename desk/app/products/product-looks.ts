import type { Pills } from '../list/cell.tsx';
import type { PillStyle } from '../platform/pill.tsx';

/** Looks of the states of a product (PROD-01). */
export const productPills: Readonly<Record<'draft' | 'published' | 'archived', PillStyle>> = {
  published: { look: 'good', icon: 'circle-check' },
  draft: { look: 'stone', icon: 'eye-off' },
  archived: { look: 'out', icon: 'ban' },
};

export const listPills: Pills = { state: productPills };

/** Looks of the states of a run on products (OFF-19). */
export const runPills: Readonly<Record<'applying' | 'done' | 'canceled', PillStyle>> = {
  applying: { look: 'sky', icon: 'hourglass' },
  done: { look: 'good', icon: 'circle-check' },
  canceled: { look: 'out', icon: 'ban' },
};

export const runsPath = '/productos/cambios';

/** The page of a run, below /admin. */
export const runHref = (id: string): string => `${runsPath}/${id}`;

/** The grid of products that were chosen in the list. */
export const gridHref = '/productos/cuadricula';

export const productsPath = [{ label: 'Productos', to: '/productos' }];

/** The page of a product, below /admin. */
export const productHref = (sku: string): string => `/productos/${encodeURIComponent(sku)}`;

/** The id of the card of a product's stock on its page. */
export const stockId = 'existencias';

/** The card of a product's stock, below /admin. */
export const stockHref = (sku: string): string => `${productHref(sku)}#${stockId}`;

/** The page of a family, below /admin. */
export const familyHref = (parentSku: string): string => `/productos/familias/${encodeURIComponent(parentSku)}`;

/** The address of the form of a new product. */
export const newProductHref = '/productos/+';
