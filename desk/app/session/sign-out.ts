import { useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../platform/notes.tsx';
import { showFailure } from '../platform/toasts.tsx';
import { bareCall } from './desk-client.ts';
import { forgetDrafts } from './draft-keys.ts';
import { leaveSession } from './session.ts';

/** Ends the session here and on the server, and clears this tab's cache. */
export const useSignOut = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return async () => {
    const ended = await bareCall('endStaffSession', {});
    if (!ended.ok && ended.error.code !== 'UNAUTHORIZED') {
      showFailure(`No se cerró la sesión. ${refusalText(ended.error)}`);
      return;
    }
    leaveSession();
    forgetDrafts();
    queries.clear();
  };
};
