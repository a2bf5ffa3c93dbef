import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { useForm } from 'react-hook-form';
import { showAlert } from '../alerts/notices.ts';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from './password-field.tsx';

const empty = { currentPassword: '', password: '', passwordAgain: '' };

const failed = { title: 'No pudimos cambiar tu contraseña', message: 'Vuelve a intentarlo en un momento.' };

/** A new password by the current one (DEC-151); other sessions end with it. */
export function ChangePasswordForm() {
  const form = useForm({ mode: 'onTouched', defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const submit = async ({ currentPassword, password }: typeof empty): Promise<void> => {
    const answer = await api('changePassword', { body: { currentPassword, password } });
    if (answer.ok) {
      form.reset(empty);
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Tu contraseña cambió', message: ended });
      return;
    }
    const { code, message } = answer.error;
    if (code === 'WRONG_PASSWORD') form.setError('currentPassword', { message }, { shouldFocus: true });
    else {
      const own = { title: failed.title, message: message || failed.message };
      showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), own) });
    }
  };
  return (
    <form noValidate aria-label="Contraseña" onSubmit={form.handleSubmit(submit)} className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', {
            validate: (value) => value !== '' || 'Escribe tu contraseña actual.',
          })}
        />
      </div>
      <PasswordField
        label="Contraseña nueva"
        autoComplete="new-password"
        hint="Al menos 8 caracteres, una letra y un número."
        error={errors.password?.message}
        {...form.register('password', { validate: (value) => isAcceptablePassword(value) || passwordMessage })}
      />
      <PasswordField
        label="Confirmar contraseña nueva"
        autoComplete="new-password"
        error={errors.passwordAgain?.message}
        {...form.register('passwordAgain', {
          validate: (value, { password }) => value === password || 'Las contraseñas no coinciden.',
        })}
      />
      <div className="flex justify-end border-t border-border pt-4 sm:col-span-2">
        <Button type="submit" loading={isSubmitting}>
          Cambiar contraseña
        </Button>
      </div>
    </form>
  );
}

const ended = 'Cerramos tu sesión en los demás navegadores donde estaba abierta.';
