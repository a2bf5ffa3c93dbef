import { useLocation } from 'react-router';

/**
 * The parameters of a mail's link. They are behind `#`, which browsers do not send, so that no log contains them. Links of older mails have them in
 * the query, and work until they expire.
 */
export function useMailLink(): URLSearchParams {
  const { hash, search } = useLocation();
  return new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
}
