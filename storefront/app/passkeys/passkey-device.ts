import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** This file talks to the device. It is fetched when somebody uses a passkey. */

type Made = Omit<CallInput<'addPasskey'>['body'], 'passkeyName'>;

/** Makes the device create a passkey. Throws if the shopper or the device refuses. */
export async function makePasskey(optionsJSON: CallAnswer<'startPasskey'>): Promise<Made> {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, clientDataJSON, attestationObject };
}

/** Makes the device sign with a passkey of this shop. Throws if the shopper or the device refuses. */
export async function signWithPasskey(
  optionsJSON: CallAnswer<'startPasskeyLogin'>,
): Promise<CallInput<'loginByPasskey'>['body']> {
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) };
}
