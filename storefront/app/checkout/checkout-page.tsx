import type { Cart } from '@ceiba/contract/carts';
import { isDeliveryOpen } from '@ceiba/domain/checkout/steps';
import { DeliveryStep } from '../delivery/delivery-step.tsx';
import { usePlaceOrder } from '../orders/use-place-order.ts';
import { PaymentStep } from '../payments/payment-step.tsx';
import { usePayment } from '../payments/use-payment.ts';
import { CheckoutHeader } from '../shell/checkout-layout.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { useCheckout } from './checkout-store.ts';
import { ContactStep } from './contact-step.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayBar, PayNotice } from './pay-button.tsx';
import { Stepper } from './stepper.tsx';
import { useCheckoutCart } from './use-checkout-cart.ts';

export { uncachedHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Finalizar compra | Ceiba' }, { name: 'robots', content: 'noindex' }];

export default function CheckoutPage() {
  const steps = useCheckout((state) => state.steps);
  const checkout = useCheckoutCart();
  return (
    <>
      <CheckoutHeader stepper={<Stepper steps={steps} />} />
      <main id="contenido">
        <h1 className="sr-only">Finalizar compra</h1>
        {checkout.state === 'ready' ? (
          <CheckoutOfCart cart={checkout.cart} />
        ) : (
          <CheckoutSkeleton isFailed={checkout.state === 'failed'} onRetry={checkout.reload} />
        )}
      </main>
    </>
  );
}
