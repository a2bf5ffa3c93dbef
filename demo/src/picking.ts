import { categoryByPath } from './catalogue.ts';
import type { DemoProduct } from './demo-products.ts';

/** Returns the check digit of a GTIN-13. With this digit, the weighted sum is a multiple of ten. */
const checkDigit = (digits: string): number => {
  const weighted = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return (10 - (weighted % 10)) % 10;
};

/** Returns the barcode on a product's box, by its position in the catalogue: an EAN-13 of Guatemala (740). */
export function barcodeOf(at: number): string {
  const digits = `74012345${String(at).padStart(4, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** Number of products on one level of a shelf, and of levels in a bay. */
const [ofLevel, levels] = [4, 4];

/**
 * Returns the shelf of each product, the same at every place. Each department of the menu has an aisle. "C-07-2" is the second
 * level of the seventh bay in aisle C.
 */
export function shelvesOf(
  products: readonly Pick<DemoProduct, 'sku' | 'kind' | 'categoryPath'>[],
): ReadonlyMap<string, string> {
  const shelved = new Map<string, number>();
  return new Map(
    products
      .filter(({ kind }) => kind === 'goods')
      .map(({ sku, categoryPath }) => {
        const [department = ''] = categoryPath.split('/');
        const place = shelved.get(department) ?? 0;
        shelved.set(department, place + 1);
        const aisle = String.fromCharCode(65 + categoryByPath(department).position);
        const level = Math.floor(place / ofLevel);
        const bay = 1 + Math.floor(level / levels);
        return [sku, `${aisle}-${String(bay).padStart(2, '0')}-${1 + (level % levels)}`];
      }),
  );
}
