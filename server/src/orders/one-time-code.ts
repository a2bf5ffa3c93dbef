import { createHmac, randomInt } from 'node:crypto';
import { isOtp, otpLifeMs } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type CartRefusal, changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import { findCartState, type LockRefusal } from '../carts/carts.store.ts';
import type { Database, Tx } from '../platform/database.ts';
import { getCodeSecret, keepCode, tryCode } from './one-time-codes.store.ts';

/** Of a cart's code: the same digits of another cart hash to something else. */
const hashOf = (secret: string, cartId: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`${cartId}.${code}`).digest();

export type CodeRefusal = CartRefusal<LockRefusal> | { code: 'UNAUTHORIZED' | 'FORBIDDEN' };

/**
 * A one-time code for an order of this cart that is paid at the store (API-50, DEC-141): six digits, for ten minutes, in the
 * place of the one before. Refused where no advisor attends to the cart.
 */
export async function issueCode(
  { write }: Pick<Database, 'write'>,
  { cartId, viewerId }: { cartId: string; viewerId: string | null },
  now: Date,
): Promise<Result<{ otp: string }, CodeRefusal>> {
  const cart = await findCartState(write, cartId);
  const refusal = ownerRefusal(cart, viewerId) ?? changeRefusal(cart, viewerId);
  if (refusal !== null) return refuse(refusal);
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashOf(await getCodeSecret(write), cartId, otp);
  const isKept = await keepCode(write, cartId, hash, new Date(now.getTime() + otpLifeMs));
  return isKept ? ok({ otp }) : refuse({ code: 'FORBIDDEN' });
}

/** The hash of a code that is this cart's, which its order uses up; null when it is wrong, over or tried too often. */
export async function proveCode(tx: Tx, cartId: string, code: string, now: Date): Promise<Buffer | null> {
  if (!isOtp(code)) return null;
  const hash = hashOf(await getCodeSecret(tx), cartId, code);
  return (await tryCode(tx, cartId, hash, now)) ? hash : null;
}
