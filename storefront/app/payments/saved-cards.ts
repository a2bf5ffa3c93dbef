import { unwrap } from '@ceiba/client/call-failure';
import type { CallAnswer } from '@ceiba/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';

/** Personal data: removed from the cache at sign-out. */
export const savedCardsKey = ['customer', 'saved-cards'] as const;

export type SavedInstrument = CallAnswer<'listSavedCards'>[number];

export interface SavedCardsQuery {
  /** The most recently saved card comes first. Null until the cards are loaded. */
  cards: readonly SavedInstrument[] | null;
  isLoading: boolean;
  isFailed: boolean;
  reload: () => void;
}

/**
 * The cards of the signed-in customer. A guest has no saved cards (PAY-34). Unknown until the page has hydrated. A card
 * is saved after its order, so the cache is never fresh.
 */
export function useSavedCards(isWanted: boolean): SavedCardsQuery {
  const session = useSession();
  const isCustomer = Boolean(session);
  const query = useQuery({
    queryKey: savedCardsKey,
    enabled: isCustomer && isWanted,
    staleTime: 0,
    queryFn: async ({ signal }) => unwrap(await api('listSavedCards', {}, { signal })),
  });
  return {
    cards: session === null ? [] : (query.data ?? null),
    isLoading: isCustomer && isWanted && query.isPending,
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}

/** Deletes a saved card and shows the result (PROF-22). */
export function useDeleteSavedCard(): (card: SavedInstrument) => Promise<void> {
  const queryClient = useQueryClient();
  return async ({ instrumentIdentifier }) => {
    const answer = await api('deleteSavedCard', { params: { instrumentIdentifier } });
    // If another tab has already deleted the card, this counts as a success.
    const isGone = answer.ok || answer.error.code === 'SAVED_CARD_NOT_FOUND';
    showAlert({ id: 'profile-alert', ...(isGone ? deletedAlert : notDeletedAlert) });
    await queryClient.invalidateQueries({ queryKey: savedCardsKey });
  };
}

const deletedAlert = { type: 'Success', title: 'Eliminamos tu tarjeta', message: '' } as const;
const notDeletedAlert = {
  type: 'Error',
  title: 'No pudimos eliminar tu tarjeta',
  message: 'Por favor intenta más tarde.',
} as const;
