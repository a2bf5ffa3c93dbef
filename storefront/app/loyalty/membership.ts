import { unwrap } from '@ceiba/client/call-failure';
import type { ApiError, CallAnswer, CallInput } from '@ceiba/contract/client';
import { loyaltyTexts } from '@ceiba/domain/loyalty/document';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { customerKey, type SignedInCustomer } from '../auth/customer-query.ts';
import { readSession, setSession } from '../auth/session-store.ts';
import { type Refusal, refusalOf } from '../forms/refusal.ts';
import { api } from '../platform/api.ts';

/** Personal data: removed from the cache at sign-out. */
const membershipKey = ['customer', 'loyalty'] as const;

type Membership = CallAnswer<'getLoyalty'>['data'];
export type MemberValues = CallInput<'registerLoyalty'>['body'];
type TypedDocument = Pick<MemberValues, 'documentId' | 'documentType'>;

/** The loyalty program's data of a member. Loaded for members only. */
export function useMembership(): { membership: Membership | null; isFailed: boolean; reload: () => void } {
  const query = useQuery({
    queryKey: membershipKey,
    queryFn: async ({ signal }) => unwrap(await api('getLoyalty', { query: {} }, { signal })).data,
  });
  return { membership: query.data ?? null, isFailed: query.isError && !query.data, reload: () => void query.refetch() };
}

export interface MemberRegistration {
  register: (values: MemberValues) => Promise<Refusal | undefined>;
  /** Checks whether a document already has an account (PTS-20). */
  find: (document: TypedDocument) => Promise<Refusal | undefined>;
}

/** Registers with the loyalty program, or finds the existing account (PROF-23). The form shows failures. */
export function useJoining(): MemberRegistration {
  const queryClient = useQueryClient();
  const enter = (membership: Membership): void => {
    queryClient.setQueryData<Membership>(membershipKey, membership);
    queryClient.setQueryData<SignedInCustomer>(customerKey, (known) => known && { ...known, registerLeal: true });
    const session = readSession();
    if (session !== null) setSession({ ...session, registerLeal: true });
    showAlert({ id: 'points-alert', type: 'Success', title: loyaltyTexts.registered, message: '' });
  };
  const refused = (error: ApiError, title: string): Refusal => refusalOf(error, { id: 'points-alert', title });
  return {
    register: async (body) => {
      const answer = await api('registerLoyalty', { body });
      if (!answer.ok) return refused(answer.error, 'No pudimos crear tu cuenta de Puntos MAX');
      enter({ registered: true, points: answer.value.data.points });
      return undefined;
    },
    find: async (query) => {
      const answer = await api('getLoyalty', { query });
      if (!answer.ok) return refused(answer.error, 'No encontramos tu cuenta');
      enter(answer.value.data);
      return undefined;
    },
  };
}
