import { usePasskeySupport } from '@ceiba/client/passkey-support';
import type { ApiError, CallAnswer } from '@ceiba/contract/client';
import { Button } from '@ceiba/ui/button';
import { useState } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { forgetFailure } from '../auth/use-signing-in.ts';
import { showFailure } from '../forms/refusal.ts';
import { api } from '../platform/api.ts';
import { loadWithRetries } from '../platform/load-part.ts';

const failed = {
  id: 'auth-alert',
  title: 'No pudimos usar tu llave de acceso',
  message: 'Inténtalo de nuevo o entra con tu contraseña.',
} as const;

/** The login by passkey, without typing, in browsers that support passkeys. */
export function PasskeyLogin({ onEnter }: { onEnter: (data: CallAnswer<'login'>['data']) => Promise<void> }) {
  const isSupported = usePasskeySupport();
  const [isBusy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    forgetFailure();
    await logIn(onEnter).catch(() => showAlert({ type: 'Warning', ...failed }));
    setBusy(false);
  };
  if (!isSupported) return null;
  return (
    <Button variant="outline" size="lg" block loading={isBusy} onClick={() => void enter()}>
      Entrar con llave de acceso (huella o rostro)
    </Button>
  );
}

/** Throws if the shopper or the device refuses. */
async function logIn(onEnter: (data: CallAnswer<'login'>['data']) => Promise<void>): Promise<void> {
  const { signWithPasskey } = await loadWithRetries(() => import('@ceiba/client/passkey-device'));
  const options = await api('startPasskeyLogin', {});
  if (!options.ok) return showRefusal(options.error);
  const answer = await api('loginByPasskey', { body: await signWithPasskey(options.value) });
  if (answer.ok) await onEnter(answer.value.data);
  else showRefusal(answer.error);
}

const showRefusal = (error: ApiError): void =>
  showFailure(error, { ...failed, message: error.message || failed.message });
