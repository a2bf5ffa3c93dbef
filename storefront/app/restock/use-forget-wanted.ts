import { readStored, writeStored } from '@ceiba/client/storage';
import { safeRedirect } from '@ceiba/domain/auth/session';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { wantedKey } from '../platform/storage-keys.ts';

/**
 * Used by pages with a login. A login that does not lead back to the product comes from a guest who changed their mind, or from another person. The
 * stored request is then dropped.
 */
export const useForgetWanted = (): void => {
  const [search] = useSearchParams();
  const redirect = search.get('redirect');
  useEffect(() => {
    if (readStored('session', wantedKey) !== safeRedirect(redirect)) writeStored('session', wantedKey, null);
  }, [redirect]);
};
