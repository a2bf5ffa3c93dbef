import { useLocation } from 'react-router';

/**
 * What the link of a mail carries. It stands behind `#`, which browsers send to no server, so that no log has it. Links that were mailed
 * before carry it in the query and work for as long as they live.
 */
export function useMailLink(): URLSearchParams {
  const { hash, search } = useLocation();
  return new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
}
