import { productCodes } from './entities/product-codes.ts';
import type { Field } from './fields.ts';
import { productFields, skuForm, skuMaxLength } from './product-fields.ts';

/** Variants of one family that its grid shows, at most (PROD-25). */
export const maxVariants = 200;

/** Fields of a variant in the grid of its family. Labels, limits and messages of grid and call come from here. */
export const variantFields = {
  /** Its colour, or its title if it has none: the name that the shop shows. */
  label: { kind: 'text', label: 'Variante', max: 200 },
  regularPrice: productFields.regularPrice,
  salesPrice: productFields.salesPrice,
  /** One bar code; the cell holds several, separated by commas. */
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
