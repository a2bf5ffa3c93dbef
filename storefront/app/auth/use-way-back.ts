import { safeRedirect } from '@ceiba/domain/auth/session';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from './session-store.ts';

/**
 * Who is signed in already when the page of a form wakes up needs none: on to where it would have led, to `otherwise`
 * where its address names no place.
 */
export function useSkipForm(otherwise: string): void {
  const session = useSession();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isKnown = useRef(false);
  useEffect(() => {
    if (session === undefined || isKnown.current) return;
    isKnown.current = true;
    if (session !== null)
      void navigate(search.has('redirect') ? safeRedirect(search.get('redirect')) : otherwise, { replace: true });
  }, [session, search, navigate, otherwise]);
}

/** What the address of a page that signs in asks for. What the server sends is the same for all: it is read in the browser. */
export function useWayBack(): { path: string; email: string; query: string } {
  const [search] = useSearchParams();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const wanted = isHydrated ? search.get('redirect') : null;
  return {
    path: safeRedirect(wanted),
    email: (isHydrated && search.get('email')) || '',
    query: wanted === null ? '' : `?${new URLSearchParams({ redirect: safeRedirect(wanted) })}`,
  };
}
