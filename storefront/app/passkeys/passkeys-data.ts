import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Passkey } from '@ceiba/contract/passkeys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';

/** Personal: forgotten at sign-out. */
export const passkeysKey = ['customer', 'passkeys'] as const;

/** The passkeys of who is signed in, the oldest first; null while they are not known. */
export function usePasskeys(): { passkeys: readonly Passkey[] | null; isFailed: boolean; reload: () => void } {
  const session = useSession();
  const query = useQuery({
    queryKey: passkeysKey,
    enabled: Boolean(session),
    queryFn: async ({ signal }) => unwrap(await api('listPasskeys', {}, { signal })),
  });
  return {
    passkeys: query.data ?? null,
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}

/** Takes a passkey away and says how that went. */
export function useRemovePasskey(): (passkey: Passkey) => Promise<void> {
  const queryClient = useQueryClient();
  return async ({ id }) => {
    const answer = await api('removePasskey', { params: { id } });
    // One that another tab has removed is what the shopper wanted.
    if (answer.ok || answer.error.code === 'PASSKEY_NOT_FOUND')
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Quitamos tu llave de acceso', message: '' });
    else {
      const own = { title: 'No pudimos quitar tu llave de acceso', message: 'Vuelve a intentarlo en un momento.' };
      showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), own) });
    }
    await queryClient.invalidateQueries({ queryKey: passkeysKey });
  };
}
