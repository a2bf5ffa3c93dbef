import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import type { Cart, CartItem } from '@ceiba/contract/carts';
import { isDonationOnly } from '@ceiba/domain/carts/cart-line';
import { cartAlertTexts } from '@ceiba/domain/carts/line-removal';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { measureRemoval } from '../analytics/removal-events.ts';
import { api } from '../platform/api.ts';
import { offerInstead } from './after-removal.tsx';
import { callCart } from './cart-call.ts';
import { cartFailureWords } from './cart-failure.ts';
import { cartLines } from './cart-lines.ts';
import { readCartId } from './cart-store.ts';
import { offerUndo } from './undo-removal.tsx';
import { cartKey, cartScope, refreshCart, takeCartFields } from './use-cart.ts';

interface LineChange {
  item: CartItem;
  /** 0 removes the line. With `warranty`, 0 removes only that warranty (DEC-74). */
  quantity: number;
  warranty?: string;
}

const changeKey = ['cart', 'change'] as const;

/** The alert of a change that failed (CART-21). */
const changeFailed = { title: cartAlertTexts.quantityTitle, message: cartAlertTexts.quantityMessage } as const;
const removalFailed = { title: 'No se pudo eliminar el producto', message: 'Intenta de nuevo más tarde.' } as const;

const changeLine = async ({ item, quantity, warranty }: LineChange) => {
  const body = { cartItemId: item.cartItemId, quantity, ...(warranty === undefined ? {} : { warranty }) };
  return unwrap(await callCart((id) => api('changeCartProduct', { params: { id }, body })));
};

/** Returns whether another tab has removed the line already, as the shopper wanted. */
const isAlreadyGone = (error: Error, change: LineChange): boolean =>
  error instanceof ApiFailure && error.error.code === 'CART_LINE_NOT_FOUND' && change.quantity === 0;

export interface LineChanges {
  change: (change: LineChange) => void;
  /** The quantity being sent to the server, null if the line is not changing (CART-20). */
  pendingQuantity: (cartItemId: string) => number | null;
  isWarrantyPending: (cartItemId: string) => boolean;
}

/** Returns the call that records that the buyer has seen the changed price of a line (PRICE-09). After a failure the cart still shows the change. */
export function useMarkPriceSeen(): (item: CartItem) => void {
  const queryClient = useQueryClient();
  return useMutation({
    scope: cartScope,
    mutationFn: async ({ cartItemId, quantity, salesPrice }: CartItem) => {
      const body = { cartItemId, quantity, seenPrice: salesPrice?.value ?? 0 };
      return unwrap(await callCart((id) => api('changeCartProduct', { params: { id }, body })));
    },
    onSuccess: ({ cartId, fields }) => takeCartFields(queryClient, cartId, fields),
    onError: (error) => console.warn('cart', error),
  }).mutate;
}

/** Changes quantity, removal (with undo) and warranty of a line. Changes queue (CART-24); after a failure the server's cart shows again (CART-21). */
export function useChangeLine(): LineChanges {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: changeKey,
    scope: cartScope,
    mutationFn: changeLine,
    onSuccess: async ({ cartId, fields }, { item, quantity, warranty }) => {
      const donated = queryClient.getQueryData<Cart | null>(cartKey(cartId))?.donation ?? null;
      await takeCartFields(queryClient, cartId, fields);
      if (quantity > 0 || warranty !== undefined) return;
      measureRemoval(item);
      const isDonationLeaving = fields.donation === null || isDonationOnly(cartLines(fields));
      const removed = { cartId, item, donation: isDonationLeaving ? donated : null };
      if (item.productNeedsToBeRemovedFromCart) offerInstead(removed, fields.items);
      else offerUndo(removed);
    },
    onError: async (error, change) => {
      const cartId = readCartId();
      if (!isAlreadyGone(error, change)) {
        const words = cartFailureWords(error, change.quantity > 0 ? changeFailed : removalFailed);
        showAlert({ id: 'cart-alerts', type: 'Error', ...words });
      }
      if (cartId !== null) await refreshCart(queryClient, cartId);
    },
  });
  const pending = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => (isLineChange(state.variables) ? state.variables : null),
  });
  return {
    change: (change) => mutation.mutate(change),
    pendingQuantity: (cartItemId) =>
      pending.findLast((change) => change?.item.cartItemId === cartItemId && change.warranty === undefined)?.quantity ??
      null,
    isWarrantyPending: (cartItemId) =>
      pending.some((change) => change?.item.cartItemId === cartItemId && change.warranty !== undefined),
  };
}

const isLineChange = (variables: unknown): variables is LineChange =>
  typeof variables === 'object' && variables !== null && 'item' in variables && 'quantity' in variables;
