import type { ApiError } from '@ceiba/contract/client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { refusalText } from '../platform/notes.tsx';
import { bareCall } from './desk-client.ts';
import { answerCode, useIsCodeWanted } from './reauthentication.ts';
import { CodeField } from './sign-in.tsx';

/** Asks for a code while a call waits for one, which is sent again then (OFF-07). */
export function ReauthenticationDialog() {
  return useIsCodeWanted() ? <CodeDialog /> : null;
}

function CodeDialog() {
  const formId = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<ApiError>();
  const [isSending, setIsSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const confirmed = await bareCall('confirmStaffSession', { body: { code } });
    setIsSending(false);
    if (confirmed.ok || confirmed.error.code === 'UNAUTHORIZED') answerCode(true);
    else setError(confirmed.error);
  };
  return (
    <Dialog
      title="Confirma que eres tú"
      text="Este cambio pide un código de tu aplicación de verificación."
      onClose={() => answerCode(false)}
      footer={
        <span className="end">
          <Button onClick={() => answerCode(false)}>Cancelar</Button>
          <Button type="submit" form={formId} look="primary" loading={isSending}>
            Verificar
          </Button>
        </span>
      }
    >
      <form id={formId} onSubmit={submit}>
        <CodeField code={code} onCode={setCode} error={error && refusalText(error)} />
      </form>
    </Dialog>
  );
}
