import { sessionRefusals } from '@ceiba/client/session-refusals';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadOptionalPart } from '../platform/load-part.ts';
import { hasFlag } from '../platform/session-flags.ts';
import { shopNow } from '../platform/shop-time.ts';
import { hasSessionExpired, readSession, type StoredSession, takeOwnSignOut, useSession } from './session-store.ts';

const loadEnding = loadOptionalPart(() => import('./end-session.tsx'));

/**
 * Part of every page, and tiny for guests: the watcher of a session (`children`) is fetched only if there is one. The session ends when a call is
 * refused for it (AUTH-14), or when another tab signs out.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  useEffect(() => {
    const onRefusal = (): void => void loadEnding().then(({ expireSession }) => expireSession(navigate, here));
    sessionRefusals.addEventListener('refused', onRefusal);
    return () => sessionRefusals.removeEventListener('refused', onRefusal);
  }, [navigate, here]);
  // The alert of an ended session stays until a customer signs in (AUTH-12).
  useEffect(() => {
    if (hasFlag('ceiba.expired') && readSession() === null) void loadEnding().then(({ showExpiry }) => showExpiry());
  }, []);
  useSignOutElsewhere(session, here);
  return session ? children : null;
}

/** Follows another tab that has signed out or found the session expired: leaves the account's pages. */
function useSignOutElsewhere(session: StoredSession | null | undefined, here: string): void {
  const navigate = useNavigate();
  const before = useRef(session);
  useEffect(() => {
    const had = before.current;
    before.current = session;
    if (!had || session !== null || takeOwnSignOut()) return;
    void loadEnding().then(({ expireSession, followSignOut }) => {
      if (hasSessionExpired(had, shopNow())) return expireSession(navigate, here);
      followSignOut();
      if (here.startsWith('/dashboard/')) return navigate(`/login?${new URLSearchParams({ redirect: here })}`);
    });
  }, [session, navigate, here]);
}
