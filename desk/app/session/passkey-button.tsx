import { usePasskeySupport } from '@ceiba/client/passkey-support';
import type { ApiError } from '@ceiba/contract/client';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { deviceRefused } from './passkey-calls.ts';

/** Uses a passkey in place of a typed code or password, in browsers that support it (OFF-26). */
export function PasskeyButton({
  label,
  work,
  onDone,
}: {
  label: string;
  work: () => Promise<Result<{ data: OwnSession }, ApiError>>;
  onDone: (session: OwnSession) => void;
}) {
  const isSupported = usePasskeySupport();
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const press = async (): Promise<void> => {
    setIsBusy(true);
    setSaid(undefined);
    const used = await work().catch(() => undefined);
    setIsBusy(false);
    if (used?.ok) onDone(used.value.data);
    else setSaid(used ? refusalText(used.error) : deviceRefused);
  };
  if (!isSupported) return null;
  return (
    <div className="stack gap-2">
      <Button block loading={isBusy} onClick={() => void press()}>
        {label}
      </Button>
      {said !== undefined && <Note kind="error">{said}</Note>}
    </div>
  );
}
