import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { CartWriter } from './checkout.store.ts';

/** What stood in a cart's e-mail before it was written over. */
export interface ReplacedEmail {
  email: string | null;
  /** When the cart was last changed before; the database's own text of it, which loses no microsecond. */
  updated_at: string;
  /** Of the cart's row as it was written: another once anything of it has changed. */
  version: string;
}

const updateEmail = statement<ReplacedEmail, [cart: string, email: string, now: Date, viewer: string | null]>(
  'checkout.email',
  `with before as (select id, email, updated_at::text from carts where id = $1 for update)
   update carts c set email = $2, updated_at = $3
   from before b
   where c.id = b.id and c.status = 'open' and coalesce(cart_owner(c) = $4, cart_owner(c) is null)
   returning b.email, b.updated_at, c.xmin::text as version`,
);

/** Undefined when the cart is not open, or another's: then nothing was written. */
export async function saveEmail(
  tx: Tx,
  cartId: string,
  email: string,
  { now, viewerId }: CartWriter,
): Promise<ReplacedEmail | undefined> {
  const [replaced] = await updateEmail(tx, [cartId, email, now, viewerId ?? null]);
  return replaced;
}

const restoreEmail = statement<object, [cart: string, email: string | null, updatedAt: string, version: string]>(
  'checkout.email-back',
  'update carts set email = $2, updated_at = $3 where id = $1 and xmin::text = $4',
);

/**
 * Takes back what `saveEmail` wrote, unless anything of the cart has changed since: the same e-mail may count by now. Where
 * two refused confirmations cross, or the process dies before this, the refused one stays; no order comes of it:
 * placing asks for all that was refused here.
 */
export async function putEmailBack(tx: Tx, cartId: string, replaced: ReplacedEmail): Promise<void> {
  const { email, updated_at, version } = replaced;
  await restoreEmail(tx, [cartId, email, updated_at, version]);
}

const selectCustomer = statement<{ email: string }, [email: string]>(
  'checkout.customer-email',
  'select email from customers where email = $1',
);

/** `email` in lower case. */
export const isRegistered = async (tx: Tx, email: string): Promise<boolean> =>
  (await selectCustomer(tx, [email])).length > 0;
