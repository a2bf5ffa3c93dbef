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
import { letGoOf, measureOrder, useRefusals } from './use-attempt.ts';

/** Pay at store (ADV-14, ADV-15); its button wants a valid invoice (DEC-149). */
export default function StorePayment({
  cart,
  billing,
  mustAccept,
  onOtherTotal,
}: {
  cart: Cart;
  billing: Billing;
  /** The total has changed: it is to be accepted first. */
  mustAccept: boolean;
  /** The order was refused because its total is another one. */
  onOtherTotal: () => void;
}) {
  const { place, isPlacing, hasFailed, orderNumber } = useStoreOrder(cart, billing, onOtherTotal);
  const advisor = useAdvisor();
  const reasonId = useId();
  const told = useRef<HTMLParagraphElement>(null);
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
      <p ref={told} role="status" className="rounded-lg bg-success-soft px-4 py-3.5 text-on-success-soft empty:hidden">
        {orderNumber !== null && storeOrderText(orderNumber, advisor?.store ?? '')}
      </p>
      {orderNumber !== null && (
        <Button variant="outline" onClick={() => void copy(orderNumber, told.current)}>
          Copiar número de pedido
        </Button>
      )}
    </div>
  );
}

/** The number is gone with the page (DEC-42). Where the clipboard is closed, its sentence is marked, to be copied by hand. */
async function copy(orderNumber: string, told: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(orderNumber);
    showToast('Número de pedido copiado');
  } catch {
    if (told !== null) getSelection()?.selectAllChildren(told);
  }
}

interface StoreOrder {
  place: () => void;
  isPlacing: boolean;
  /** No number came back: to be tried again; the flag has no word of its own (ADV-16, DIF-45). */
  hasFailed: boolean;
  /** Of the order that stands; it is shown for 8 s, then the home page follows (ADV-15, DEC-42). */
  orderNumber: string | null;
}

/** An advisor's order that its buyer pays at the store. To press again finds one whose answer was lost: its cart says so. */
function useStoreOrder(cart: Cart, billing: Billing, onOtherTotal: () => void): StoreOrder {
  const policy = usePolicy();
  const queryClient = useQueryClient();
  const { tell, cancelReload } = useRefusals();
  const mutationKey = ['store-order', cart.id];
  const order = useMutation({
    mutationKey,
    // Without a line it fails at once: an order is never sent later by itself.
    networkMode: 'always',
    throwOnError: true,
    mutationFn: (toPlace: StoreOrderToPlace) => placeStoreOrder(api, toPlace, solveCaptcha),
    onSuccess: async (placement) => {
      if (placement.kind === 'placed') measureOrder(cart, placement.orderNumber, 'StorePayment');
      if (placement.kind === 'cartGone') letGoOf(cart.id);
      if (placement.kind !== 'refused') return;
      tell(placement.alert, cart);
      if (isOtherTotal(placement.alert)) onOtherTotal();
      await refreshCart(queryClient, cart.id);
    },
  });
  const orderNumber = order.data?.kind === 'placed' ? order.data.orderNumber : null;
  useEndAtHome(cart.id, orderNumber);
  const place = (): void => {
    const checkout = useCheckout.getState();
    const { contact } = checkout;
    // The mutation knows of a press before the page is drawn again.
    if (contact === null || orderNumber !== null || queryClient.isMutating({ mutationKey }) > 0) return;
    cancelReload();
    const typed = storeOrder({ cart, checkout, contact, billing: billing.form.getValues() });
    order.mutate({ ...typed, idempotencyKey: newUuid(), policy });
  };
  return { place, isPlacing: order.isPending, hasFailed: order.isSuccess && orderNumber === null, orderNumber };
}

/** DEC-42, in milliseconds. */
const shownMs = 8_000;

/** Home after the order has been shown; whoever leaves before leaves its cart behind, too (ORD-15). */
function useEndAtHome(cartId: string, orderNumber: string | null): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (orderNumber === null) return;
    const timer = setTimeout(() => void navigate('/', { replace: true }), shownMs);
    return () => {
      clearTimeout(timer);
      // The checkout has drawn it until now.
      forgetCartId(cartId);
      resetCheckout();
      queryClient.removeQueries({ queryKey: cartKey(cartId) });
    };
  }, [orderNumber, cartId, navigate, queryClient]);
}
