/** Longest slug of a product: part of an address people read out. */
export const MAX_SLUG = 80;

/** ASCII address of a product: `Refrigeradora 18 pies³ Top mount` → `refrigeradora-18-pies3-top-mount`. */
export function productSlug(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('³', '3')
    .normalize('NFD')
    .replace(/[^a-z0-9\s./-]/g, '')
    .replace(/[\s./-]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.length <= MAX_SLUG ? plain : plain.slice(0, MAX_SLUG).replace(/-[^-]*$/, '');
}
