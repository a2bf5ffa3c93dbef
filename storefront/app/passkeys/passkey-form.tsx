import { passkeyNameMaxLength, passkeyNameMessage } from '@ceiba/domain/passkeys/passkey';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { showAlert } from '../alerts/notices.ts';
import { PasswordField } from '../auth/password-field.tsx';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { loadWithRetries } from '../platform/load-part.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { passkeysKey } from './passkeys-data.ts';

const empty = { name: '', currentPassword: '' };

const failed = { title: 'No pudimos agregar tu llave de acceso', message: 'Vuelve a intentarlo en un momento.' };

/** Adds a passkey of this device, by the current password. */
export function PasskeyForm() {
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'onTouched', defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const submit = async (typed: typeof empty): Promise<void> => {
    const added = await addPasskey(typed).catch(() => 'refused' as const);
    if (added === 'refused')
      return showAlert({ id: 'profile-alert', type: 'Warning', ...failed, message: refusedText });
    if (added !== null) {
      const { code, message } = added.error;
      if (code === 'WRONG_PASSWORD') form.setError('currentPassword', { message }, { shouldFocus: true });
      else {
        const own = { title: failed.title, message: message || failed.message };
        showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(added, own) });
      }
      return;
    }
    form.reset(empty);
    showAlert({ id: 'profile-alert', type: 'Success', title: 'Agregamos tu llave de acceso', message: '' });
    await queryClient.invalidateQueries({ queryKey: passkeysKey });
  };
  return (
    <form noValidate aria-label="Agregar llave de acceso" onSubmit={form.handleSubmit(submit)} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nombre de la llave de acceso"
          required
          maxLength={passkeyNameMaxLength}
          hint="Por ejemplo, «Mi teléfono»."
          error={errors.name?.message}
          {...typedField(form, 'name', { validate: (value) => value.trim() !== '' || passkeyNameMessage })}
        />
        <PasswordField
          label="Contraseña de tu cuenta"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', {
            validate: (value) => value !== '' || 'Escribe tu contraseña actual.',
          })}
        />
      </div>
      <div className="flex justify-end border-t border-border pt-4">
        <Button type="submit" loading={isSubmitting}>
          Agregar llave de acceso
        </Button>
      </div>
    </form>
  );
}

const refusedText = 'Tu dispositivo no lo creó. Puede que ya tenga uno de esta cuenta.';

/** Null when it was added; what the shop refused else. @throws when the shopper or the device does not want to */
async function addPasskey({ name, currentPassword }: typeof empty): Promise<ApiFailure | null> {
  const { makePasskey } = await loadWithRetries(() => import('./passkey-device.ts'));
  const asked = await api('startPasskey', { body: { currentPassword } });
  if (!asked.ok) return new ApiFailure(asked.error);
  const made = await makePasskey(asked.value);
  const added = await api('addPasskey', { body: { passkeyName: name.trim(), ...made } });
  return added.ok ? null : new ApiFailure(added.error);
}
