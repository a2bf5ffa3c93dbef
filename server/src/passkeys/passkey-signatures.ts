import { createHash, randomBytes } from 'node:crypto';
import { passkeyChallengeMs } from '@ceiba/domain/passkeys/passkey';
import {
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Tx } from '../platform/db/database.ts';
import { type PasskeyKey, saveChallenge, useChallenge } from './passkeys.store.ts';

/** Where passkeys are valid: their domain, and the pages that may ask a device for one. */
export interface PasskeySite {
  rpId: string;
  origins: string[];
}

/** `publicUrl`: the shop's own origin, whose host is the domain; `allowedOrigins`: further ones of the same domain. */
export const passkeySiteOf = (config: { publicUrl: string; allowedOrigins: readonly string[] }): PasskeySite => ({
  rpId: new URL(config.publicUrl).hostname,
  origins: [config.publicUrl, ...config.allowedOrigins],
});

/** ES256, EdDSA and RS256 by their COSE numbers: the algorithms of common devices. */
export const passkeyAlgorithms = [-7, -8, -257];

const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** Makes a new challenge, in base64url. `customerId`: the customer of the new passkey; null: for signing in. */
export async function issueChallenge(tx: Tx, customerId: string | null, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const kept = { hash: hashOfChallenge(challenge), customerId };
  await saveChallenge(tx, kept, new Date(now.getTime() + passkeyChallengeMs));
  return challenge;
}

/** Returns undefined if the library throws: it throws for every fault of the input and of the signature. */
const orUndefined = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** Uses up the signed challenge, whatever else is wrong; undefined if it is not one of ours. */
async function takeChallenge(
  tx: Tx,
  clientDataJSON: string,
  customerId: string | null,
  now: Date,
): Promise<string | undefined> {
  const data = await orUndefined(async () => decodeClientDataJSON(clientDataJSON));
  const challenge: unknown = data?.challenge;
  if (typeof challenge !== 'string') return undefined;
  return (await useChallenge(tx, { hash: hashOfChallenge(challenge), customerId }, now)) ? challenge : undefined;
}

/** Rejects attestation certificates: the device's maker does not matter, and verifying certificates would follow the addresses they contain. */
const bringsCertificates = (attestationObject: string): boolean => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format !== 'none' && !(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
};

interface NewCredential {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
}

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential'];

/** Verifies a new passkey for the customer's challenge; undefined if it does not match. */
export async function verifyNewPasskey(
  tx: Tx,
  site: PasskeySite,
  { id, clientDataJSON, attestationObject }: NewCredential,
  { customerId, now }: { customerId: string; now: Date },
): Promise<Registered | undefined> {
  const expectedChallenge = await takeChallenge(tx, clientDataJSON, customerId, now);
  if (expectedChallenge === undefined) return undefined;
  const verified = await orUndefined(async () =>
    bringsCertificates(attestationObject)
      ? undefined
      : verifyRegistrationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON, attestationObject },
          },
          expectedChallenge,
          expectedOrigin: site.origins,
          expectedRPID: site.rpId,
          supportedAlgorithmIDs: passkeyAlgorithms,
        }),
  );
  return verified?.registrationInfo?.credential;
}

interface SignedChallenge {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

type Used = VerifiedAuthenticationResponse['authenticationInfo'];

/** Verifies a sign-in by passkey; undefined if the signature is wrong or the counter goes back. */
export async function verifyUsedPasskey(
  tx: Tx,
  site: PasskeySite,
  { id, clientDataJSON, authenticatorData, signature }: SignedChallenge,
  { passkey, now }: { passkey: PasskeyKey | undefined; now: Date },
): Promise<Used | undefined> {
  const expectedChallenge = await takeChallenge(tx, clientDataJSON, null, now);
  if (expectedChallenge === undefined || passkey === undefined) return undefined;
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    }),
  );
  return verified?.verified ? verified.authenticationInfo : undefined;
}
