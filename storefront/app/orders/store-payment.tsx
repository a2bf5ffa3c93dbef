import type { Cart } from '@ceiba/contract/carts';
import { advisorTexts, storeOrderText } from '@ceiba/domain/advisors/advisor-texts';
import { hasLineToRemove } from '@ceiba/domain/carts/line-removal';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { showToast } from '../alerts/notices.ts';
import type { Billing } from '../billing/use-billing.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { cartLines } from '../carts/cart-lines.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { cartKey, refreshCart } from '../carts/use-cart.ts';
import { resetCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { isOtherTotal } from './attempt.ts';
import { storeOrder } from './order-forms.ts';
import { placeStoreOrder, type StoreOrderToPlace } from './place-order.ts';
import { AcceptFirst } from './price-changes.tsx';
import { dropMissingCart, measureOrder, useRefusals } from './use-attempt.ts';

/** Payment at the store (ADV-14, ADV-15). Its button needs a valid invoice (DEC-149). */
export default function StorePayment({
  cart,
  billing,
  mustAccept,
  onOtherTotal,
}: {
  cart: Cart;
  billing: Billing;
  /** True if the total has changed and must be accepted first. */
  mustAccept: boolean;
  /** Called if the order was refused because its total differs. */
  onOtherTotal: () => void;
}) {
  const { place, isPlacing, hasFailed, orderNumber } = useStoreOrder(cart, billing, onOtherTotal);
  const advisor = useAdvisor();
  const reasonId = useId();
  const sentence = useRef<HTMLParagraphElement>(null);
  const isReady = billing.isValid && billing.lookup !== 'asking' && !hasLineToRemove(cartLines(cart));
  return (
    <div className="grid gap-3">
      {orderNumber === null && (
        <Button
          size="lg"
          block
          variant={hasFailed ? 'danger' : 'primary'}
          data-error={hasFailed || undefined}
          blocked={!isReady || mustAccept}
          aria-describedby={mustAccept ? reasonId : undefined}
          loading={isPlacing}
          icon={<Icon name="store" />}
          onClick={place}
        >
          {advisorTexts.createStoreOrder}
        </Button>
      )}
      {orderNumber === null && mustAccept && <AcceptFirst id={reasonId} />}
      <p
        ref={sentence}
        role="status"
        className="rounded-lg bg-success-soft px-4 py-3.5 text-on-success-soft empty:hidden"
      >
        {orderNumber !== null && storeOrderText(orderNumber, advisor?.store ?? '')}
      </p>
      {orderNumber !== null && (
        <Button variant="outline" onClick={() => void copy(orderNumber, sentence.current)}>
          Copiar número de pedido
        </Button>
      )}
    </div>
  );
}

/**
 * Copies the number, which disappears with the page (DEC-42). If the clipboard is not accessible, selects the sentence with the number, so
 * that the shopper can copy it.
 */
async function copy(orderNumber: string, sentence: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(orderNumber);
    showToast('Número de pedido copiado');
  } catch {
    if (sentence !== null) getSelection()?.selectAllChildren(sentence);
  }
}

interface StoreOrder {
  place: () => void;
  isPlacing: boolean;
  /** True if no number came back and the shopper can try again. No message is shown in that case (ADV-16, DIF-45). */
  hasFailed: boolean;
  /** The number of the placed order. Shown for 8 s, then the home page follows (ADV-15, DEC-42). */
  orderNumber: string | null;
}

/**
 * Places an advisor's order that its buyer pays at the store. A second press finds an order whose answer was lost, because its cart returns the
 * number.
 */
function useStoreOrder(cart: Cart, billing: Billing, onOtherTotal: () => void): StoreOrder {
  const policy = usePolicy();
  const queryClient = useQueryClient();
  const { report, cancelReload } = useRefusals();
  const mutationKey = ['store-order', cart.id];
  const order = useMutation({
    mutationKey,
    // Fails immediately without a connection, because an order is never sent later by itself.
    networkMode: 'always',
    throwOnError: true,
    mutationFn: (orderRequest: StoreOrderToPlace) => placeStoreOrder(api, orderRequest, solveCaptcha),
    onSuccess: async (placement) => {
      if (placement.kind === 'placed') measureOrder(cart, placement.orderNumber, 'StorePayment');
      if (placement.kind === 'cartGone') dropMissingCart(cart.id);
      if (placement.kind !== 'refused') return;
      report(placement.alert, cart);
      if (isOtherTotal(placement.alert)) onOtherTotal();
      await refreshCart(queryClient, cart.id);
    },
  });
  const orderNumber = order.data?.kind === 'placed' ? order.data.orderNumber : null;
  useEndAtHome(cart.id, orderNumber);
  const place = (): void => {
    const checkout = useCheckout.getState();
    const { contact } = checkout;
    // The mutation cache knows about a press before the page renders again.
    if (contact === null || orderNumber !== null || queryClient.isMutating({ mutationKey }) > 0) return;
    cancelReload();
    const typed = storeOrder({ cart, checkout, contact, billing: billing.form.getValues() });
    order.mutate({ ...typed, idempotencyKey: newUuid(), policy });
  };
  return { place, isPlacing: order.isPending, hasFailed: order.isSuccess && orderNumber === null, orderNumber };
}

/** Milliseconds (DEC-42). */
const shownMs = 8_000;

/** Opens the home page after the order was shown. An advisor who leaves earlier leaves the cart behind, too (ORD-15). */
function useEndAtHome(cartId: string, orderNumber: string | null): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (orderNumber === null) return;
    const timer = setTimeout(() => void navigate('/', { replace: true }), shownMs);
    return () => {
      clearTimeout(timer);
      // The checkout needed the cart until now.
      forgetCartId(cartId);
      resetCheckout();
      queryClient.removeQueries({ queryKey: cartKey(cartId) });
    };
  }, [orderNumber, cartId, navigate, queryClient]);
}
