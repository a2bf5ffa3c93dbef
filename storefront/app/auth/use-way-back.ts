import { safeRedirect } from '@ceiba/domain/auth/session';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useBrowserQuery } from '../platform/browser-query.ts';
import { useSession } from './session-store.ts';

/**
 * Who is signed in already when the page of a form wakes up needs none: on to where it would have led, to `otherwise`
 * where its address names no place.
 */
export function useSkipForm(otherwise: string): void {
  const session = useSession();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isKnown = useRef(false);
  useEffect(() => {
    if (session === undefined || isKnown.current) return;
    isKnown.current = true;
    if (session !== null)
      void navigate(search.has('redirect') ? `${safeRedirect(search.get('redirect'))}${hash}` : otherwise, {
        replace: true,
      });
  }, [session, search, hash, navigate, otherwise]);
}

/**
 * What the address of a page that signs in asks for. What the server sends is the same for all: it is read in the browser. A fragment belongs to
 * the page that the way leads back to: it may hold what a mail's link carries.
 */
export function useWayBack(): { path: string; email: string; query: string } {
  const search = useBrowserQuery();
  const { hash } = useLocation();
  const wanted = search.get('redirect');
  return {
    path: `${safeRedirect(wanted)}${wanted === null ? '' : hash}`,
    email: search.get('email') ?? '',
    query: wanted === null ? '' : `?${new URLSearchParams({ redirect: safeRedirect(wanted) })}${hash}`,
  };
}
