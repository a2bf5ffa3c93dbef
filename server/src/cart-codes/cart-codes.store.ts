import { createHash, randomInt, randomUUIDv7 } from 'node:crypto';
import {
  cartCodeEnd,
  cartCodeLimits,
  codeAlphabet,
  codeLength,
  toPartReason,
} from '@ceiba/domain/cart-codes/cart-code';
import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { TaxRegime } from '@ceiba/domain/sellers/tax-regime';
import type { SoldCart, SoldLine } from '../carts/cart-snapshot.ts';
import type { LockRefusal } from '../carts/carts.store.ts';
import { productCardSelect } from '../catalog/product-card.store.ts';
import type { ProductCardRow } from '../catalog/product-card.ts';
import { builtStatement, deleteOlder, type Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

/** A stored line of a code. It contains no personal data, so a gift card's recipient is omitted (WA-02). */
interface LineToShare {
  productId: number;
  offerId: string | null;
  parentSku: string | null;
  quantity: number;
  price: number | null;
  warranty: string | null;
  warrantyPrice: number | null;
}

const toShare = (line: SoldLine): LineToShare => ({
  productId: line.productId,
  offerId: line.offerId,
  parentSku: line.parentSku,
  quantity: line.quantity,
  price: line.salesPrice === 0 ? null : line.salesPrice,
  warranty: line.warranty?.sku ?? null,
  warrantyPrice: line.warranty?.amount ?? null,
});

const keyOf = ({ productId, offerId, warranty }: LineToShare): string => JSON.stringify([productId, offerId, warranty]);

/** Returns the lines of a cart without persons. Gift cards that differ only in their recipients become one line. */
export function linesToShare({ lines }: Pick<SoldCart, 'lines'>): LineToShare[] {
  const shared = new Map<string, LineToShare>();
  for (const line of lines.map(toShare)) {
    const known = shared.get(keyOf(line));
    shared.set(keyOf(line), known === undefined ? line : { ...known, quantity: known.quantity + line.quantity });
  }
  return [...shared.values()];
}

/** Equal for carts with the same products, whatever their order and prices. */
const contentsOf = (lines: readonly LineToShare[]): string =>
  createHash('sha256')
    .update(
      lines
        .map((line) => `${keyOf(line)} ${line.quantity}`)
        .toSorted()
        .join('\n'),
    )
    .digest('base64url');

/** Number of codes that a call tries. Even with a million codes, each is free with a chance of 999,998 in a million. */
const candidates = 4;

const randomCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

const callMake = statement(
  'cart-codes.make',
  'select refusal, made, ends, free_at from make_cart_code($1, $2, $3, $4, $5, $6, $7)',
  { refusal: column<LockRefusal | 'RATE_LIMITED'>() },
);

export type MakeRefusal = { code: LockRefusal } | { code: 'RATE_LIMITED'; metadata: { retryAfter: number } };

/** Creates a code for these lines, or returns the cart's existing code for them. */
export async function makeCode(
  tx: Tx,
  { cartId, lines, newCode = randomCode }: { cartId: string; lines: readonly LineToShare[]; newCode?: () => string },
  now: Date,
  policy: Pick<ShopPolicy, 'cartCodeDays'>,
): Promise<Result<{ code: string; expiresAt: Date }, MakeRefusal>> {
  const placed = lines.map((line, index) => ({ ...line, position: index + 1 }));
  const codes = Array.from({ length: candidates }, newCode);
  const [row] = await callMake(tx, [
    ...([cartId, contentsOf(lines), JSON.stringify(placed), codes] as const),
    ...([cartCodeLimits.ofCartADay, now, cartCodeEnd(now, policy)] as const),
  ]);
  if (row?.refusal === 'RATE_LIMITED') {
    const waitMs = (row.freeAt?.getTime() ?? 0) - now.getTime();
    return refuse({ code: row.refusal, metadata: { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) } });
  }
  if (row?.refusal) return refuse({ code: row.refusal });
  if (!row?.made || !row.ends) throw new Error('make_cart_code returned neither a code nor a refusal');
  return ok({ code: row.made, expiresAt: row.ends });
}

/** A line of a code, with its present product and warranty. Amounts are centavos. */
export interface CodeLineRow extends ProductCardRow {
  code_created_at: Date;
  code_expires_at: Date;
  line_quantity: number;
  line_offer_id: string | null;
  price_then: number | null;
  warranty_id: number | null;
  warranty_sku: string | null;
  warranty_label: string | null;
  warranty_then: number | null;
  /** Null if the warranty is no longer sold with the product. */
  warranty_now: number | null;
  /** Tax regimes of the seller that would invoice the line, and of the shop. */
  issuer_regime: TaxRegime;
  shop_regime: TaxRegime | null;
}

const selectLines = builtStatement<CodeLineRow, [code: string, now: Date]>(
  'cart-codes.lines',
  `select c.created_at as code_created_at, c.expires_at as code_expires_at,
     l.quantity as line_quantity, l.offer_id as line_offer_id, l.price as price_then, l.warranty_price as warranty_then,
     w.id as warranty_id, w.sku as warranty_sku, w.label as warranty_label, case when suits_product(w.id, l.product_id) then w.amount end as warranty_now,
     (select s.tax_regime from sellers s where s.id = product.seller_id) as issuer_regime,
     (select s.tax_regime from sellers s where s.id = 1) as shop_regime, product.*
   from cart_codes c join cart_code_lines l on l.code = c.code
     left join warranties w on w.sku = l.warranty_sku
     cross join lateral (${productCardSelect('l.product_id', '$2')}) product
   where c.code = $1 and c.expires_at > $2
   order by l.position`,
);

/** Finds the lines of a code. Empty if the code is unknown or has expired. */
export const findCodeLines = (tx: Tx, code: string, now: Date): Promise<CodeLineRow[]> => selectLines(tx, [code, now]);

interface StoredPart {
  line: number;
  sku: string;
  title: string;
  asked: number;
  added: number;
  reason: string | null;
}

const callAdd = statement('cart-codes.add', 'select refusal, added from add_cart_code($1, $2, $3, $4, $5, $6, $7)', {
  refusal: column<LockRefusal>(),
  added: column<StoredPart[]>(),
});

/**
 * Adds the lines of a code to a cart under its lock, and returns the result of each line. `request`: a request that is
 * repeated adds nothing again.
 */
export async function addCode(
  tx: Tx,
  { cartId, code, request }: { cartId: string; code: string; request: string | null },
  now: Date,
): Promise<
  Result<(Omit<StoredPart, 'reason'> & { reason: ReturnType<typeof toPartReason> | null })[], { code: LockRefusal }>
> {
  const newLines = Array.from({ length: lineLimit }, () => randomUUIDv7());
  const [row] = await callAdd(tx, [cartId, code, newLines, request, lineLimit, quantityLimit, now]);
  if (row?.refusal) return refuse({ code: row.refusal });
  const parts = row?.added ?? [];
  return ok(parts.map(({ reason, ...part }) => ({ ...part, reason: reason === null ? null : toPartReason(reason) })));
}

/** Deletes codes that expired before that time, up to `most` per call. Returns their number. */
export const deleteEndedCodes = deleteOlder('cart-codes.delete-ended', 'cart_codes', 'expires_at');
