import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { LockRefusal } from '../carts/carts.store.ts';
import { type Unchanged, unchanged } from '../carts/change-cart.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

export type DonationRefusal = LockRefusal | 'DONATION_NOT_ALLOWED';

const callSet = statement('donations.set', 'select set_cart_donation($1, $2, $3) as refusal', {
  refusal: column<DonationRefusal>(),
});

/** Replaces the cart's donation (DEC-82). A refused call writes nothing. */
export async function setDonation(
  tx: Tx,
  cartId: string,
  amount: Centavos,
  now: Date,
): Promise<Result<null, { code: DonationRefusal }>> {
  const [row] = await callSet(tx, [cartId, amount, now]);
  return row?.refusal ? refuse({ code: row.refusal }) : ok(null);
}

const callRemove = statement(
  'donations.remove',
  `update carts set donation = null, updated_at = $2 where id = $1 and status = 'open' returning id`,
);

/** Removes the donation of an open cart, and refuses for any other cart. Also succeeds if the cart has no donation. */
export const removeDonation = async (tx: Tx, cartId: string, now: Date): Promise<Result<null, Unchanged>> =>
  (await callRemove(tx, [cartId, now])).length > 0 ? ok(null) : refuse(unchanged);
