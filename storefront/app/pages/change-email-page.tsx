import { Button, ButtonLink } from '@ceiba/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { customerKey } from '../auth/customer-query.ts';
import { MailLinkPage, useOnce } from '../auth/mail-link-page.tsx';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';
import { useMailLink } from '../platform/use-mail-link.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Confirma tu nuevo correo', { name: 'referrer', content: 'no-referrer' });

type Outcome = 'changing' | 'guest' | 'changed' | 'taken' | 'invalid' | 'failed';

const texts: Record<Outcome, { title: string; text: string }> = {
  changing: { title: 'Estamos cambiando tu correo', text: 'Un momento, por favor.' },
  guest: {
    title: 'Inicia sesión para cambiar tu correo',
    text: 'Entra con tu correo de siempre; después usaremos el nuevo.',
  },
  changed: { title: '¡Listo! Tu correo cambió', text: 'Desde ahora entras con tu correo nuevo.' },
  taken: { title: 'Este correo ya está registrado', text: 'Otra cuenta lo usa. Tu correo sigue siendo el mismo.' },
  invalid: {
    title: 'Este enlace no es válido para tu cuenta',
    text: 'Funciona durante 24 horas, una sola vez, y con la sesión de la cuenta que lo pidió.',
  },
  failed: { title: 'No pudimos cambiar tu correo', text: 'Revisa tu conexión a internet y vuelve a intentarlo.' },
};

/**
 * The mail to a new address opens this page. If the customer is signed in, the page sends the link's token. If not, the page asks the customer to log
 * in.
 */
export default function ChangeEmailPage() {
  const link = useMailLink();
  const session = useSession();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>('changing');
  const token = link.get('token') ?? '';
  const change = async (): Promise<void> => {
    setOutcome('changing');
    const answer = await api('changeEmail', { body: { token } });
    if (answer.ok) queryClient.removeQueries({ queryKey: customerKey });
    setOutcome(answer.ok ? 'changed' : outcomeOf(answer.error.status));
  };
  useOnce(change, Boolean(session));
  const shown = session === null && outcome !== 'changed' ? 'guest' : outcome;
  return (
    <MailLinkPage {...texts[shown]}>
      {shown === 'guest' && (
        <ButtonLink to={`/login?${new URLSearchParams({ redirect: '/change-email' })}#${link}`}>
          Iniciar sesión
        </ButtonLink>
      )}
      {shown === 'failed' && <Button onClick={() => void change()}>Reintentar</Button>}
      {(shown === 'changed' || shown === 'taken' || shown === 'invalid') && (
        <ButtonLink to="/dashboard/profile">Ir a mi cuenta</ButtonLink>
      )}
    </MailLinkPage>
  );
}

const outcomeOf = (status: number): Outcome => {
  if (status === 401) return 'guest';
  if (status === 409) return 'taken';
  return status === 404 || status === 400 ? 'invalid' : 'failed';
};
