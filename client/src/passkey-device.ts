import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Talks to the device. Scripts load this file at the first use of a passkey. */

type Made = Omit<CallInput<'addPasskey'>['body'], 'passkeyName'>;

/** Makes the device create a passkey. Throws if the person or the device refuses. */
export async function makePasskey(optionsJSON: CallAnswer<'startPasskey'>): Promise<Made> {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, clientDataJSON, attestationObject };
}

/** Request options. `allowCredentials`: the passkeys that may sign. Without this field, any passkey of this shop may sign. */
type Asked = CallAnswer<'startPasskeyLogin'> & { allowCredentials?: { id: string; type: 'public-key' }[] };

/** Makes the device sign with a passkey of this shop. Throws if the person or the device refuses. */
export async function signWithPasskey(optionsJSON: Asked): Promise<CallInput<'loginByPasskey'>['body']> {
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) };
}
