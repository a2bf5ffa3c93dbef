import { unwrap } from '@ceiba/client/call-failure';
import type { CallAnswer } from '@ceiba/contract/client';
import type { LinkCart } from '@ceiba/contract/payment-links';
import { advisorTexts, linkExpiryText, preparedByText } from '@ceiba/domain/advisors/advisor-texts';
import { productCount } from '@ceiba/domain/carts/cost-lines';
import { isDeliveryOpen } from '@ceiba/domain/checkout/steps';
import { toQuetzales } from '@ceiba/domain/money/money';
import { Fold } from '@ceiba/ui/accordion-card';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Price } from '@ceiba/ui/price';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CartBanks } from '../carts/cart-banks.tsx';
import { cartTotals, productLines, withoutDelivery } from '../carts/cart-lines.ts';
import { useCart } from '../carts/use-cart.ts';
import { CheckoutSkeleton } from '../checkout/checkout-skeleton.tsx';
import { connectCheckout, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { LineList } from '../checkout/order-summary.tsx';
import { readAttempt } from '../orders/attempt-storage.ts';
import { ResumedAttempt } from '../orders/payment-places.tsx';
import { api } from '../platform/api.ts';
import { setOpenLink, useOpenLink } from '../platform/open-link.ts';
import { shopNow } from '../platform/shop-time.ts';
import { prefilledCheckout, storeOf } from './prefilled-checkout.ts';
import { forgetLink, readLink, saveLink } from './stored-link.ts';

/** The top of a payment link's page: the advisor, the expiry, the products and the total. */
function LinkIntro({
  cart: { employeeInfo: advisor },
  storeName,
  expiresAt,
}: {
  cart: LinkCart;
  storeName: string | null;
  expiresAt: string;
}) {
  const { cart } = useCart();
  const steps = useCheckout((state) => state.steps);
  if (cart === null) return null;
  const totals = cartTotals(cart);
  const isWithoutDelivery = isDeliveryOpen(steps) && !cart.isDigital;
  return (
    <div className="wrap max-w-checkout pt-4 lg:pt-8">
      <section aria-labelledby="preparado" className="panel grid gap-3">
        <div className="grid gap-1">
          <h2 id="preparado" className="heading-card text-xl text-pretty">
            {preparedByText(advisor?.firstName ?? null, storeName)}
          </h2>
          <p className="text-sm text-ink-soft">{linkExpiryText(new Date(expiresAt))}</p>
        </div>
        <Fold open title={productCount(cart.totalQuantity)}>
          <LineList lines={productLines(cart)} />
        </Fold>
        <p className="flex items-baseline justify-between gap-4 border-t border-border pt-3 font-semibold">
          {isWithoutDelivery ? 'Total sin envío' : 'Total'}
          <Price
            value={toQuetzales((isWithoutDelivery ? withoutDelivery(totals) : totals).grandTotal)}
            className="text-xl"
          />
        </p>
        <CartBanks cart={cart} />
      </section>
    </div>
  );
}

/** The fields of the link's cart that the page reads (ADV-20). */
const fields = 'email,shippingAddress,billingAddress,paymentMethod,products,totalQuantity,totals,coupons,employeeInfo';

interface OpenedLink {
  token: string;
  cart: LinkCart;
  /** ISO 8601. */
  expiresAt: string;
}

/** Reads the cart of the token. Null if the token no longer opens a cart. Throws without an answer. */
async function readLinkCart(id: string, token: string, signal: AbortSignal): Promise<LinkCart | null> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await api('getLinkCart', { params: { id }, query: { fields } }, { signal, headers });
  return !answer.ok && [401, 403, 404].includes(answer.error.status) ? null : unwrap(answer);
}

/**
 * The state of a link that opens no cart (ADV-23). `used`: the link was ordered; the link alone does not show the order's number. `gone`: the link
 * has expired or never existed.
 */
interface ClosedLink {
  closed: 'used' | 'gone';
}

type Exchanged = CallAnswer<'openPaymentLink'>['data'];

async function exchange(linkId: string, signal: AbortSignal): Promise<Exchanged | ClosedLink> {
  const stored = readLink(linkId, shopNow());
  const body = stored === null ? {} : { token: stored.token };
  const answer = await api('openPaymentLink', { params: { quoteId: linkId }, body }, { signal });
  if (answer.ok || ![404, 409].includes(answer.error.status)) return unwrap(answer).data;
  if (stored !== null) forgetLink();
  return { closed: answer.error.code === 'PAYMENT_LINK_USED' ? 'used' : 'gone' };
}

/**
 * Exchanges a link for a copy of its cart (ADV-22, DEC-213). Runs on every load, because only this answer says whether the link can still be paid. A
 * browser with a token gets the same copy again.
 */
async function openPaymentLink(linkId: string, signal: AbortSignal): Promise<OpenedLink | ClosedLink> {
  const opening = await exchange(linkId, signal);
  if ('closed' in opening) return opening;
  const { cartId, token, expiresAt } = opening;
  const cart = await readLinkCart(cartId, token, signal);
  if (cart === null) return { closed: 'gone' };
  saveLink({ id: linkId, cartId, token, expiresAt });
  return { token, cart, expiresAt };
}

/**
 * Opens a payment link (ADV-18 to ADV-23). `children` render the checkout of this browser's copy, below the name of the advisor. The browser's own
 * cart and checkout stay unchanged. `frame` wraps what shows instead.
 */
export default function LinkGate({
  linkId,
  frame,
  children,
}: {
  linkId: string;
  frame: (content: ReactNode) => ReactNode;
  children: (intro: ReactNode) => ReactNode;
}) {
  const [isDecided, setDecided] = useState(false);
  const { opening, isShut, mustAsk } = useOpening(linkId, isDecided);
  const storeName = useStoreName(opening.data && 'cart' in opening.data ? opening.data.cart.employeeInfo?.store : null);
  const link = useOpenLink();
  const isOpen = link?.linkId === linkId && !isShut;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (mustAsk) return <ResumedAttempt linkId={linkId} frame={frame} onOver={() => setDecided(true)} />;
  if (opening.data && 'closed' in opening.data)
    return frame(<LinkGone isUsed={opening.data.closed === 'used'} wasOpen={wasOpen} />);
  if (isOpen)
    return children(opening.data && 'cart' in opening.data && <LinkIntro {...opening.data} storeName={storeName} />);
  return frame(
    <CheckoutSkeleton onRetry={opening.isError && !opening.isFetching ? () => void opening.refetch() : null} />,
  );
}

/** Name of the store that prepared a link. Null until loaded. Nothing waits for it. */
function useStoreName(storeCode: string | null | undefined): string | null {
  const { data } = useQuery({
    queryKey: ['store', storeCode],
    queryFn: () => storeOf(storeCode ?? null),
    enabled: Boolean(storeCode),
  });
  return data?.name ?? null;
}

/**
 * While the page is shown, the link's copy is the page's cart. `isShut`: the copy has ended by an order of this or another buyer, or has expired. A
 * new request for the link returns the cause. `mustAsk`: the outcome of this page's order must be read before this request, unless the order
 * `isDecided`.
 */
function useOpening(linkId: string, isDecided: boolean) {
  const opening = useQuery({
    queryKey: ['payment-link', linkId],
    // Another visit asks again, because the link may have been paid between the visits.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const opened = await openPaymentLink(linkId, signal);
      return 'closed' in opened ? opened : { ...opened, filled: await prefilledCheckout(opened.cart) };
    },
  });
  const { data, dataUpdatedAt, refetch } = opening;
  useEffect(() => {
    if (dataUpdatedAt === 0 || data === undefined || 'closed' in data) return;
    const { cart, token, filled } = data;
    setOpenLink({ linkId, cartId: cart.id, token });
    connectCheckout('link');
    if (useCheckout.getState().cartId !== cart.id) updateCheckout(filled);
  }, [data, dataUpdatedAt, linkId]);
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      setOpenLink(null);
      // Removed immediately, so that a page opens the link again after its order has ended.
      queryClient.removeQueries({ queryKey: ['payment-link', linkId] });
    },
    [linkId, queryClient],
  );
  const link = useOpenLink();
  const isShut = link?.linkId === linkId && link.cartId === null;
  const mustAsk = isShut && !isDecided && readAttempt()?.link?.id === linkId;
  useEffect(() => {
    if (isShut && !mustAsk) void refetch();
  }, [isShut, mustAsk, refetch]);
  return { opening, isShut, mustAsk };
}

/**
 * A link that cannot be paid (ADV-23). A buyer who has paid with the link sees this in any browser, with the next step. The page shows no data of
 * the order.
 */
function LinkGone({ isUsed, wasOpen }: { isUsed: boolean; wasOpen: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Replaces a checkout that was scrolled and had the focus, so the focus moves to the heading.
  useLayoutEffect(() => {
    if (!wasOpen) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [wasOpen]);
  return (
    // Screen readers read the focused heading aloud, so an alert would repeat the heading.
    <div className="wrap max-w-checkout pt-8" role={wasOpen ? undefined : 'alert'}>
      <EmptyState
        heading="h1"
        headingRef={heading}
        title={advisorTexts.linkGone}
        text={isUsed ? advisorTexts.linkUsed : 'Pide a tu asesor un enlace nuevo, o sigue comprando en la tienda.'}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {isUsed && <ButtonLink to="/track-order">Seguir mi pedido</ButtonLink>}
            <ButtonLink to="/" variant={isUsed ? 'outline' : 'primary'}>
              Ir al inicio
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}
