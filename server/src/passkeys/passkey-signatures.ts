import { createHash, randomBytes } from 'node:crypto';
import { passkeyChallengeMs } from '@ceiba/domain/passkeys/passkey';
import {
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';

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
const passkeyAlgorithms = [-7, -8, -257];

const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** Makes a new challenge, in base64url, and the hash that is stored of it. */
export function newChallenge(): { challenge: string; hash: Buffer } {
  const challenge = randomBytes(32).toString('base64url');
  return { challenge, hash: hashOfChallenge(challenge) };
}

/** The device stores this ID and shows it to its user, so it contains no address. */
export const userHandleOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** The options for a new passkey (WebAuthn, creation options). `known`: passkeys that the person has already. */
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
  // The device finds the passkey itself, so that nobody types an e-mail; and it verifies its user.
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

/** The options for signing a challenge (WebAuthn, request options). */
export const requestOptions = ({ rpId }: PasskeySite, challenge: string) => ({
  challenge,
  rpId,
  timeout: passkeyChallengeMs,
  userVerification: 'required' as const,
});

/** Uses up the stored challenge of a hash; false if it is unknown, expired, used or for another purpose. */
export type UseChallenge = (hash: Buffer) => Promise<boolean>;

/** Returns undefined if the library throws: it throws for every fault of the input and of the signature. */
const orUndefined = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** Uses up the signed challenge, whatever else is wrong; undefined if it is not one of ours. */
async function takeChallenge(clientDataJSON: string, use: UseChallenge): Promise<string | undefined> {
  const data = await orUndefined(async () => decodeClientDataJSON(clientDataJSON));
  const challenge: unknown = data?.challenge;
  if (typeof challenge !== 'string') return undefined;
  return (await use(hashOfChallenge(challenge))) ? challenge : undefined;
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

/** Verifies a new passkey for its person's challenge; undefined if it does not match. */
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

/** Verifies a signature by passkey; undefined if it is wrong or the counter goes back. */
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
