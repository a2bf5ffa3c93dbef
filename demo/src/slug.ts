import type { DemoProduct } from './demo-product.ts';

/** Longest slug of a product: part of an address people read out. */
const maxSlug = 80;

/** ASCII address of a product: `Refrigeradora 18 pies³ Top mount` → `refrigeradora-18-pies3-top-mount`. */
export function productSlug(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('³', '3')
    .normalize('NFD')
    .replace(/[^a-z0-9\s./-]/g, '')
    .replace(/[\s./-]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.length <= maxSlug ? plain : plain.slice(0, maxSlug).replace(/-[^-]*$/, '');
}

/** Unique by the sku at its end, and still short enough. */
export function slugWithSku({ slug, sku }: { slug: string; sku: string }): string {
  const ending = `-${sku.toLowerCase()}`;
  return slug.slice(0, maxSlug - ending.length).replace(/-$/, '') + ending;
}

/** Gives the second of two products with one address the sku as an ending. */
export function distinct(): (product: DemoProduct) => DemoProduct {
  const taken = new Set<string>();
  return (product) => {
    const slug = taken.has(product.slug) ? slugWithSku(product) : product.slug;
    taken.add(slug);
    return { ...product, slug };
  };
}
