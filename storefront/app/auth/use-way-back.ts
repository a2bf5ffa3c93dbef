import { safeRedirect } from '@ceiba/domain/auth/session';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** What the address of a page that signs in asks for. What the server sends is the same for all: it is read in the browser. */
export function useWayBack(): { path: string; email: string; query: string } {
  const [search] = useSearchParams();
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const wanted = isAwake ? search.get('redirect') : null;
  return {
    path: safeRedirect(wanted),
    email: (isAwake && search.get('email')) || '',
    query: wanted === null ? '' : `?${new URLSearchParams({ redirect: safeRedirect(wanted) })}`,
  };
}
