import { applySpecialCases } from './apply-special-cases.ts';
import type { DemoProduct } from './demo-product.ts';
import { houseProducts } from './house-products.ts';
import type { Leaf } from './leaves/leaf.ts';
import { leaves } from './leaves/leaves.ts';
import { makeProducts } from './make-products.ts';
import { distinct } from './slug.ts';

export interface CatalogueOptions {
  /** Same seed and same `now`, same catalogue. */
  seed: string;
  now: Date;
  /** At most this many listed products, taken evenly from all leaves; without it the whole demo shop. */
  productCount?: number;
}

/** The products of the demo shop (DEC-161): pure, so that the same arguments give the same shop anywhere. */
export function buildCatalogue({ seed, now, productCount }: CatalogueOptions): DemoProduct[] {
  const making = { seed, now, firstNumber: 1, serial: () => '' };
  const models = leaves.flatMap((leaf) => turnsOf(leaf)).sort((a, b) => a.turn - b.turn);
  const made = models.flatMap(untaken((leaf, turn, attempt) => makeProducts(leaf, turn, making, attempt)));
  const wanted = productCount === undefined ? made : made.slice(0, productCount);
  return [...wanted, ...houseProducts(now)].map((product) => applySpecialCases(product, now)).map(distinct());
}

const turnsOf = (leaf: Leaf): { leaf: Leaf; turn: number }[] =>
  Array.from({ length: leaf.models }, (_, turn) => ({ leaf, turn }));

/** Most throws of the dice for one model. */
const attempts = 20;

/** Makes each model anew until no other product has its title. */
function untaken(make: (leaf: Leaf, turn: number, attempt: number) => DemoProduct[]) {
  const taken = new Set<string>();
  return ({ leaf, turn }: { leaf: Leaf; turn: number }): DemoProduct[] => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const products = make(leaf, turn, attempt);
      if (products.some(({ title }) => taken.has(title))) continue;
      for (const { title } of products) taken.add(title);
      return products;
    }
    throw new Error(`Model ${turn} of ${leaf.path} repeats another: give the leaf more lines or fewer models.`);
  };
}
