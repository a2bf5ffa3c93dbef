import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { api } from '../platform/api.ts';
import { keepCartId, readCartId } from './cart-id.ts';

/** Tabs that add at the same moment must not open two carts: the later one takes the cart of the first. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  // Web Locks exist in secure contexts only; elsewhere tabs may race, which costs a cart and breaks nothing.
  'locks' in navigator ? navigator.locks.request('ceiba.cart', work) : work();

/** The id of this browser's cart; opens one when there is none (CART-27). */
export const openCart = async (): Promise<Result<string, ApiError>> => {
  const id = readCartId();
  return id === null ? alone(createUnlessOpen) : { ok: true, value: id };
};

async function createUnlessOpen(): Promise<Result<string, ApiError>> {
  const id = readCartId();
  if (id !== null) return { ok: true, value: id };
  const created = await api('createCart', { body: {} });
  if (!created.ok) return created;
  keepCartId(created.value.id);
  return { ok: true, value: created.value.id };
}
