import type { CodeLine } from '@ceiba/contract/cart-codes';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { add, centavos, times, toQuetzales, zero } from '@ceiba/domain/money/money';
import type { LooseLineRow } from '../carts/read-cart.store.ts';
import { isOutOfStock, priceNow, toThumbnailUrl } from '../catalog/product-card.ts';
import type { CodeLineRow } from './cart-codes.store.ts';

const amountOf = (value: number | null): number | null => (value === null ? null : toQuetzales(centavos(value)));

/** True while a unit of the line can be bought: from the same seller's offer, with a price, in stock. */
const isAvailable = (row: CodeLineRow): boolean =>
  !isOutOfStock(row) &&
  priceNow(row) !== null &&
  (row.seller_id === firstPartySellerId || row.offer_id === row.line_offer_id);

const toLine = (row: CodeLineRow): CodeLine => ({
  sku: row.sku,
  title: row.title,
  quantity: row.line_quantity,
  priceThen: amountOf(row.price_then),
  priceNow: row.is_published ? amountOf(priceNow(row)) : null,
  available: isAvailable(row),
  warranty:
    row.warranty_label === null
      ? null
      : {
          label: row.warranty_label,
          priceThen: toQuetzales(centavos(row.warranty_then ?? 0)),
          priceNow: amountOf(row.warranty_now),
        },
  slug: row.is_published ? row.slug : null,
  picture: toThumbnailUrl(row.picture_key),
});

/** Returns the available lines at present prices, in the form of a cart's lines. */
export const toLooseLines = (rows: readonly CodeLineRow[]): LooseLineRow[] =>
  rows.filter(isAvailable).map(({ warranty_id: id, warranty_sku: sku, warranty_now: amount, ...row }) => ({
    ...row,
    warranty:
      id === null || sku === null || amount === null ? null : { id, sku, label: row.warranty_label ?? '', amount },
  }));

/** Returns the lines of a code's answer, and the sum of the available lines at present prices. */
export function showCode(rows: readonly CodeLineRow[]): { lines: CodeLine[]; total: number } {
  const costs = rows
    .filter(isAvailable)
    .map((row) => times(add(priceNow(row) ?? zero, centavos(row.warranty_now ?? 0)), row.line_quantity));
  return { lines: rows.map(toLine), total: toQuetzales(costs.reduce((sum, cost) => add(sum, cost), zero)) };
}
