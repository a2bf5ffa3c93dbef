import type { Passkey } from '@ceiba/contract/passkeys';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { Button } from '@ceiba/ui/button';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { useState } from 'react';
import { PasskeyForm } from './passkey-form.tsx';
import { usePasskeySupport } from './passkey-support.ts';
import { usePasskeys, useRemovePasskey } from './passkeys-data.ts';

const headingId = 'titulo-passkeys';

const titleId = (id: string): string => `passkey-${id}`;

/** Passkeys of the account: which there are, and one more (record 0028). */
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
