import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { findGoods } from './goods.store.ts';

/** A line of a document that moves goods: `sku` is a SKU or a code. */
interface GoodsLine {
  sku: string;
  quantity: number;
}

/** The refusal of a code that no product with stock has. */
export const unknownGoods = (sku: string) => ({
  code: 'PRODUCT_NOT_FOUND' as const,
  message: `No hay un producto con el SKU ${sku}.`,
});

/** Returns the units of lines, summed by product. Refuses the first code that no product with stock has. */
export async function unitsByProduct(
  tx: Tx,
  lines: readonly GoodsLine[],
): Promise<Result<{ productId: number; units: number }[], ReturnType<typeof unknownGoods>>> {
  const codes = lines.map(({ sku }) => sku);
  const units = new Map<number, number>();
  for (const [at, found] of (await findGoods(tx, codes)).entries()) {
    const { sku, quantity } = lines[at] ?? { sku: '', quantity: 0 };
    if (found === undefined) return refuse(unknownGoods(sku));
    units.set(found.id, (units.get(found.id) ?? 0) + quantity);
  }
  return ok([...units].map(([productId, sum]) => ({ productId, units: sum })));
}

/** Units by SKU, as the audit names them. */
export const lineTexts = (lines: readonly GoodsLine[]): string[] =>
  lines.map(({ sku, quantity }) => `${sku}: ${quantity}`);
