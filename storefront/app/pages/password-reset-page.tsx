import { AlertBox } from '@ceiba/ui/alert';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { typedField } from '@ceiba/ui/typed-field';
import { useState } from 'react';
import { AuthCard } from '../auth/auth-card.tsx';
import { newPassword, PasswordField, passwordAgain } from '../auth/password-field.tsx';
import { type Refusal, refusalOf } from '../forms/refusal.ts';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { useMailLink } from '../platform/use-mail-link.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Contraseña nueva', { name: 'referrer', content: 'no-referrer' });

/** Sets a new password by the link of the mail (AUTH-07). */
export default function PasswordResetPage() {
  const link = useMailLink();
  const [outcome, setOutcome] = useState<'open' | 'done' | 'invalid'>('open');
  const save = async (password: string): Promise<Refusal | undefined> => {
    const sent = { token: link.get('token') ?? '', customerId: link.get('customerId') ?? '' };
    const answer = await api('resetPassword', { body: { ...sent, password } });
    if (!answer.ok && answer.error.status !== 404) return refusalOf(answer.error, failed);
    setOutcome(answer.ok ? 'done' : 'invalid');
    return undefined;
  };
  return (
    <AuthCard title="Contraseña nueva">
      <div role="status" className="grid gap-4 empty:-mb-5">
        {outcome === 'done' && (
          <>
            <AlertBox type="Success" title="Tu contraseña cambió">
              Cerramos tu sesión donde estaba abierta. Entra con la nueva.
            </AlertBox>
            <ButtonLink to="/login" block>
              Iniciar sesión
            </ButtonLink>
          </>
        )}
        {outcome === 'invalid' && (
          <>
            <AlertBox type="Warning" title="Este enlace ya no es válido">
              Funciona durante una hora y una sola vez. Pide uno nuevo.
            </AlertBox>
            <ButtonLink to="/password/request" block>
              Pedir otro enlace
            </ButtonLink>
          </>
        )}
      </div>
      {outcome === 'open' && <NewPasswordForm onSubmit={save} />}
    </AuthCard>
  );
}

const failed = {
  id: 'auth-alert',
  title: 'No pudimos cambiar tu contraseña',
  message: 'Inténtalo de nuevo en un momento.',
} as const;

const empty = { password: '', passwordAgain: '' };

function NewPasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<Refusal | undefined> }) {
  const { form, submit, isSending } = useSubmitForm({ defaultValues: empty }, ({ password }: typeof empty) =>
    onSubmit(password),
  );
  return (
    <form method="post" noValidate aria-label="Contraseña nueva" onSubmit={submit} className="grid gap-4">
      <PasswordField {...typedField(form, 'password', newPassword)} />
      <PasswordField {...typedField(form, 'passwordAgain', passwordAgain)} />
      <Button type="submit" size="lg" block loading={isSending}>
        Guardar contraseña
      </Button>
    </form>
  );
}
