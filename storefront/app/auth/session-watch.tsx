import { sessionCheckMs } from '@ceiba/domain/auth/session';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { hideAlert } from '../alerts/notices.ts';
import { withQueries } from '../platform/query-provider.tsx';
import { expireSession } from './end-session.ts';
import { isPast, readSession, useSession } from './session-store.ts';
import { syncCart } from './sync-cart.ts';

/** While somebody is signed in: looks whether that is over (AUTH-09), and brings a cart that is still a guest's (CART-29). */
export default withQueries(function SessionWatch() {
  const unsyncedCartId = useSession()?.unsyncedCartId ?? null;
  const queryClient = useQueryClient();
  useExpiry();
  useEffect(() => hideAlert('expired-session'), []);
  useEffect(() => {
    if (unsyncedCartId !== null) void syncCart(queryClient, unsyncedCartId);
  }, [unsyncedCartId, queryClient]);
  return null;
});

/** On focus, change of page, storage event and every ten seconds (AUTH-09). */
function useExpiry(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const check = (): void => {
      const session = readSession();
      if (session !== null && isPast(session, new Date())) void expireSession(navigate);
    };
    // The path is no part of the question: each change of page asks it.
    if (pathname !== '') check();
    const timer = setInterval(check, sessionCheckMs);
    window.addEventListener('focus', check);
    window.addEventListener('storage', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', check);
      window.removeEventListener('storage', check);
    };
  }, [navigate, pathname]);
}
