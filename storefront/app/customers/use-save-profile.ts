import type { CallInput } from '@ceiba/contract/client';
import { profileMessages } from '@ceiba/domain/customers/profile';
import { useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { customerKey, type SignedInCustomer } from '../auth/customer-query.ts';
import { readSession, setSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';

export type ProfileValues = CallInput<'changeProfile'>['body'];

/** Saves a part of the profile and confirms it for eight seconds (PROF-05, PROF-08 to PROF-10). Returns whether it was saved. */
export function useSaveProfile(): (values: ProfileValues) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async (body) => {
    const answer = await api('changeProfile', { body });
    if (!answer.ok) {
      const { saveFailedTitle: title, saveFailedMessage: message } = profileMessages;
      showAlert({ id: 'profile-alert', type: 'Error', title, message });
      return false;
    }
    queryClient.setQueryData<SignedInCustomer>(customerKey, (known) => known && Object.assign({}, known, answer.value));
    const session = readSession();
    if (session !== null) setSession({ ...session, firstName: answer.value.firstName ?? session.firstName });
    showAlert({ id: 'profile-alert', type: 'Success', title: profileMessages.saved, message: '' });
    return true;
  };
}
