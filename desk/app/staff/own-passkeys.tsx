import { usePasskeySupport } from '@ceiba/client/passkey-support';
import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Passkey } from '@ceiba/contract/passkeys';
import { passkeyNameMaxLength } from '@ceiba/domain/passkeys/passkey';
import { type Result, refuse } from '@ceiba/domain/result';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useAction } from '../actions/use-action.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { momentText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { loadDevice } from '../session/passkey-calls.ts';

const nameField = {
  kind: 'text',
  label: 'Nombre',
  max: passkeyNameMaxLength,
  hint: 'Por ejemplo, «Mi teléfono».',
} as const;

/** The refusal of the device itself, in the form of the API's. */
const deviceRefusal: ApiError = {
  code: 'PASSKEY_INVALID',
  status: 400,
  message: 'Tu dispositivo no creó la llave. Puede que ya tenga una de esta cuenta.',
  metadata: { mgtoCode: 'PASSKEY_INVALID' },
};

/** Asks for the options, makes the device create the passkey, and stores it under that name. */
async function addPasskey(passkeyName: string, options: CallOptions): Promise<Result<unknown, ApiError>> {
  const creation = await call('startOwnPasskey', {});
  if (!creation.ok) return creation;
  const credential = await loadDevice()
    .then(({ makePasskey }) => makePasskey(creation.value.data))
    .catch(() => undefined);
  return credential === undefined
    ? refuse(deviceRefusal)
    : call('addOwnPasskey', { body: { passkeyName, ...credential } }, options);
}

/** The person's passkeys in "Mi cuenta" (OFF-26): name, last use, adding and removing. */
export function OwnPasskeys() {
  const passkeys = useDeskQuery('listOwnPasskeys', {}, { staleTime: 0 });
  const queries = useQueryClient();
  const isSupported = usePasskeySupport();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title="Llaves de acceso"
      isBare
      actions={
        isSupported && (
          <Button size="small" icon="plus" onClick={() => setIsAdding(true)}>
            Agregar llave
          </Button>
        )
      }
    >
      <p className="px-4 pt-3 text-ink-soft">
        Ingresa con tu huella, tu rostro o el bloqueo de tu dispositivo, sin contraseña ni código.
        {!isSupported && ' Este navegador no usa llaves de acceso.'}
      </p>
      <Loaded query={passkeys}>{({ data }) => <Passkeys passkeys={data} />}</Loaded>
      {isAdding && (
        <FieldDialog
          title="Agregar llave de acceso"
          text="Tu dispositivo te pedirá tu huella, tu rostro o su bloqueo."
          button="Agregar"
          fields={{ passkeyName: nameField }}
          send={({ passkeyName }, options) => addPasskey(passkeyName, options)}
          done="Llave de acceso agregada"
          onDone={() => void queries.invalidateQueries({ queryKey: callKey('listOwnPasskeys') })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Card>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const queries = useQueryClient();
  const { start, running, dialog } = useAction();
  const remove = ({ id, name }: Passkey): void =>
    start({
      verb: id,
      label: 'Quitar',
      permission: 'signedIn',
      isDanger: true,
      confirm: {
        title: `¿Quitar la llave «${name}»?`,
        text: 'Ya no podrás ingresar con ella. Tus sesiones abiertas siguen.',
        button: 'Quitar llave',
      },
      done: 'Llave de acceso quitada',
      run: async (options) => {
        const removed = await call('removeOwnPasskey', { params: { id } }, options);
        await queries.invalidateQueries({ queryKey: callKey('listOwnPasskeys') });
        return removed;
      },
    });
  if (passkeys.length === 0) return <p className="p-4 text-ink-muted">Todavía no tienes ninguna.</p>;
  return (
    <RowList>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="block">{passkey.name}</span>
            <small className="text-ink-muted">
              {`Agregada ${momentText(passkey.createdAt)} · `}
              {passkey.lastUsedAt === null ? 'sin usar' : `usada ${momentText(passkey.lastUsedAt)}`}
            </small>
          </span>
          <Button
            size="small"
            loading={running === passkey.id}
            aria-label={`Quitar la llave ${passkey.name}`}
            onClick={() => remove(passkey)}
          >
            Quitar
          </Button>
        </li>
      ))}
      {dialog}
    </RowList>
  );
}
