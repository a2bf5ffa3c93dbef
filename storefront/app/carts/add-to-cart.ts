import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';
import type { Product } from '@ceiba/contract/catalog';
import type { ApiError, CallAnswer, CallInput } from '@ceiba/contract/client';
import { addFailureTexts, isOfferMissing } from '@ceiba/domain/catalog/add-button';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { api } from '../platform/api.ts';
import { callCart } from './cart-call.ts';
import { openAddPanel } from './cart-store.ts';
import { cartScope, takeCartFields } from './use-cart.ts';

export interface CartAddition {
  product: Product;
  quantity?: number;
  /** Sku of the chosen extended warranty. */
  warranty?: string | null;
  /** Only for virtual gift cards (GIFT-02). */
  itemAdditionalInfo?: CallInput<'addCartProduct'>['body']['itemAdditionalInfo'];
}

const addKey = ['cart', 'add'] as const;

/** The request body that adds a product (CART-28). Only products of other sellers have an offer. */
function addBody({
  product,
  quantity = 1,
  warranty,
  itemAdditionalInfo,
}: CartAddition): CallInput<'addCartProduct'>['body'] {
  return {
    sku: product.sku,
    quantity,
    ...(product.is3p ? { offerId: product.seller.offerId } : {}),
    ...(product.parentId === null ? {} : { parentSku: product.parentId }),
    ...(warranty ? { warranty } : {}),
    ...(itemAdditionalInfo ? { itemAdditionalInfo } : {}),
  };
}

/** The server's error for another seller's product without an offer. The page shows this error without a call (CAT-26). */
const offerMissing: ApiError = {
  code: 'SELLER_OFFER_REQUIRED',
  status: 422,
  message: '',
  metadata: { mgtoCode: 'SELLER_OFFER_REQUIRED' },
};

export type Added = CallAnswer<'addCartProduct'> & { cartId: string };

/** Adds a product and shows nothing. Throws `ApiFailure`. */
export async function addProduct(wanted: CartAddition): Promise<Added> {
  const { is3p, seller } = wanted.product;
  if (isOfferMissing({ isThirdParty: is3p, offerId: seller.offerId })) throw new ApiFailure(offerMissing);
  const add = (id: string) => api('addCartProduct', { params: { id }, body: addBody(wanted) });
  const { cartId, fields } = unwrap(await callCart(add, { opens: true }));
  return { ...fields, cartId };
}

/** Title and message for a product that could not be added. The message is the next step or the server's text (CAT-26). */
export function addFailure(error: Error): FailureWords {
  const texts = addFailureTexts;
  const refusal = error instanceof ApiFailure ? error.error : null;
  if (refusal?.code === offerMissing.code) return { title: texts.offerMissing, message: texts.offerMessage };
  const words = failureWords(error, { title: '', message: refusal?.message ?? '' });
  const message = [words.title, words.message].filter((text) => text !== '').join('. ');
  return { title: refusal !== null && 'isUnopened' in refusal ? texts.cartMissing : texts.other, message };
}

/** Shows in the alert and in the panel that a product could not be added (PANEL-04). */
export function showAddFailure(error: Error, product: Product): void {
  const failure = addFailure(error);
  showAlert({ id: 'cart-alerts', type: 'Error', ...failure });
  openAddPanel({ product, added: null, reason: failure.message });
}

/**
 * Adds to the cart and then shows the panel with the product or the failure (PANEL-01, PANEL-04). Creates a missing
 * cart. The addition waits for earlier operations of the cart (CART-24).
 */
export function useAddToCart(): { add: (wanted: CartAddition) => void; isAdding: (sku: string) => boolean } {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: addKey,
    scope: cartScope,
    mutationFn: (wanted: CartAddition) => addProduct(wanted),
    onSuccess: async ({ cartId, cartItemId, ...fields }, { product }) => {
      await takeCartFields(queryClient, cartId, fields);
      openAddPanel({ product, added: { cartId, cartItemId }, reason: '' });
    },
    onError: (error, { product }) => showAddFailure(error, product),
  });
  const adding = useMutationState({
    filters: { mutationKey: addKey, status: 'pending' },
    select: ({ state }) => (isCartAddition(state.variables) ? state.variables.product.sku : null),
  });
  return { add: mutation.mutate, isAdding: (sku) => adding.includes(sku) };
}

const isCartAddition = (variables: unknown): variables is CartAddition =>
  typeof variables === 'object' && variables !== null && 'product' in variables;
