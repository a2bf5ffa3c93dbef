import { emailMessage } from '@ceiba/domain/customers/email';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { AuthCard, authLinkClass } from '../auth/auth-card.tsx';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = () => [{ title: 'Restablecer contraseña | Ceiba' }, { name: 'robots', content: 'noindex' }];

/** AUTH-07: whether the address has an account is told to nobody but its mailbox (DEC-152). */
export default function PasswordRequestPage() {
  const form = useForm<{ email: string }>({ mode: 'onTouched', defaultValues: { email: '' } });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;
  const submit = async ({ email }: { email: string }): Promise<void> => {
    const answer = await api('requestPassword', { body: { email: email.trim() } });
    if (answer.ok) setSentTo(email.trim());
    else showAlert({ id: 'auth-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), failedRequest) });
  };
  return (
    <AuthCard title="Restablecer contraseña" text="Escribe tu correo y te enviamos un enlace para elegir una nueva.">
      <div role="status" className="empty:-mb-5">
        {sentTo !== null && (
          <AlertBox type="Success" title="Revisa tu correo">
            Si {sentTo} tiene una cuenta, en unos minutos recibirás el enlace. Funciona durante una hora.
          </AlertBox>
        )}
      </div>
      <form noValidate aria-label="Restablecer contraseña" onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        <TextField
          label="Correo electrónico"
          required
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={254}
          error={errors.email?.message}
          {...typedField(form, 'email', { validate: (value) => emailMessage(value, 'profile') ?? true })}
        />
        <Button type="submit" size="lg" block loading={isSubmitting}>
          Enviar enlace
        </Button>
      </form>
      <p className="text-sm">
        <Link to="/login" className={authLinkClass}>
          Volver a iniciar sesión
        </Link>
      </p>
    </AuthCard>
  );
}

const failedRequest = { title: 'No pudimos enviar el enlace', message: 'Inténtalo de nuevo en un momento.' };
