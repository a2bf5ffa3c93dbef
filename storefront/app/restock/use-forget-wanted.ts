import { readStored, writeStored } from '@ceiba/client/storage';
import { safeRedirect } from '@ceiba/domain/auth/session';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { wantedKey } from '../platform/storage-keys.ts';

/** For pages with a login: one that leads elsewhere than to what was wanted comes from a guest of another mind, or is another's. By itself nothing is asked for then. */
export const useForgetWanted = (): void => {
  const [search] = useSearchParams();
  const way = search.get('redirect');
  useEffect(() => {
    if (readStored('session', wantedKey) !== safeRedirect(way)) writeStored('session', wantedKey, null);
  }, [way]);
};
