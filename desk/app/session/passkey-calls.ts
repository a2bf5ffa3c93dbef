import type { ApiError } from '@ceiba/contract/client';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import type { Result } from '@ceiba/domain/result';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { bareCall } from './desk-client.ts';

export const loadDevice = () => tryToLoad(() => import('@ceiba/client/passkey-device'));

/** Shown if the person or the device refuses, or the device has no passkey of this shop. */
export const deviceRefused = 'Tu dispositivo no usó una llave de acceso de esta tienda.';

type Answer = Result<{ data: OwnSession }, ApiError>;

/** Signs in by a passkey of this device (OFF-26). Throws if the person or the device refuses. */
export async function logInByPasskey(): Promise<Answer> {
  const { signWithPasskey } = await loadDevice();
  const options = await bareCall('startStaffPasskeyLogin', {});
  return options.ok ? bareCall('loginStaffByPasskey', { body: await signWithPasskey(options.value.data) }) : options;
}

/** Confirms the signed-in person by a passkey in place of a code (OFF-07). Throws if the person or the device refuses. */
export async function confirmByPasskey(): Promise<Answer> {
  const { signWithPasskey } = await loadDevice();
  const options = await bareCall('startPasskeyConfirmation', {});
  return options.ok ? bareCall('confirmByPasskey', { body: await signWithPasskey(options.value.data) }) : options;
}
