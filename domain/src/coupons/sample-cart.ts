import { lineLimit, quantityLimit } from '../carts/cart-limits.ts';
import { ok, type Result, refuse } from '../result.ts';

/** A product of a sample cart, with its units. */
interface SampleLine {
  sku: string;
  quantity: number;
}

type SampleRefusal = { code: 'wrong_quantity'; sku: string } | { code: 'no_lines' } | { code: 'too_many_lines' };

/** The Spanish text about a sample cart that cannot be read. */
export function sampleCartText(refusal: SampleRefusal): string {
  switch (refusal.code) {
    case 'no_lines':
      return 'Escribe el código de un producto.';
    case 'too_many_lines':
      return `Un carrito tiene ${lineLimit} productos a lo más.`;
    case 'wrong_quantity':
      return `De «${refusal.sku}» caben de 1 a ${quantityLimit} unidades.`;
  }
}

/**
 * Parses a typed cart: a line for each product, its sku first. The units follow after a space, tab, comma or semicolon.
 * A line without units means one unit. A SKU that is typed twice becomes one line.
 */
export function readSampleCart(text: string): Result<SampleLine[], SampleRefusal> {
  const units = new Map<string, number>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const words = line.split(/[\s,;]+/).filter((word) => word !== '');
    const typed = words.length > 1 ? /^x?(\d{1,3})$/i.exec(words.at(-1) ?? '')?.[1] : undefined;
    const sku = typed === undefined ? line : words.slice(0, -1).join(' ');
    units.set(sku, (units.get(sku) ?? 0) + Number(typed ?? 1));
  }
  const lines = [...units].map(([sku, quantity]) => ({ sku, quantity }));
  if (lines.length === 0) return refuse({ code: 'no_lines' });
  if (lines.length > lineLimit) return refuse({ code: 'too_many_lines' });
  const wrong = lines.find(({ quantity }) => quantity < 1 || quantity > quantityLimit);
  return wrong === undefined ? ok(lines) : refuse({ code: 'wrong_quantity', sku: wrong.sku });
}
