import { unwrap } from '@ceiba/client/call-failure';
import { withQueries } from '@ceiba/client/query-provider';
import type { Advisor } from '@ceiba/contract/advisors';
import type { advisorEntry } from '@ceiba/domain/advisors/advisor';
import { useIsLeavingNow } from '@ceiba/ui/use-is-leaving-now';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showAlert, showToast } from '../alerts/notices.ts';
import { isStoredCart, useCartId } from '../carts/cart-store.ts';
import { cartKey, refreshCart, useCart } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { useOpenLink } from '../platform/open-link.ts';
import { shopNow } from '../platform/shop-time.ts';
import { attachToCart, enterAdvisor, followAdvisor, isContactOf, leaveAdvisor, leaveSale } from './advisor-session.ts';
import { isOver, readAdvisor, useStoredAdvisor } from './advisor-store.ts';

/** Milliseconds between two checks of the clock. */
const checkMs = 10_000;

type Entry = NonNullable<ReturnType<typeof advisorEntry>>;

/** Runs while an advisor enters or is at work: starts the session, ends it in time, and links each cart to the advisor. */
export default withQueries(function AdvisorWatch({ entry }: { entry: Entry | null }) {
  useExpiry();
  const advisor = useStoredAdvisor();
  return (
    <>
      {entry !== null && <AdvisorEntry key={`${entry.hash} ${entry.store}`} entry={entry} />}
      {/* While another advisor enters, no call is made with the previous advisor's hash. */}
      {entry === null && advisor && !isOver(advisor, shopNow()) && <CartInHand advisor={advisor} />}
    </>
  );
});

/**
 * An unknown or retired advisor does not enter (ADV-01, ADV-02). The normal store shows, unless an advisor is at work: an invented address must not
 * end that session (DEC-145).
 */
function AdvisorEntry({ entry: { hash, store } }: { entry: Entry }) {
  const navigate = useNavigate();
  const isLeavingNow = useIsLeavingNow();
  const { pathname, search, hash: fragment } = useLocation();
  const { data } = useQuery({
    queryKey: ['advisor', hash, store],
    // Each entry makes its own look-up, because the answer contains a new expiry date.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // An answer that arrives on the next page also counts, because the advisor may open another page before the answer.
    queryFn: async () => {
      const answer = await api('findAdvisor', { params: { hash }, query: { store } });
      const isUnknown = !answer.ok && ['ADVISOR_NOT_FOUND', 'ADVISOR_ENDED'].includes(answer.error.code);
      if (isUnknown) ignoreEntry({ hash, store });
      else enterAdvisor(unwrap(answer).data);
      return !isUnknown;
    },
  });
  useEffect(() => {
    if (data === undefined || isLeavingNow()) return;
    // The hash must not stay in an address that may be shared, bookmarked or sent to another site.
    const query = new URLSearchParams(search);
    query.delete('at');
    query.delete('store');
    void navigate({ pathname, search: query.toString(), hash: fragment }, { replace: true, preventScrollReset: true });
  }, [data, navigate, isLeavingNow, pathname, search, fragment]);
  return null;
}

/** A refused entry ends only the session with the same hash. */
function ignoreEntry({ hash, store }: Entry): void {
  const atWork = readAdvisor();
  if (atWork === null || isOver(atWork, shopNow())) return;
  const isTheirs = atWork.hash === hash && atWork.store === store;
  if (isTheirs) leaveAdvisor();
  else
    showAlert({
      id: 'auth-alert',
      type: 'Warning',
      title: 'Este enlace de asesor no es válido',
      message: `Sigues atendiendo como ${atWork.firstName}.`,
    });
}

/** Links the current cart to the advisor on every page load and whenever the cart changes (ADV-04, ADV-05). */
function CartInHand({ advisor }: { advisor: Advisor }) {
  const cartId = useCartId();
  // The cart of a payment link already has its advisor. Another advisor who opens the link does not take it over.
  const isLink = useOpenLink() !== null;
  useSoldCart(cartId);
  useGoneCart(cartId);
  useQuery({
    queryKey: ['advisor', 'cart', advisor.hash, advisor.store, cartId],
    enabled: typeof cartId === 'string' && !isLink,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => (typeof cartId === 'string' ? attachToCart(cartId, advisor) : null),
  });
  return null;
}

/**
 * Starts the next sale, without the last cart and customer, after the payment link is paid. Checks this on each page and when the advisor returns to
 * the page, because the customer pays on another device. If the advisor has typed another contact or changed the cart, the cart stays.
 */
function useSoldCart(cartId: string | null | undefined): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { cart } = useCart();
  const askedAt = useRef(pathname);
  useEffect(() => {
    if (askedAt.current === pathname || !cartId) return;
    askedAt.current = pathname;
    void refreshCart(queryClient, cartId);
  }, [pathname, cartId, queryClient]);
  const soldId = cart?.isSoldByLink ? cart.id : null;
  const email = cart?.email ?? null;
  useEffect(() => {
    if (soldId === null || !isContactOf(email)) return;
    // Leaves the checkout first: without a cart it would redirect to the empty cart.
    if (pathname === '/checkout') {
      void navigate('/', { replace: true });
      return;
    }
    // Runs after the page's other parts have read the same answer, because they store how the cart last looked.
    queueMicrotask(() => {
      if (!isStoredCart(soldId)) return;
      leaveSale();
      queryClient.removeQueries({ queryKey: cartKey(soldId) });
      showToast('Tu cliente pagó el enlace. Ya puedes atender a otra persona.');
    });
  }, [soldId, email, pathname, navigate, queryClient]);
}

/**
 * Removes the customer's contact after an advisor's cart was deleted or closed, because the next cart belongs to
 * another person. A shopper's own contact stays.
 */
function useGoneCart(cartId: string | null | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    // The checkout itself redirects when its cart is gone, and clears its data after an order.
    if (cartId === null && pathname !== '/checkout' && !isContactOf(null)) leaveSale();
  }, [cartId, pathname]);
}

/** Ends the session at its expiry time, even in a page that stays open (ADV-05, ADV-06). */
function useExpiry(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const check = (): void => {
      const advisor = readAdvisor();
      if (advisor !== null && isOver(advisor, shopNow())) leaveAdvisor();
    };
    // The check does not use the path, but runs after each change of page.
    if (pathname !== '') check();
    const timer = setInterval(check, checkMs);
    window.addEventListener('focus', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', check);
    };
  }, [pathname]);
  useEffect(followAdvisor, []);
}
