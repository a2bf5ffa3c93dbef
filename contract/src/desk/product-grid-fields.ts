import type { Field } from './fields.ts';
import { productFields } from './product-fields.ts';
import { shelfFields } from './shipment-fields.ts';

/** Products of the grid, at most (PROD-26). */
export const maxGridRows = 500;
/** Maximum number of products in one response, because an address cannot contain more skus. */
export const maxGridPage = 100;

/** Fields of a product in the grid. Labels, limits and messages of grid and call come from here. */
export const gridFields = {
  regularPrice: productFields.regularPrice,
  salesPrice: productFields.salesPrice,
  shelf: { ...shelfFields.shelf, isOptional: true },
  isPublished: { kind: 'flag', label: 'Publicado', words: ['Sí', 'No'] },
} as const satisfies Readonly<Record<string, Field>>;
