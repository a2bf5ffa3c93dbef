import { reservedSlugs, reservedSlugText } from './reserved-slugs.ts';

/** The facts of a product that decide whether it may be sold. */
export interface SellableProduct {
  pictures: number;
  slug: string;
  categoryState: string;
  brandState: string;
  isSellerActive: boolean;
  /** Null if it is missing. */
  regularPrice: number | null;
  /** True if the shop itself sells the product. Another seller's product needs an offer (CAT-26). */
  isOwn: boolean;
  offerId: string | null;
  isPresale: boolean;
  presaleDate: string | null;
  description: string;
  attributes: number;
  /** Declared attributes that are missing or do not fit, in the order of the declarations. `isDue`: required already now. `text`: Spanish. */
  attributeFaults: readonly { code: string; text: string; isMissing: boolean; isDue: boolean }[];
}

export interface ProductFault {
  /** The field in which a person can correct the fault. */
  field: string;
  /** Spanish. */
  text: string;
  /** True if the fault blocks the sale. Other faults are advice. */
  isBlocking: boolean;
}

/** Returns the name of a declared attribute among the fields of a product. */
export const attributeField = (code: string): string => `attributes.${code}`;

const noPicture = 'Agrega al menos una foto.';

/**
 * Returns the faults of a product. The desk lists all of them. A blocking fault prevents publishing, and saving a
 * published product (PROD-03).
 */
export function productFaults(product: SellableProduct): ProductFault[] {
  const { slug, categoryState, brandState, isSellerActive, isOwn, offerId, isPresale, presaleDate } = product;
  const blocking: [field: string, isWrong: boolean, text: string][] = [
    ['pictures', product.pictures === 0, noPicture],
    ['category', categoryState === 'retired', 'Esa categoría está retirada: elige otra.'],
    ['brand', brandState === 'retired', 'Esa marca está retirada: elige otra.'],
    ['seller', !isSellerActive, 'Ese vendedor está retirado: elige otro.'],
    ['regularPrice', product.regularPrice === null, 'Escribe el precio.'],
    ['offerId', !isOwn && offerId === null, 'Un producto de otro vendedor necesita su oferta.'],
    ['slug', reservedSlugs.has(slug), reservedSlugText],
  ];
  const advice: typeof blocking = [
    ['description', product.description.trim() === '', 'Escribe la descripción.'],
    ['attributes', product.attributes === 0, 'Agrega las características.'],
    ['presaleDate', isPresale && presaleDate === null, 'Escribe desde cuándo se entrega la preventa.'],
    ['category', categoryState === 'hidden', 'Su categoría está oculta: nadie la encuentra en el menú.'],
    ['brand', brandState === 'hidden', 'Su marca está oculta.'],
  ];
  // A later declaration never takes a product off sale. An unfitting value is therefore only advice.
  for (const { code, text, isMissing, isDue } of product.attributeFaults)
    (isMissing && isDue ? blocking : advice).push([attributeField(code), true, text]);
  const found = (rows: typeof blocking, isBlocking: boolean): ProductFault[] =>
    rows.flatMap(([field, isWrong, text]) => (isWrong ? [{ field, text, isBlocking }] : []));
  return [...found(blocking, true), ...found(advice, false)];
}
