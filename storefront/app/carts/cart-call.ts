import type { ApiError } from '@ceiba/contract/client';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { api } from '../platform/api.ts';
import { forgetCartId, readCartId, setCartId } from './cart-store.ts';

/** The refusal of a call in a browser without a cart (CART-26). */
const noCart: ApiError = {
  code: 'CART_NOT_FOUND',
  status: 404,
  message: '',
  metadata: { mgtoCode: 'CART_NOT_FOUND' },
};

/** A refused call. `isUnopened`: true if no cart could be created (CAT-26). */
type CartRefusal = ApiError & { isUnopened?: true };

interface CartOptions {
  /** The id of the cart that the page shows. By default the id that this browser has stored. */
  of?: string;
  /** Creates a cart if the browser has no cart, or if its stored cart is deleted or ordered. */
  opens?: boolean;
}

/**
 * Calls the API with a cart's id. Every change of a cart uses this function. If the cart is deleted or has become an order, this browser removes the
 * cart's id and checkout (DEC-72). Mutations run this in the queue of the cart (`cartScope`, CART-24).
 */
export async function callCart<T>(call: CartCall<T>, { of, opens = false }: CartOptions = {}): CartAnswer<T> {
  const answer = await callOnce(call, of ?? readCartId(), opens);
  return opens && !answer.ok && isOver(answer.error) ? callOnce(call, readCartId(), opens) : answer;
}

type CartCall<T> = (cartId: string) => Promise<Result<T, ApiError>>;
type CartAnswer<T> = Promise<Result<{ cartId: string; fields: T }, CartRefusal>>;

const isOver = ({ code }: ApiError): boolean => code === 'CART_NOT_FOUND' || code === 'CART_CLOSED';

async function callOnce<T>(call: CartCall<T>, known: string | null, opens: boolean): CartAnswer<T> {
  if (known === null && !opens) return refuse(noCart);
  const cart = known === null ? await alone(createUnlessOpen) : ok(known);
  if (!cart.ok) return cart;
  const answer = await call(cart.value);
  if (answer.ok) return ok({ cartId: cart.value, fields: answer.value });
  if (isOver(answer.error)) forgetCartId(cart.value);
  return answer;
}

/** Runs `work` in one tab at a time: the later of two tabs takes the cart that the first one created. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  // Web Locks exist only in secure contexts. Elsewhere two tabs may create two carts, which breaks nothing.
  'locks' in navigator ? navigator.locks.request('ceiba.cart', work) : work();

/** Creates this browser's cart (CART-27), unless another tab has created one since. */
async function createUnlessOpen(): Promise<Result<string, CartRefusal>> {
  const id = readCartId();
  if (id !== null) return ok(id);
  const created = await api('createCart', { body: {} });
  if (!created.ok) return refuse({ ...created.error, isUnopened: true });
  setCartId(created.value.id);
  return ok(created.value.id);
}
