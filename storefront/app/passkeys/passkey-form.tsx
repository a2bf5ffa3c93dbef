import type { ApiError } from '@ceiba/contract/client';
import { passkeyNameMaxLength, passkeyNameMessage } from '@ceiba/domain/passkeys/passkey';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { currentPassword, PasswordField } from '../auth/password-field.tsx';
import { refusalOf } from '../forms/refusal.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { loadWithRetries } from '../platform/load-part.ts';
import { passkeysKey } from './passkeys-data.ts';

const empty = { name: '', currentPassword: '' };

const failed = { id: 'profile-alert', title: 'No pudimos agregar tu llave de acceso' } as const;

const passkeyName = {
  label: 'Nombre de la llave de acceso',
  required: true,
  maxLength: passkeyNameMaxLength,
  hint: 'Por ejemplo, «Mi teléfono».',
  validate: (typed: string) => (typed.trim() === '' ? passkeyNameMessage : null),
};

/** Adds a passkey of this device, by the current password. */
export function PasskeyForm() {
  const queryClient = useQueryClient();
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: empty },
    async (typed: typeof empty, { reset }) => {
      const added = await addPasskey(typed).catch(() => 'refused' as const);
      if (added === 'refused')
        return { fields: {}, alert: { type: 'Warning', ...failed, message: refusedText } } as const;
      if (added !== null) return refusalOf(added, failed, { WRONG_PASSWORD: 'currentPassword' });
      reset(empty);
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Agregamos tu llave de acceso', message: '' });
      await queryClient.invalidateQueries({ queryKey: passkeysKey });
      return undefined;
    },
  );
  return (
    <form noValidate aria-label="Agregar llave de acceso" onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...typedField(form, 'name', passkeyName)} />
        <PasswordField {...typedField(form, 'currentPassword', currentPassword('Contraseña de tu cuenta'))} />
      </div>
      <SubmitRow label="Agregar llave de acceso" loading={isSending} />
    </form>
  );
}

const refusedText = 'Tu dispositivo no lo creó. Puede que ya tenga uno de esta cuenta.';

/** Null when it was added; what the shop refused else. @throws when the shopper or the device does not want to */
async function addPasskey({ name, currentPassword }: typeof empty): Promise<ApiError | null> {
  const { makePasskey } = await loadWithRetries(() => import('./passkey-device.ts'));
  const asked = await api('startPasskey', { body: { currentPassword } });
  if (!asked.ok) return asked.error;
  const made = await makePasskey(asked.value);
  const added = await api('addPasskey', { body: { passkeyName: name.trim(), ...made } });
  return added.ok ? null : added.error;
}
