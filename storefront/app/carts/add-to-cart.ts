import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';
import type { Product } from '@ceiba/contract/catalog';
import type { ApiError, CallAnswer, CallInput } from '@ceiba/contract/client';
import { addFailureTexts, isOfferMissing } from '@ceiba/domain/catalog/add-button';
import type { Result } from '@ceiba/domain/result';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { api } from '../platform/api.ts';
import { forgetCartId, keepCartId, openAddPanel, readCartId } from './cart-store.ts';
import { cartScope, takeCartFields } from './use-cart.ts';

export interface ProductToAdd {
  product: Product;
  quantity?: number;
  /** Sku of the chosen extended warranty. */
  warranty?: string | null;
  /** GIFT-02, only for virtual gift cards. */
  itemAdditionalInfo?: CallInput<'addCartProduct'>['body']['itemAdditionalInfo'];
}

const addKey = ['cart', 'add'] as const;

/** What is sent for a product (CART-28); the offer only for third parties. */
function addBody({
  product,
  quantity = 1,
  warranty,
  itemAdditionalInfo,
}: ProductToAdd): CallInput<'addCartProduct'>['body'] {
  return {
    sku: product.sku,
    quantity,
    ...(product.is3p ? { offerId: product.seller.offerId } : {}),
    ...(product.parentId === null ? {} : { parentSku: product.parentId }),
    ...(warranty ? { warranty } : {}),
    ...(itemAdditionalInfo ? { itemAdditionalInfo } : {}),
  };
}

/** A missing offer is refused here as the server would (CAT-26). */
class OfferMissing extends Error {}

/** There is no cart to add to, and none could be opened, for this reason (CAT-26). */
class CartNotOpened extends ApiFailure {}

export type Added = CallAnswer<'addCartProduct'> & { cartId: string };

/** Adds without showing anything. Throws on refusal. */
export async function addProduct(wanted: ProductToAdd): Promise<Added> {
  const { is3p, seller } = wanted.product;
  if (isOfferMissing({ isThirdParty: is3p, offerId: seller.offerId })) throw new OfferMissing();
  return addToOpenCart((id) => api('addCartProduct', { params: { id }, body: addBody(wanted) }));
}

/** Adds to this browser's cart; opens one when there is none, or when the known one is gone. Throws on refusal. */
export async function addToOpenCart<T>(
  add: (cartId: string) => Promise<Result<T, ApiError>>,
  isSecondTry = false,
): Promise<T & { cartId: string }> {
  const cart = await openCart();
  if (!cart.ok) throw new CartNotOpened(cart.error);
  const answer = await add(cart.value);
  if (answer.ok) return { ...answer.value, cartId: cart.value };
  const isGone = answer.error.code === 'CART_CLOSED' || answer.error.code === 'CART_NOT_FOUND';
  if (!isGone || isSecondTry) throw new ApiFailure(answer.error);
  // Ordered meanwhile, or too old: the next add opens a new cart (DEC-72).
  forgetCartId(cart.value);
  return addToOpenCart(add, true);
}

/** CAT-26: the message of an add that failed, and below it what the shopper can do or what the server says of it. */
export function addFailure(error: Error): FailureWords {
  const { offerMissing, offerMessage, cartMissing, other } = addFailureTexts;
  const isOfferRefused = error instanceof ApiFailure && error.error.code === 'SELLER_OFFER_REQUIRED';
  if (error instanceof OfferMissing || isOfferRefused) return { title: offerMissing, message: offerMessage };
  const said = error instanceof ApiFailure ? error.error.message : '';
  const words = failureWords(error, { title: '', message: said });
  const message = [words.title, words.message].filter((text) => text !== '').join('. ');
  return { title: error instanceof CartNotOpened ? cartMissing : other, message };
}

/** Tells of an add that failed, in the alert and in the panel (PANEL-04). */
export function showAddFailure(error: Error, product: Product): void {
  const failure = addFailure(error);
  showAlert({ id: 'cart-alerts', type: 'Error', ...failure });
  openAddPanel({ product, added: null, reason: failure.message });
}

/**
 * Adds to the cart, opening one when there is none, and shows the panel afterwards: with the product, or with what went
 * wrong (PANEL-01, PANEL-04). Adds queue behind other operations of the cart (CART-24).
 */
export function useAddToCart(): { add: (wanted: ProductToAdd) => void; isAdding: (sku: string) => boolean } {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: addKey,
    scope: cartScope,
    mutationFn: (wanted: ProductToAdd) => addProduct(wanted),
    onSuccess: async ({ cartId, cartItemId, ...fields }, { product }) => {
      await takeCartFields(queryClient, cartId, fields);
      openAddPanel({ product, added: { cartId, cartItemId }, reason: '' });
    },
    onError: (error, { product }) => showAddFailure(error, product),
  });
  const adding = useMutationState({
    filters: { mutationKey: addKey, status: 'pending' },
    select: ({ state }) => (isProductToAdd(state.variables) ? state.variables.product.sku : null),
  });
  return { add: mutation.mutate, isAdding: (sku) => adding.includes(sku) };
}

const isProductToAdd = (variables: unknown): variables is ProductToAdd =>
  typeof variables === 'object' && variables !== null && 'product' in variables;

/** Tabs that add at the same moment must not open two carts: the later one takes the cart of the first. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  // Web Locks exist in secure contexts only; elsewhere tabs may race, which costs a cart and breaks nothing.
  'locks' in navigator ? navigator.locks.request('ceiba.cart', work) : work();

/** The id of this browser's cart; opens one when there is none (CART-27). */
const openCart = async (): Promise<Result<string, ApiError>> => {
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
