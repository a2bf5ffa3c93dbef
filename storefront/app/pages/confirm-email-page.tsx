import { Button, ButtonLink } from '@ceiba/ui/button';
import { useState } from 'react';
import { MailLinkPage, useOnce } from '../auth/mail-link-page.tsx';
import { api } from '../platform/api.ts';
import { useMailLink } from '../platform/use-mail-link.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Confirma tu correo', { name: 'referrer', content: 'no-referrer' });

type Outcome = 'asking' | 'confirmed' | 'invalid' | 'failed';

const texts: Record<Outcome, { title: string; text: string }> = {
  asking: { title: 'Estamos confirmando tu correo', text: 'Un momento, por favor.' },
  // Without a signed-in customer, the next login confirms: the server needs the password as well as the mailbox.
  confirmed: {
    title: '¡Listo! Recibimos tu confirmación',
    text: 'Entra a tu cuenta en este navegador: ahí verás también los pedidos que hiciste con este correo.',
  },
  invalid: {
    title: 'Este enlace ya no es válido',
    text: 'Funciona durante 24 horas y una sola vez. Si ya lo abriste, entra a tu cuenta en el navegador donde lo hiciste. Si no, pide otro correo en tu cuenta.',
  },
  failed: { title: 'No pudimos confirmar tu correo', text: 'Revisa tu conexión a internet y vuelve a intentarlo.' },
};

/** Posts the token of the mail's link when the page opens (AUTH-06). */
export default function ConfirmEmailPage() {
  const link = useMailLink();
  const [outcome, setOutcome] = useState<Outcome>('asking');
  const token = link.get('token') ?? '';
  const customerId = link.get('customerId') ?? '';
  const confirm = async (): Promise<void> => {
    const answer = await api('confirmEmail', { body: { token, customerId } });
    if (answer.ok) setOutcome('confirmed');
    else setOutcome(answer.error.status === 404 || answer.error.status === 400 ? 'invalid' : 'failed');
  };
  useOnce(confirm);
  const retry = (): void => {
    setOutcome('asking');
    void confirm();
  };
  return (
    <MailLinkPage {...texts[outcome]}>
      {outcome === 'failed' && <Button onClick={retry}>Reintentar</Button>}
      {(outcome === 'confirmed' || outcome === 'invalid') && (
        <ButtonLink to="/dashboard/profile">Ir a mi cuenta</ButtonLink>
      )}
    </MailLinkPage>
  );
}
