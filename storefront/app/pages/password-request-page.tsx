import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useState } from 'react';
import { Link } from 'react-router';
import { AuthCard, authLinkClass } from '../auth/auth-card.tsx';
import { emailField } from '../forms/person-fields.tsx';
import { refusalOf } from '../forms/refusal.ts';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Restablecer contraseña');

const empty = { email: '' };

const failed = {
  id: 'auth-alert',
  title: 'No pudimos enviar el enlace',
  message: 'Inténtalo de nuevo en un momento.',
} as const;

/** Requests a new password (AUTH-07). Only the mailbox's owner learns whether the address has an account (DEC-152). */
export default function PasswordRequestPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, submit, isSending } = useSubmitForm({ defaultValues: empty }, async ({ email }: typeof empty) => {
    const answer = await api('requestPassword', { body: { email: email.trim() } });
    if (!answer.ok) return refusalOf(answer.error, failed);
    setSentTo(email.trim());
    return undefined;
  });
  return (
    <AuthCard title="Restablecer contraseña" text="Escribe tu correo y te enviamos un enlace para elegir una nueva.">
      <div role="status" className="empty:-mb-5">
        {sentTo !== null && (
          <AlertBox type="Success" title="Revisa tu correo">
            Si {sentTo} tiene una cuenta, en unos minutos recibirás el enlace. Funciona durante una hora.
          </AlertBox>
        )}
      </div>
      <form noValidate aria-label="Restablecer contraseña" onSubmit={submit} className="grid gap-4">
        <TextField {...typedField(form, 'email', emailField(profileEmail))} autoComplete="username" />
        <Button type="submit" size="lg" block loading={isSending}>
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
