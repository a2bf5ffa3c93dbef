import { typedField } from '@ceiba/ui/typed-field';
import { showAlert } from '../alerts/notices.ts';
import { refusalOf } from '../forms/refusal.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { currentPassword, newPassword, PasswordField, passwordAgain } from './password-field.tsx';

const empty = { currentPassword: '', password: '', passwordAgain: '' };

const failed = { id: 'profile-alert', title: 'No pudimos cambiar tu contraseña' } as const;

/** Changes the password after the current one is entered (DEC-151). Other sessions end. */
export function ChangePasswordForm() {
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: empty },
    async ({ currentPassword, password }: typeof empty, { reset }) => {
      const answer = await api('changePassword', { body: { currentPassword, password } });
      if (!answer.ok) return refusalOf(answer.error, failed, { WRONG_PASSWORD: 'currentPassword' });
      reset(empty);
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Tu contraseña cambió', message: ended });
      return undefined;
    },
  );
  return (
    <form noValidate aria-label="Contraseña" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <PasswordField
        {...typedField(form, 'currentPassword', currentPassword('Contraseña actual'))}
        className="sm:col-span-2"
      />
      <PasswordField {...typedField(form, 'password', newPassword)} label="Contraseña nueva" />
      <PasswordField {...typedField(form, 'passwordAgain', passwordAgain)} label="Confirmar contraseña nueva" />
      <SubmitRow label="Cambiar contraseña" loading={isSending} />
    </form>
  );
}

const ended = 'Cerramos tu sesión en los demás navegadores donde estaba abierta.';
