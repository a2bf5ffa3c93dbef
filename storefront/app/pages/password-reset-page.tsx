import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { AuthCard } from '../auth/auth-card.tsx';
import { PasswordField } from '../auth/password-field.tsx';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { AlertBox } from '../ui/alert.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = () => [
  { title: 'Contraseña nueva | Ceiba' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** AUTH-07, by the link of the mail. */
export default function PasswordResetPage() {
  const [search] = useSearchParams();
  const [outcome, setOutcome] = useState<'open' | 'done' | 'invalid'>('open');
  const submit = async (password: string): Promise<void> => {
    const link = { token: search.get('token') ?? '', customerId: search.get('customerId') ?? '' };
    const answer = await api('resetPassword', { body: { ...link, password } });
    if (answer.ok) setOutcome('done');
    else if (answer.error.status === 404) setOutcome('invalid');
    else showAlert({ id: 'auth-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), failedReset) });
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
      {outcome === 'open' && <NewPasswordForm onSubmit={submit} />}
    </AuthCard>
  );
}

const failedReset = { title: 'No pudimos cambiar tu contraseña', message: 'Inténtalo de nuevo en un momento.' };

function NewPasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '', passwordAgain: '' } });
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      method="post"
      noValidate
      aria-label="Contraseña nueva"
      onSubmit={form.handleSubmit(({ password }) => onSubmit(password))}
      className="grid gap-4"
    >
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        hint="Al menos 8 caracteres, una letra y un número."
        error={errors.password?.message}
        {...form.register('password', { validate: (value) => isAcceptablePassword(value) || passwordMessage })}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        error={errors.passwordAgain?.message}
        {...form.register('passwordAgain', {
          validate: (value, { password }) => value === password || 'Las contraseñas no coinciden.',
        })}
      />
      <Button type="submit" size="lg" block loading={isSubmitting}>
        Guardar contraseña
      </Button>
    </form>
  );
}
