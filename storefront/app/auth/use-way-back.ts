import { safeRedirect } from '@ceiba/domain/auth/session';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useBrowserQuery } from '../platform/browser-query.ts';
import { useSession } from './session-store.ts';

/** Redirects a customer who is already signed in when a form's page hydrates: to the target that the address names, or else to `otherwise`. */
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
 * The return path and query of a sign-in page. Read in the browser, because the server sends everybody the same page. The return path includes the
 * fragment, which may contain the token of a mail's link.
 */
export function useWayBack(): { path: string; email: string; query: string } {
  const search = useBrowserQuery();
  const { hash } = useLocation();
  const redirect = search.get('redirect');
  return {
    path: `${safeRedirect(redirect)}${redirect === null ? '' : hash}`,
    email: search.get('email') ?? '',
    query: redirect === null ? '' : `?${new URLSearchParams({ redirect: safeRedirect(redirect) })}${hash}`,
  };
}
