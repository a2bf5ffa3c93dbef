import { unwrap } from '@ceiba/client/call-failure';
import { guestTexts } from '@ceiba/domain/auth/guest-texts';
import { checkEmail } from '@ceiba/domain/customers/email';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../platform/api.ts';
import { lazyPart } from '../platform/lazy-part.tsx';

/** Fetched when a guest wants to sign in. */
export const LoginDrawer = lazyPart(() => import('../auth/login-drawer.tsx'));

/** The login drawer: `email` is null until it was opened, and stays while it slides out. */
export function useLogin() {
  const [email, setEmail] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    email,
    isOpen,
    open: (suggested: string) => {
      setEmail(suggested);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

/** Before the fields: signing in, or going on without (INFO-12). */
export function LoginInvitation({ onLogin }: { onLogin: () => void }) {
  return (
    <>
      <Button
        variant="tonal"
        size="sm"
        icon={<Icon name="log-in" size="sm" />}
        onClick={onLogin}
        className="justify-self-start"
      >
        {guestTexts.login}
      </Button>
      <p className="or-line">{guestTexts.divider}</p>
    </>
  );
}

/** Beside an e-mail that has an account: it invites, it does not block (INFO-14, DEC-34, DIF-51). */
export function RegisteredBanner({ onLogin }: { onLogin: () => void }) {
  return (
    <AlertBox type="Info" role="status" className="sm:col-span-2">
      <p>{guestTexts.registered}</p>
      <Button variant="outline" size="sm" className="mt-2.5" onClick={onLogin}>
        Iniciar sesión
      </Button>
    </AlertBox>
  );
}

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
