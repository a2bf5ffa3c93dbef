import { randomUUIDv7 } from 'node:crypto';
import { lineLimit } from '@ceiba/domain/carts/cart-limits';
import type { LockRefusal } from '../carts/carts.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

export type CloneRefusal = LockRefusal | 'UNAUTHORIZED' | 'FORBIDDEN' | 'ADVISOR_REQUIRED';

/** Returns one ID for each line that a cart may have. */
const newLineIds = (): string[] => Array.from({ length: lineLimit }, () => randomUUIDv7());

const callClone = statement('payment-links.clone', 'select clone_cart($1, $2, $3, $4, $5, $6) as refusal', {
  refusal: column<CloneRefusal>(),
});

/**
 * Copies a cart under the given ID, for a link that is valid until `expiresAt`. Returns why nothing was written. Null if the cart
 * was copied.
 */
export async function cloneCart(
  tx: Tx,
  { sourceId, viewerId, newCartId }: { sourceId: string; viewerId: string | null; newCartId: string },
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<CloneRefusal | null> {
  const [row] = await callClone(tx, [sourceId, viewerId, newCartId, newLineIds(), expiresAt, now]);
  return row?.refusal ?? null;
}

const callOpen = statement(
  'payment-links.open',
  'select refusal, expires, copy from open_payment_link($1, $2, $3, $4, $5, $6)',
  { refusal: column<'PAYMENT_LINK_NOT_FOUND' | 'PAYMENT_LINK_USED'>() },
);

/**
 * Returns the copy that the known token opens. Otherwise makes a copy under the given ID, which the new token opens until `expiresAt`
 * (DEC-213). Returns a refusal if the link opens nothing.
 */
export async function openPaymentLink(
  tx: Tx,
  { linkId, newCopyId }: { linkId: string; newCopyId: string },
  tokens: { newHash: Buffer; knownHash: Buffer | null },
  now: Date,
): Promise<{ expiresAt: Date; cartId: string } | { refusal: 'PAYMENT_LINK_NOT_FOUND' | 'PAYMENT_LINK_USED' }> {
  const [row] = await callOpen(tx, [linkId, newCopyId, newLineIds(), tokens.newHash, tokens.knownHash, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.expires || !row.copy) throw new Error('open_payment_link answered neither a copy nor a refusal');
  return { expiresAt: row.expires, cartId: row.copy };
}

const selectCart = statement(
  'payment-links.cart',
  `select c.id from payment_link_tokens t join carts c on c.id = t.cart_id
   where t.token_hash = $1 and c.link_expires_at > $2`,
);

/** Returns the cart that a token opens. Undefined if there is no such cart, or if its link has expired. */
export async function findLinkCart(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await selectCart(tx, [tokenHash, now]);
  return row?.id;
}

const selectAdvisor = statement(
  'payment-links.advisor',
  `select a.first_name as "firstName", a.hash, a.store_code as store
   from carts c join advisors a on a.hash = c.advisor_hash where c.id = $1`,
);

/** Returns the advisor who made the link (DEC-148). */
export async function findAdvisorOfCart(
  tx: Tx,
  cartId: string,
): Promise<{ firstName: string; hash: string; store: string } | undefined> {
  const [row] = await selectAdvisor(tx, [cartId]);
  return row;
}
