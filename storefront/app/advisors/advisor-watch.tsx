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

/** Milliseconds between two looks at the clock. */
const checkMs = 10_000;

type Entry = NonNullable<ReturnType<typeof advisorEntry>>;

/** Where an advisor enters or is at work: starts the session, ends it in time, and puts each cart into their hands. */
export default withQueries(function AdvisorWatch({ entry }: { entry: Entry | null }) {
  useExpiry();
  const advisor = useStoredAdvisor();
  return (
    <>
      {entry !== null && <AdvisorEntry key={`${entry.hash} ${entry.store}`} entry={entry} />}
      {/* While another one enters, nothing is done in the name of the one before. */}
      {entry === null && advisor && !isOver(advisor, shopNow()) && <CartInHand advisor={advisor} />}
    </>
  );
});

/**
 * ADV-01, ADV-02. Who is unknown or retired enters nowhere: the normal store shows, unless another is at work, whose session no
 * address that somebody made up may end (DEC-145).
 */
function AdvisorEntry({ entry: { hash, store } }: { entry: Entry }) {
  const navigate = useNavigate();
  const isLeavingNow = useIsLeavingNow();
  const { pathname, search, hash: fragment } = useLocation();
  const { data } = useQuery({
    queryKey: ['advisor', hash, store],
    // Each entry is a look-up of its own: it says anew until when the session lasts.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // The answer counts on the next page, too: an advisor who goes on before it comes has entered.
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
    // The hash must not stay in an address that is shared, bookmarked or sent to another site.
    const query = new URLSearchParams(search);
    query.delete('at');
    query.delete('store');
    void navigate({ pathname, search: query.toString(), hash: fragment }, { replace: true, preventScrollReset: true });
  }, [data, navigate, isLeavingNow, pathname, search, fragment]);
  return null;
}

/** A refused entry ends the session that it names, and none else. */
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

/** ADV-04, ADV-05: the cart at hand is the advisor's, on every load of a page and whenever there is another cart. */
function CartInHand({ advisor }: { advisor: Advisor }) {
  const cartId = useCartId();
  // The cart of a payment link has its advisor already: another advisor who opens it does not take it over.
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
 * The next sale begins without the last one's cart and customer: asked on each page, and when the advisor comes back to
 * this one, as it is on the customer's telephone that its link is paid. An advisor who types another customer's contact, or
 * changes the cart, has gone on with it.
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
    // A checkout whose cart is gone would lead to the empty cart: it is left first.
    if (pathname === '/checkout') {
      void navigate('/', { replace: true });
      return;
    }
    // Runs after the page's other parts have read the same answer: they keep how the cart looked last.
    queueMicrotask(() => {
      if (!isStoredCart(soldId)) return;
      leaveSale();
      queryClient.removeQueries({ queryKey: cartKey(soldId) });
      showToast('Tu cliente pagó el enlace. Ya puedes atender a otra persona.');
    });
  }, [soldId, email, pathname, navigate, queryClient]);
}

/**
 * A customer's contact goes with their cart: of one that was deleted or closed nothing is left to sell, and the next cart is another
 * person's. A shopper's own contact stays.
 */
function useGoneCart(cartId: string | null | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    // A checkout leads away from a cart that is gone, and forgets an order by itself.
    if (cartId === null && pathname !== '/checkout' && !isContactOf(null)) leaveSale();
  }, [cartId, pathname]);
}

/** ADV-05, ADV-06: over at its moment, also in a page that stays open. */
function useExpiry(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const check = (): void => {
      const advisor = readAdvisor();
      if (advisor !== null && isOver(advisor, shopNow())) leaveAdvisor();
    };
    // The path is no part of the question: each change of page asks it.
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
