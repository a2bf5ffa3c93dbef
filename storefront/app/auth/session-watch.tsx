import { withQueries } from '@ceiba/client/query-provider';
import { sessionCheckMs } from '@ceiba/domain/auth/session';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { shopNow } from '../platform/shop-time.ts';
import { expireSession, forgetExpiry } from './end-session.tsx';
import { hasSessionExpired, readSession, useSession } from './session-store.ts';
import { syncCart } from './sync-cart.ts';

/**
 * For a signed-in customer: checks whether the session has ended (AUTH-09), and moves a guest's cart to the customer
 * (CART-29).
 */
export default withQueries(function SessionWatch() {
  const session = useSession();
  const unsyncedCartId = session?.unsyncedCartId ?? null;
  const expiresAt = session?.sessionExpiresAt;
  const queryClient = useQueryClient();
  useExpiry();
  useEffect(() => {
    if (expiresAt !== undefined) forgetExpiry();
  }, [expiresAt]);
  useEffect(() => {
    if (unsyncedCartId !== null) void syncCart(queryClient, unsyncedCartId);
  }, [unsyncedCartId, queryClient]);
  return null;
});

/** Checks on focus, change of page, storage event and every ten seconds (AUTH-09). */
function useExpiry(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const check = (): void => {
      const session = readSession();
      if (session !== null && hasSessionExpired(session, shopNow()))
        void expireSession(navigate, `${pathname}${search}`);
    };
    // The check does not use the path, but runs after each change of page.
    if (pathname !== '') check();
    const timer = setInterval(check, sessionCheckMs);
    window.addEventListener('focus', check);
    window.addEventListener('storage', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', check);
      window.removeEventListener('storage', check);
    };
  }, [navigate, pathname, search]);
}
