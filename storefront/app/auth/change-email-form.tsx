import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useState } from 'react';
import { emailField } from '../forms/person-fields.tsx';
import { refusalOf } from '../forms/refusal.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { currentPassword, PasswordField } from './password-field.tsx';

const empty = { email: '', currentPassword: '' };

const failed = { id: 'profile-alert', title: 'No pudimos cambiar tu correo' } as const;

/** Changes the e-mail after the current password is entered. The change takes effect when the link mailed to the new address is opened. */
export function ChangeEmailForm() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: empty },
    async (values: typeof empty, { reset }) => {
      const body = { ...values, email: values.email.trim() };
      const answer = await api('requestEmailChange', { body });
      if (!answer.ok)
        return refusalOf(answer.error, failed, { WRONG_PASSWORD: 'currentPassword', EMAIL_TAKEN: 'email' });
      reset(empty);
      setMailedTo(body.email);
      return undefined;
    },
  );
  return (
    <form noValidate aria-label="Cambiar correo" onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...typedField(form, 'email', emailField(profileEmail))} label="Correo nuevo" />
        <PasswordField {...typedField(form, 'currentPassword', currentPassword('Tu contraseña'))} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {mailedTo === null
          ? 'Te enviaremos un enlace al correo nuevo. Hasta que lo abras, tu correo sigue siendo el mismo.'
          : `Te enviamos un enlace a ${mailedTo}. Ábrelo en este navegador, con tu sesión iniciada.`}
      </p>
      <SubmitRow label="Cambiar correo" loading={isSending} />
    </form>
  );
}
