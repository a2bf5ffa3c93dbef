import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Advisor } from '@ceiba/contract/advisors';
import type { Cart } from '@ceiba/contract/carts';
import { advisorTexts, shareUrl } from '@ceiba/domain/advisors/advisor-texts';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { controlClass } from '@ceiba/ui/select';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { leaveSale } from '../advisors/advisor-session.ts';
import { useCopyLink } from '../alerts/use-copy-link.ts';
import type { Billing } from '../billing/use-billing.ts';
import { CartBanks } from '../carts/cart-banks.tsx';
import { cartScope } from '../carts/use-cart.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { billingBody } from '../orders/order-forms.ts';
import { AcceptFirst } from '../orders/price-changes.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { shareByDevice } from '../platform/share-sheet.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { type CreatedLink, createPaymentLink } from './create-payment-link.ts';

/** The QR library loads when the code is asked for. */
const QrCode = lazyPart(() => import('../platform/qr-code.tsx'));

/** A link that was made: to copy, to share, and as a QR code for the customer's camera (ADV-12, DEC-150). */
function LinkResult({ link, total }: CreatedLink) {
  const { linkCartDays } = usePolicy();
  const [isQrShown, setQrShown] = useState(false);
  const { copy, field, byHand } = useCopyLink();
  return (
    <section aria-labelledby="enlace" className="panel grid gap-4 bg-surface-tint">
      <div role="status" className="flex items-center gap-3.5">
        <span
          aria-hidden="true"
          className="grid size-12 flex-none place-items-center rounded-leaf-sm bg-success text-white"
        >
          <Icon name="check" size="lg" />
        </span>
        <div className="min-w-0">
          <h3 id="enlace" className="heading-card text-lg">
            {advisorTexts.linkCreated}
          </h3>
          <p className="text-sm text-ink-soft">
            Vigente por {linkCartDays} días · Total <Price value={total} className="text-sm" />
          </p>
        </div>
      </div>
      <input
        ref={field}
        readOnly
        aria-label={advisorTexts.linkChoice}
        value={link}
        onFocus={(event) => event.target.select()}
        className={`${controlClass} font-mono text-sm`}
      />
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {byHand}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="tonal" onClick={() => void copy(link)} icon={<Icon name="copy" size="sm" />}>
          {advisorTexts.copy}
        </Button>
        <Button onClick={() => void share(link)} icon={<Icon name="share-2" size="sm" />}>
          {advisorTexts.share}
        </Button>
      </div>
      <Button
        variant="outline"
        size="sm"
        icon={<Icon name="qr-code" size="sm" />}
        aria-expanded={isQrShown}
        onClick={() => setQrShown(!isQrShown)}
      >
        {isQrShown ? 'Ocultar código QR' : 'Mostrar código QR'}
      </Button>
      {isQrShown && (
        <Suspense>
          <QrCode text={link} label="Código QR del enlace de pago" />
        </Suspense>
      )}
    </section>
  );
}

/** Opens the system's share sheet, or WhatsApp (DEC-150). */
async function share(link: string): Promise<void> {
  if (!(await shareByDevice(link))) window.open(shareUrl(link), '_blank', 'noopener');
}

/** Ends the sale and opens the home page. The link has its own cart, and the customer may pay much later. */
function useNextSale(): () => void {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    void navigate('/', { replace: true });
    // The checkout needed the cart until now; without one it would redirect to the empty cart.
    return leaveSale;
  }, [isOver, navigate]);
  return () => setOver(true);
}

/** The reason why a link was not created: the general text, or the server's message. Empty for a server error. */
function causeOf(error: Error): string {
  const serverText = error instanceof ApiFailure ? error.error.message : '';
  const { title, message } = failureWords(error, { title: '', message: serverText });
  return title === '' ? message : `${title}. ${message}`;
}

/** The panel in which an advisor makes the customer's payment link (ADV-10 to ADV-13). */
export default function LinkPanel({
  cart,
  billing,
  advisor,
  mustAccept,
}: {
  cart: Cart;
  billing: Billing;
  advisor: Advisor;
  /** True if the total has changed and must be accepted first. */
  mustAccept: boolean;
}) {
  const reasonId = useId();
  const contact = useCheckout((state) => state.contact);
  const { mutate, data, error, isPending } = useMutation({
    scope: cartScope,
    mutationFn: async () => {
      const checkout = useCheckout.getState();
      if (checkout.contact === null) throw new TypeError('a link without a contact');
      const forms = { billing: billing.form.getValues(), cart, checkout, contact: checkout.contact };
      const { email } = checkout.contact;
      const link = { cartId: cart.id, advisor, email, billingAddress: billingBody(forms) };
      return createPaymentLink(link, window.location.origin);
    },
  });
  const create = (): void => mutate();
  const attendNext = useNextSale();
  const isBlocked = mustAccept || !billing.isValid || billing.lookup === 'asking' || contact === null;
  return (
    <div className="grid gap-4">
      {!data && <CartBanks cart={cart} />}
      {!data && (
        <Button
          size="lg"
          block
          blocked={isBlocked}
          aria-describedby={isBlocked ? reasonId : undefined}
          loading={isPending}
          onClick={create}
          icon={<Icon name="link" />}
        >
          {advisorTexts.createLink}
        </Button>
      )}
      {!data && mustAccept && <AcceptFirst id={reasonId} />}
      {isBlocked && !mustAccept && (
        <p id={reasonId} className="text-center text-xs text-ink-muted">
          Completa los datos de facturación para generar el enlace.
        </p>
      )}
      {error !== null && !isPending && (
        <AlertBox type="Warning" role="alert" title={advisorTexts.linkFailed}>
          <p className="mb-2 empty:hidden">{causeOf(error)}</p>
          <Button
            variant="outline"
            size="sm"
            blocked={isBlocked}
            onClick={create}
            icon={<Icon name="rotate-ccw" size="sm" />}
          >
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
