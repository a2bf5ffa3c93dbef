import { productCodes } from './entities/product-codes.ts';
import type { Field } from './fields.ts';
import { productFields, skuForm, skuMaxLength } from './product-fields.ts';

/** Maximum number of variants that the grid of a family shows (PROD-25). */
export const maxVariants = 200;

/** Fields of a variant in the grid of its family. Labels, limits and messages of grid and call come from here. */
export const variantFields = {
  /** The name that the shop shows: its colour, or its title without a colour. */
  label: { kind: 'text', label: 'Variante', max: 200 },
  regularPrice: productFields.regularPrice,
  salesPrice: productFields.salesPrice,
  /** One bar code. The cell contains several, separated by commas. */
  code: productCodes.fields.code,
  isPublished: { kind: 'flag', label: 'Publicado', words: ['Sí', 'No'] },
} as const satisfies Readonly<Record<string, Field>>;

export const newVariantFields = {
  label: variantFields.label,
  sku: { kind: 'text', label: 'Código', max: skuMaxLength, form: skuForm, isOptional: true },
} as const satisfies Readonly<Record<string, Field>>;

/** The parts of a product that may be copied to its family. */
export const copyParts = { description: 'Descripción', attributes: 'Características', pictures: 'Fotos' } as const;
export type CopyPart = keyof typeof copyParts;
