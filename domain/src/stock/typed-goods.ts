/** Units of a product that a person typed, pasted or scanned. */
export interface TypedGoods {
  sku: string;
  quantity: number;
}

/**
 * A line of a list: a SKU or a code, and a quantity after a space, a tab, a comma or a semicolon. A line without a
 * quantity means one unit.
 */
const line = /^([^\s,;]{1,64})(?:[\s,;]+(\d{1,5}))?$/;

/**
 * Parses a list of goods with one product per line. A keyboard scanner ends each code with a line break, so lines of
 * the same product are added. Null if a line cannot be parsed, or has no units.
 */
export function readTypedGoods(text: string): TypedGoods[] | null {
  const units = new Map<string, number>();
  for (const typed of text.split(/\r?\n/)) {
    if (typed.trim() === '') continue;
    const [, sku, quantity = '1'] = line.exec(typed.trim()) ?? [];
    if (sku === undefined || Number(quantity) === 0) return null;
    units.set(sku, (units.get(sku) ?? 0) + Number(quantity));
  }
  return [...units].map(([sku, quantity]) => ({ sku, quantity }));
}
