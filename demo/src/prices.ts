import { type Centavos, centavos, quetzales as wholeQuetzales } from '@ceiba/domain/money/money';
import { brandLook } from './brands.ts';
import { catalogBrief } from './catalog-brief.ts';
import type { Draft, Leaf } from './leaves/leaf.ts';

/** Price ranges of the leaves the brief does not have, quetzales. */
const ownRanges: Readonly<Record<string, { min: number; max: number }>> = {
  'motos-y-vehiculos/motocicletas': { min: 7999, max: 24999 },
  'motos-y-vehiculos/llantas-y-baterias': { min: 249, max: 1999 },
  'tarjetas-de-regalo': { min: 100, max: 1000 },
};

/**
 * A price as it is written on a shelf: …99.00 or …49.00 from Q1,000, …9.00 from Q300, …9.95 or …4.95 below. `limits` in
 * quetzales are kept.
 */
function shelfPrice(quetzales: number, limits: { min: number; max: number }): Centavos {
  const wanted = Math.min(limits.max, Math.max(limits.min, quetzales));
  if (wanted >= 1000) return within(Math.round(wanted / 50) * 50 - 1, limits);
  if (wanted >= 300) return within(Math.round(wanted / 10) * 10 - 1, limits);
  const cheap = centavos(Math.round(wanted / 5) * 500 - 5);
  return cheap < limits.min * 100 ? wholeQuetzales(limits.min) : cheap;
}

const within = (whole: number, limits: { min: number; max: number }): Centavos =>
  wholeQuetzales(Math.min(limits.max, Math.max(limits.min, whole)));

/** The reduced price: `percent` off the regular one, rounded to a shelf price. */
export function reducedPrice(regular: Centavos, percent: number): Centavos {
  const target = (regular / 100) * (1 - percent / 100);
  return shelfPrice(target, { min: 10, max: regular / 100 });
}

/** Gift cards cost what is on them; everything else gets a shelf price within the leaf's range. */
export function regularPrice(leaf: Leaf, draft: Draft, brand: string): Centavos {
  if (leaf.path === 'tarjetas-de-regalo') return wholeQuetzales(draft.quetzales);
  const range = catalogBrief.leafCategories.find(({ path }) => path === leaf.path)?.priceGTQ ?? ownRanges[leaf.path];
  if (range === undefined) throw new Error(`No price range for ${leaf.path}.`);
  return shelfPrice(draft.quetzales * brandLook(brand).price, range);
}
