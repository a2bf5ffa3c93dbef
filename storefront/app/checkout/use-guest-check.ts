import { checkEmail } from '@ceiba/domain/customers/email';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../platform/api.ts';
import { unwrap } from '../platform/unwrap.ts';

/** Whether an address has an account (INFO-13, DEC-134). A failed look-up says nothing: it only serves an invitation. */
export function useGuestCheck(): { check: (email: string) => void; suggestedEmail: string | null } {
  const [email, setEmail] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['guest-check', email],
    enabled: email !== null,
    retry: false,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) =>
      unwrap(await api('validateGuestCheckout', { body: { email: email ?? '' } }, { signal })).data,
  });
  const isRegistered = email !== null && data?.result === false;
  return {
    check: (typed) => {
      const checked = checkEmail(typed);
      setEmail(checked.ok ? checked.value : null);
    },
    suggestedEmail: isRegistered ? (data.suggestedEmail ?? email) : null,
  };
}
