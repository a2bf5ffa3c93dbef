import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Fetched when somebody uses a passkey: what speaks with their device. */

type Made = Omit<CallInput<'addPasskey'>['body'], 'passkeyName'>;

/** Has the device make a passkey. @throws when the shopper or the device does not want to */
export async function makePasskey(optionsJSON: CallAnswer<'startPasskey'>): Promise<Made> {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, clientDataJSON, attestationObject };
}

/** Has the device sign with a passkey of this shop. @throws when the shopper or the device does not want to */
export async function signWithPasskey(
  optionsJSON: CallAnswer<'startPasskeyLogin'>,
): Promise<CallInput<'loginByPasskey'>['body']> {
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) };
}
