import type { CartStatus, StoredCart, StoredPaymentMethod } from '../carts/cart-snapshot.ts';
import { type CardBinColumn, cardBinJson } from '../platform/card-bin-row.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const updatePaymentMethod = statement<
  CardBinColumn & { status: CartStatus; payment_method: StoredPaymentMethod | null },
  [cart: string, method: StoredPaymentMethod['method'], bin: string | null, now: Date]
>(
  'checkout.payment-method',
  `with cart as (select status from carts where id = $1 for update),
   known as (select * from card_bins where bin = $3),
   changed as (
     update carts set
       payment_method = jsonb_build_object('method', $2::text, 'bin', $3::text),
       updated_at = $4
     where id = $1 and status = 'open' and ($2 = 'kosmos_payment' or exists (
       select from known where cardinality(plans) > 0 and (has_discount or $2 <> 'bamMaxVisaInstallments')))
     returning payment_method)
   select status, (select payment_method from changed) as payment_method, ${cardBinJson('known')} as card_bin
   from cart left join known on true`,
);

/**
 * Sets the method when the bin suits it (DEC-103): installments need a local bin with plans, those of the promotion a bin
 * that carries it. Answers the cart's status, what was stored (null: nothing) and what is known of the bin's card.
 */
export async function savePaymentMethod(
  tx: Tx,
  cartId: string,
  choice: { method: StoredPaymentMethod['method']; bin: string | null },
  now: Date,
): Promise<(Pick<StoredCart, 'card' | 'status'> & { stored: StoredPaymentMethod | null }) | undefined> {
  const [row] = await updatePaymentMethod(tx, [cartId, choice.method, choice.bin, now]);
  return row && { status: row.status, stored: row.payment_method, card: row.card_bin };
}
