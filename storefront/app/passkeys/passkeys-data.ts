import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Passkey } from '@ceiba/contract/passkeys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';

/** Personal data: removed from the cache at sign-out. */
export const passkeysKey = ['customer', 'passkeys'] as const;

/** The passkeys of the signed-in customer, oldest first. Null until they are loaded. */
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

/** Removes a passkey and shows the result. */
export function useRemovePasskey(): (passkey: Passkey) => Promise<void> {
  const queryClient = useQueryClient();
  return async ({ id }) => {
    const answer = await api('removePasskey', { params: { id } });
    // If another tab has already removed the passkey, this counts as a success.
    if (answer.ok || answer.error.code === 'PASSKEY_NOT_FOUND')
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Quitamos tu llave de acceso', message: '' });
    else {
      const own = { title: 'No pudimos quitar tu llave de acceso', message: 'Vuelve a intentarlo en un momento.' };
      showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), own) });
    }
    await queryClient.invalidateQueries({ queryKey: passkeysKey });
  };
}
