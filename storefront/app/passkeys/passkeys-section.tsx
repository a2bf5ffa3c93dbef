import { usePasskeySupport } from '@ceiba/client/passkey-support';
import type { ApiError } from '@ceiba/contract/client';
import type { Passkey } from '@ceiba/contract/passkeys';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { passkeyNameMaxLength, passkeyNameMessage } from '@ceiba/domain/passkeys/passkey';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { currentPassword, PasswordField } from '../auth/password-field.tsx';
import { refusalOf } from '../forms/refusal.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { loadWithRetries } from '../platform/load-part.ts';
import { passkeysKey, usePasskeys, useRemovePasskey } from './passkeys-data.ts';

const empty = { name: '', currentPassword: '' };

const failed = { id: 'profile-alert', title: 'No pudimos agregar tu llave de acceso' } as const;

const passkeyName = {
  label: 'Nombre de la llave de acceso',
  required: true,
  maxLength: passkeyNameMaxLength,
  hint: 'Por ejemplo, «Mi teléfono».',
  validate: (typed: string) => (typed.trim() === '' ? passkeyNameMessage : null),
};

/** Adds a passkey of this device after the current password is entered. */
function PasskeyForm() {
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

/** Returns null if the passkey was added, otherwise the shop's refusal. Throws if the shopper or the device refuses. */
async function addPasskey({ name, currentPassword }: typeof empty): Promise<ApiError | null> {
  const { makePasskey } = await loadWithRetries(() => import('@ceiba/client/passkey-device'));
  const options = await api('startPasskey', { body: { currentPassword } });
  if (!options.ok) return options.error;
  const credential = await makePasskey(options.value);
  const added = await api('addPasskey', { body: { passkeyName: name.trim(), ...credential } });
  return added.ok ? null : added.error;
}

const headingId = 'titulo-passkeys';

const titleId = (id: string): string => `passkey-${id}`;

/** The passkeys of the account, with a form to add one (record 0028). */
export function PasskeysSection() {
  const isSupported = usePasskeySupport();
  return (
    <section aria-labelledby={headingId} className="panel grid gap-4">
      <div>
        <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
          Llaves de acceso
        </h2>
        <p className="text-sm text-ink-soft">
          Entra con tu huella, tu rostro o el bloqueo de tu dispositivo, sin escribir tu contraseña.
        </p>
      </div>
      <Passkeys />
      {isSupported ? <PasskeyForm /> : <p className="text-sm text-ink-soft">Este navegador no usa llaves de acceso.</p>}
    </section>
  );
}

function Passkeys() {
  const { passkeys, isFailed, reload } = usePasskeys();
  if (isFailed) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p>No pudimos cargar tus llaves de acceso.</p>
        <Button variant="outline" size="sm" onClick={reload}>
          Reintentar
        </Button>
      </div>
    );
  }
  if (passkeys === null || passkeys.length === 0) return null;
  return <PasskeyList passkeys={passkeys} />;
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const ids = passkeys.map(({ id }) => id);
  const keepFocus = useFocusAfterRemoval(ids, titleId, headingId);
  return (
    <ul className="grid gap-3">
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} onLeave={() => keepFocus(passkey.id)} />
      ))}
    </ul>
  );
}

const dateOf = (moment: string): string => formatDate(guatemalaDate(new Date(moment)));

function PasskeyItem({ passkey, onLeave }: { passkey: Passkey; onLeave: () => void }) {
  const remove = useRemovePasskey();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    onLeave();
    await remove(passkey);
    setLeaving(false);
  };
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg p-4 shadow-[inset_0_0_0_1.5px_var(--color-border-strong)]">
      <div className="min-w-0 flex-1 basis-52">
        <h3 id={titleId(id)} tabIndex={-1} className="text-base font-semibold wrap-anywhere outline-none">
          {name}
        </h3>
        <p className="text-sm text-ink-soft">
          Agregada el {dateOf(createdAt)}
          {lastUsedAt === null ? '' : ` · Usada el ${dateOf(lastUsedAt)}`}
        </p>
      </div>
      <Button variant="ghost" size="sm" aria-describedby={titleId(id)} loading={isLeaving} onClick={() => void leave()}>
        Quitar
      </Button>
    </li>
  );
}
