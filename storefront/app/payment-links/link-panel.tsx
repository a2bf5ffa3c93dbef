import type { Advisor } from '@ceiba/contract/advisors';
import type { Cart } from '@ceiba/contract/carts';
import { advisorTexts } from '@ceiba/domain/advisors/advisor-texts';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { leaveSale } from '../advisors/advisor-session.ts';
import type { Billing } from '../billing/use-billing.ts';
import { cartScope } from '../carts/use-cart.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { billingBody } from '../orders/order-forms.ts';
import { api } from '../platform/api.ts';
import { createPaymentLink } from './create-payment-link.ts';
import { LinkResult } from './link-result.tsx';

/** Leaves for the home page, and the sale with the checkout: the customer may pay much later, the link has its own cart. */
function useNextSale(): () => void {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    void navigate('/', { replace: true });
    // The checkout has drawn it until now; without a cart it would lead to the empty one.
    return leaveSale;
  }, [isOver, navigate]);
  return () => setOver(true);
}

/** An advisor makes the customer's payment link (ADV-10 to ADV-13). */
export default function LinkPanel({ cart, billing, advisor }: { cart: Cart; billing: Billing; advisor: Advisor }) {
  const contact = useCheckout((state) => state.contact);
  const { mutate, data, isPending } = useMutation({
    scope: cartScope,
    mutationFn: async () => {
      const checkout = useCheckout.getState();
      if (checkout.contact === null) return null;
      const forms = { billing: billing.form.getValues(), cart, checkout, contact: checkout.contact };
      const { email } = checkout.contact;
      const link = { cartId: cart.id, advisor, email, billingAddress: billingBody(forms) };
      return createPaymentLink(api, link, window.location.origin);
    },
  });
  const create = (): void => mutate();
  const attendNext = useNextSale();
  const isBlocked = !billing.isValid || billing.lookup === 'asking' || contact === null;
  const hasFailed = data === null && !isPending;
  return (
    <div className="grid gap-4">
      {!data && (
        <Button size="lg" block blocked={isBlocked} loading={isPending} onClick={create} icon={<Icon name="link" />}>
          {advisorTexts.createLink}
        </Button>
      )}
      {isBlocked && (
        <p className="text-center text-xs text-ink-muted">Completa los datos de facturación para generar el enlace.</p>
      )}
      {hasFailed && (
        <AlertBox type="Warning" role="alert" title={advisorTexts.linkFailed}>
          <Button variant="outline" size="sm" onClick={create} icon={<Icon name="rotate-ccw" size="sm" />}>
            {advisorTexts.retry}
          </Button>
        </AlertBox>
      )}
      {data && <LinkResult {...data} />}
      {data && (
        <Button variant="ghost" onClick={attendNext} icon={<Icon name="user" size="sm" />}>
          Atender a otra persona
        </Button>
      )}
    </div>
  );
}
