import { createHmac, randomInt } from 'node:crypto';
import type { issueOneTimeCode } from '@ceiba/contract/orders';
import { isOtp, otpLifeMs } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeRefusal, ownerRefusal } from '../../carts/cart-refusal.ts';
import { findCartState } from '../../carts/carts.store.ts';
import { commitIfOk, type Database, type Tx } from '../../platform/db/database.ts';
import { getShopSecret } from '../../platform/db/shop-secrets.store.ts';
import type { RefusalOf } from '../../platform/http/route.ts';
import { checkCodeBudget } from './check-budgets.ts';
import { saveOneTimeCode, tryCode } from './one-time-codes.store.ts';
import type { PlacingClient } from './placement.ts';

/** Hashes the code of a cart. Two carts with the same code have different hashes. */
const hashOf = (secret: string, cartId: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`${cartId}.${code}`).digest();

export type CodeRefusal = RefusalOf<typeof issueOneTimeCode>;

/**
 * Issues a one-time code for an order of this cart that is paid at the store (API-50, DEC-141). The code has six digits, is valid for ten
 * minutes, and replaces the previous code. The call is refused if the cart has no advisor. It is also refused if the client has too many
 * unpaid orders, so that nobody can use up the advisor's limit (DEC-218).
 */
export async function issueCode(
  db: Database,
  { cartId, viewerId, client }: { cartId: string; viewerId: string | null; client: PlacingClient },
  now: Date,
): Promise<Result<{ otp: string }, CodeRefusal>> {
  const cart = await findCartState(db.write, cartId);
  const refusal = ownerRefusal(cart, viewerId) ?? changeRefusal(cart, viewerId);
  if (refusal !== null) return refuse(refusal);
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashOf(await getShopSecret(db.write, 'one-time-codes'), cartId, otp);
  const expiresAt = new Date(now.getTime() + otpLifeMs);
  return client.inTurn(() =>
    commitIfOk(db, async (tx): Promise<Result<{ otp: string }, CodeRefusal>> => {
      const budget = await checkCodeBudget(tx, client, cartId);
      if (!budget.ok) return budget;
      const isStored = await saveOneTimeCode(tx, { cartId, hash, expiresAt, ...budget.value });
      return isStored ? ok({ otp }) : refuse({ code: 'FORBIDDEN' });
    }),
  );
}

/** Returns the hash with which an order redeems this cart's code. Null if the code is wrong, expired or was tried too often. */
export async function proveCode(tx: Tx, cartId: string, code: string, now: Date): Promise<Buffer | null> {
  if (!isOtp(code)) return null;
  const hash = hashOf(await getShopSecret(tx, 'one-time-codes'), cartId, code);
  return (await tryCode(tx, cartId, hash, now)) ? hash : null;
}
