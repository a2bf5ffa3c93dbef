import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { VisitRefusal } from '@ceiba/domain/visits/visit';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';
import type { StoredGiftCard } from './cart-snapshot.ts';
import type { LockRefusal } from './carts.store.ts';

export type AddLineRefusal =
  | LockRefusal
  | 'PRODUCT_NOT_FOUND'
  | 'FEATURE_DISABLED'
  | 'PRODUCT_WITHOUT_PRICE'
  | 'SELLER_OFFER_REQUIRED'
  | 'GIFT_CARD_DATA_REQUIRED'
  | 'WARRANTY_NOT_AVAILABLE'
  | 'OUT_OF_STOCK'
  | 'QUANTITY_GREATER_THAN_STOCK'
  | 'CART_LINE_LIMIT'
  | VisitRefusal;

const callAddLine = statement(
  'carts.add-line',
  'select refusal, line_id from add_cart_line($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
  { refusal: column<AddLineRefusal>() },
);

export interface LineToAdd {
  cartId: string;
  /** The line's id, if a new line is needed. */
  newLineId: string;
  sku: string;
  /** Units to add, from 1 to the limit of a line. The line's total is cut at that limit (DEC-73). */
  quantity: number;
  offerId: string | null;
  parentSku: string | null;
  warranty: string | null;
  giftCard: StoredGiftCard | null;
}

/** Adds units of a product under the cart's lock, and returns the line's id. A refusal writes nothing. */
export async function addLine(
  tx: Tx,
  line: LineToAdd,
  now: Date,
): Promise<Result<{ lineId: string }, { code: AddLineRefusal }>> {
  const [row] = await callAddLine(tx, [
    line.cartId,
    line.newLineId,
    line.sku,
    line.quantity,
    line.offerId,
    line.parentSku,
    line.warranty,
    line.giftCard === null ? null : JSON.stringify(line.giftCard),
    lineLimit,
    quantityLimit,
    now,
  ]);
  if (row?.refusal) return refuse({ code: row.refusal });
  if (!row?.lineId) throw new Error('add_cart_line returned neither a line nor a refusal');
  return ok({ lineId: row.lineId });
}

export type ChangeLineRefusal =
  | LockRefusal
  | 'CART_LINE_NOT_FOUND'
  | 'WARRANTY_NOT_AVAILABLE'
  | 'OUT_OF_STOCK'
  | 'QUANTITY_GREATER_THAN_STOCK';

const callChangeLine = statement('carts.change-line', 'select change_cart_line($1, $2, $3, $4, $5, $6) as refusal', {
  refusal: column<ChangeLineRefusal>(),
});

/** Sets quantity and warranty of a line. A quantity of 0 removes the line (DEC-74). A refusal writes nothing. */
export async function changeLine(
  tx: Tx,
  change: { cartId: string; lineId: string; quantity: number; warranty: string | null },
  now: Date,
): Promise<Result<null, { code: ChangeLineRefusal }>> {
  const { cartId, lineId, quantity, warranty } = change;
  const [row] = await callChangeLine(tx, [cartId, lineId, quantity, warranty, quantityLimit, now]);
  return row?.refusal ? refuse({ code: row.refusal }) : ok(null);
}

const callMarkSeen = statement('carts.mark-price-seen', 'select mark_price_seen($1, $2, $3) as refusal', {
  refusal: column<LockRefusal | 'CART_LINE_NOT_FOUND'>(),
});

/** Records that the buyer has seen the price of a line (PRICE-09). Skipped if the price has changed. A refusal writes nothing. */
export async function markPriceSeen(
  tx: Tx,
  { cartId, lineId, price }: { cartId: string; lineId: string; price: Centavos | null },
): Promise<Result<null, { code: ChangeLineRefusal }>> {
  const [row] = await callMarkSeen(tx, [cartId, lineId, price]);
  return row?.refusal ? refuse({ code: row.refusal }) : ok(null);
}
