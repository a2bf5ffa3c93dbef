import { emailMessage } from '@ceiba/domain/customers/email';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showAlert } from '../alerts/notices.ts';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { PasswordField } from './password-field.tsx';

const empty = { email: '', currentPassword: '' };

const failed = { title: 'No pudimos cambiar tu correo', message: 'Vuelve a intentarlo en un momento.' };

/** Another e-mail, by the current password; it holds once the link that is mailed there was opened. */
export function ChangeEmailForm() {
  const form = useForm({ mode: 'onTouched', defaultValues: empty });
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;
  const submit = async ({ email, currentPassword }: typeof empty): Promise<void> => {
    const answer = await api('requestEmailChange', { body: { email: email.trim(), currentPassword } });
    if (answer.ok) {
      form.reset(empty);
      setMailedTo(email.trim());
      return;
    }
    const { code, message, metadata } = answer.error;
    const ofEmail = code === 'EMAIL_TAKEN' ? message : metadata.fields?.email;
    if (code === 'WRONG_PASSWORD') form.setError('currentPassword', { message }, { shouldFocus: true });
    else if (ofEmail !== undefined) form.setError('email', { message: ofEmail }, { shouldFocus: true });
    else {
      const own = { title: failed.title, message: message || failed.message };
      showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), own) });
    }
  };
  return (
    <form noValidate aria-label="Cambiar correo" onSubmit={form.handleSubmit(submit)} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Correo nuevo"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          error={errors.email?.message}
          {...typedField(form, 'email', { validate: (value) => emailMessage(value, 'profile') ?? true })}
        />
        <PasswordField
          label="Tu contraseña"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', {
            validate: (value) => value !== '' || 'Escribe tu contraseña actual.',
          })}
        />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {mailedTo === null
          ? 'Te enviaremos un enlace al correo nuevo. Hasta que lo abras, tu correo sigue siendo el mismo.'
          : `Te enviamos un enlace a ${mailedTo}. Ábrelo en este navegador, con tu sesión iniciada.`}
      </p>
      <div className="flex justify-end border-t border-border pt-4">
        <Button type="submit" loading={isSubmitting}>
          Cambiar correo
        </Button>
      </div>
    </form>
  );
}
