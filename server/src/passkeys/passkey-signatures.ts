import { createHash, randomBytes } from 'node:crypto';
import { passkeyChallengeMs } from '@ceiba/domain/passkeys/passkey';
import {
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';

/** The place where passkeys are valid: a domain, and the pages that may ask a device for a passkey. */
export interface PasskeySite {
  rpId: string;
  origins: string[];
}

/**
 * Returns the site of the shop. `publicUrl`: the shop's own origin, whose host is the domain. `allowedOrigins`: further origins of the same
 * domain.
 */
export const passkeySiteOf = (config: { publicUrl: string; allowedOrigins: readonly string[] }): PasskeySite => ({
  rpId: new URL(config.publicUrl).hostname,
  origins: [config.publicUrl, ...config.allowedOrigins],
});

/** COSE numbers of ES256, EdDSA and RS256, the algorithms of common devices. */
const passkeyAlgorithms = [-7, -8, -257];

const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** Makes a new challenge, in base64url, and the hash that the shop stores. */
export function newChallenge(): { challenge: string; hash: Buffer } {
  const challenge = randomBytes(32).toString('base64url');
  return { challenge, hash: hashOfChallenge(challenge) };
}

/** Returns the ID that a device stores for its user and shows. The ID contains no e-mail. */
export const userHandleOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Returns the options for a new passkey (WebAuthn, creation options). `known`: passkeys that the person already has. */
export const creationOptions = (
  site: PasskeySite,
  {
    challenge,
    shopName,
    user,
    known,
  }: {
    challenge: string;
    shopName: string;
    user: { id: string; email: string; name: string };
    known: readonly { credentialId: Buffer }[];
  },
) => ({
  challenge,
  rp: { id: site.rpId, name: shopName },
  user: { id: userHandleOf(user.id), name: user.email, displayName: user.name },
  pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
  timeout: passkeyChallengeMs,
  attestation: 'none' as const,
  excludeCredentials: known.map(toDescriptor),
  // The device finds the passkey itself, so that nobody types an e-mail. The device also verifies its user.
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
});

export const toDescriptor = ({ credentialId }: { credentialId: Buffer }) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
});

/** Returns the options for signing a challenge (WebAuthn, request options). */
export const requestOptions = ({ rpId }: PasskeySite, challenge: string) => ({
  challenge,
  rpId,
  timeout: passkeyChallengeMs,
  userVerification: 'required' as const,
});

/** Uses up the stored challenge of a hash. Returns false if the challenge is unknown, expired, used, or for another purpose. */
export type UseChallenge = (hash: Buffer) => Promise<boolean>;

/** Returns undefined if the library throws. It throws for every error of the input or the signature. */
const orUndefined = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** Uses up the signed challenge, even if something else is wrong. Undefined if the challenge is not one of the shop's. */
async function takeChallenge(clientDataJSON: string, use: UseChallenge): Promise<string | undefined> {
  const data = await orUndefined(async () => decodeClientDataJSON(clientDataJSON));
  const challenge: unknown = data?.challenge;
  if (typeof challenge !== 'string') return undefined;
  return (await use(hashOfChallenge(challenge))) ? challenge : undefined;
}

/**
 * Detects certificates in an attestation, so that they can be rejected. The device's maker does not matter, and to verify certificates, the
 * server would call the addresses in them.
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

/** Verifies a new passkey for a person's challenge. Undefined if the passkey does not match. */
export async function verifyNewPasskey(
  site: PasskeySite,
  { id, clientDataJSON, attestationObject }: NewCredential,
  use: UseChallenge,
): Promise<Registered | undefined> {
  const expectedChallenge = await takeChallenge(clientDataJSON, use);
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

/** The stored key and counter of a passkey. */
export interface PasskeyKey {
  /** In COSE format. */
  publicKey: Buffer;
  counter: number;
}

/** Verifies a passkey's signature. Undefined if the signature is wrong, or if the counter is lower than before. */
export async function verifyUsedPasskey(
  site: PasskeySite,
  { id, clientDataJSON, authenticatorData, signature }: SignedChallenge,
  { passkey, use }: { passkey: PasskeyKey | undefined; use: UseChallenge },
): Promise<Used | undefined> {
  const expectedChallenge = await takeChallenge(clientDataJSON, use);
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
