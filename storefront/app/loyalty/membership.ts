import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { loyaltyTexts } from '@ceiba/domain/loyalty/document';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { customerKey, type SignedInCustomer } from '../auth/customer-query.ts';
import { keepSession, readSession } from '../auth/session-store.ts';
import { ApiFailure, api, unwrap } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';

/** Personal: forgotten at sign-out. */
const membershipKey = ['customer', 'loyalty'] as const;

type Membership = CallAnswer<'getLoyalty'>['data'];
export type MemberValues = CallInput<'registerLoyalty'>['body'];
type TypedDocument = Pick<MemberValues, 'documentId' | 'documentType'>;

/** What the loyalty program says of a member; asked of members alone. */
export function useMembership(): { membership: Membership | null; isFailed: boolean; reload: () => void } {
  const query = useQuery({
    queryKey: membershipKey,
    queryFn: async ({ signal }) => unwrap(await api('getLoyalty', { query: {} }, { signal })).data,
  });
  return { membership: query.data ?? null, isFailed: query.isError && !query.data, reload: () => void query.refetch() };
}

export interface Joining {
  /** Answers the fields the shop would not take, with why. */
  register: (values: MemberValues) => Promise<Record<string, string>>;
  /** Looks whether a document has an account already (PTS-20). */
  find: (document: TypedDocument) => Promise<Record<string, string>>;
}

/** Registers with the loyalty program, or finds the account that is there (PROF-23); what fails is said in the corner. */
export function useJoining(): Joining {
  const queryClient = useQueryClient();
  const enter = (membership: Membership): void => {
    queryClient.setQueryData<Membership>(membershipKey, membership);
    queryClient.setQueryData<SignedInCustomer>(customerKey, (known) => known && { ...known, registerLeal: true });
    const session = readSession();
    if (session !== null) keepSession({ ...session, registerLeal: true });
    showAlert({ id: 'points-alert', type: 'Success', title: loyaltyTexts.registered, message: '' });
  };
  const fail = (error: ApiFailure, title: string): Record<string, string> => {
    const { message, metadata } = error.error;
    const own = { title, message: message || 'Vuelve a intentarlo en un momento.' };
    showAlert({ id: 'points-alert', type: 'Error', ...failureWords(error, own) });
    return metadata.fields ?? {};
  };
  return {
    register: async (body) => {
      const answer = await api('registerLoyalty', { body });
      if (!answer.ok) return fail(new ApiFailure(answer.error), 'No pudimos crear tu cuenta de Puntos MAX');
      enter({ registered: true, points: answer.value.data.points });
      return {};
    },
    find: async (query) => {
      const answer = await api('getLoyalty', { query });
      if (!answer.ok) return fail(new ApiFailure(answer.error), 'No encontramos tu cuenta');
      enter(answer.value.data);
      return {};
    },
  };
}
