import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { refusalText } from '../platform/notes.tsx';
import { bareCall } from './desk-client.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { confirmByPasskey } from './passkey-calls.ts';
import { answerCode, useIsCodeWanted } from './reauthentication.ts';
import { CodeField } from './sign-in.tsx';

/** Asks for the code that a refused call requires. Then that call is sent again (OFF-07). */
export function ReauthenticationDialog() {
  return useIsCodeWanted() ? <CodeDialog /> : null;
}

function CodeDialog() {
  const [code, setCode] = useState('');
  const { error, isSending, send } = useChange();
  const submit = async (): Promise<void> => {
    const confirmed = await send(() => bareCall('confirmStaffSession', { body: { code } }));
    if (confirmed.ok || confirmed.error.code === 'UNAUTHORIZED') answerCode(true);
  };
  return (
    <FormDialog
      title="Confirma que eres tú"
      text="Este cambio pide un código de tu aplicación de verificación."
      onClose={() => answerCode(false)}
      noValidate={false}
      button="Verificar"
      isSending={isSending}
      onSubmit={() => void submit()}
    >
      <CodeField code={code} onCode={setCode} error={error && refusalText(error)} />
      <PasskeyButton label="Usar una llave de acceso" work={confirmByPasskey} onDone={() => answerCode(true)} />
    </FormDialog>
  );
}
