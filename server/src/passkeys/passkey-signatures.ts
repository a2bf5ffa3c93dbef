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
import { keepChallenge, type PasskeyKey, useChallenge } from './passkeys.store.ts';

/** Where passkeys hold: their domain, and the pages that may ask a device for one. */
export interface PasskeySite {
  rpId: string;
  origins: string[];
}

/** `publicUrl`: the shop's own origin, whose host is the domain; `allowedOrigins`: further ones of the same domain. */
export const passkeySiteOf = (config: { publicUrl: string; allowedOrigins: readonly string[] }): PasskeySite => ({
  rpId: new URL(config.publicUrl).hostname,
  origins: [config.publicUrl, ...config.allowedOrigins],
});

/** ES256, EdDSA and RS256: what devices have, by their COSE numbers. */
export const passkeyAlgorithms = [-7, -8, -257];

const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** A new challenge, in base64url. `customerId`: whose passkey it is for; null: for signing in. */
export async function issueChallenge(tx: Tx, customerId: string | null, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const kept = { hash: hashOfChallenge(challenge), customerId };
  await keepChallenge(tx, kept, new Date(now.getTime() + passkeyChallengeMs));
  return challenge;
}

/** The library tells every refusal by throwing, of what was sent as of what was signed: all of them are "not taken". */
const orUndefined = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** The challenge that was signed, used up whatever becomes of the rest; undefined when it is none of ours. */
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

/**
 * Who made a device is nobody's business here, and the certificates of those that say so would be followed to wherever they
 * point: a new passkey brings none.
 */
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

/** What a device has made of the customer's challenge; undefined when it is not what was asked for. */
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

/** What a passkey has signed of a challenge for signing in; undefined when it did not, or counts back. */
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
