import { passwordMaxLength } from '@ceiba/domain/auth/password';
import { passkeyNameMaxLength } from '@ceiba/domain/passkeys/passkey';
import { z } from 'zod';
import { session } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, enveloped } from './shapes.ts';

/** Bytes in WebAuthn's JSON: base64url without padding. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: dateTime,
  /** Null if the passkey was never used. */
  lastUsedAt: dateTime.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  slice: 'passkeys',
  method: 'GET',
  path: '/v1/passkeys',
  summary: 'Lists the customer’s passkeys, oldest first',
  auth: 'customer',
  limit: 'read',
  answers: { 200: z.array(passkey) },
  errors: ['UNAUTHORIZED'],
});

const credentialType = z.literal('public-key');

/** Options for a device that creates a passkey (WebAuthn, creation options). */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: credentialType })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: credentialType })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** A passkey that a device has created from these options, with the customer's name for it. */
export const madePasskey = z.strictObject({
  passkeyName: z.string().trim().min(1).max(passkeyNameMaxLength),
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(16_000),
});

/** Options for a device that signs a challenge (WebAuthn, request options). */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

/** A challenge that a device has signed. */
export const signedChallenge = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(2_000),
  /** The owner according to the device: the account's id, in bytes. */
  userHandle: bytes(100).optional(),
});

export const startPasskey = endpoint({
  name: 'startPasskey',
  slice: 'passkeys',
  method: 'POST',
  path: '/v1/passkeys/options',
  summary: 'Returns the options for creating a passkey, with the current password (WebAuthn, creation options)',
  auth: 'customer',
  limit: 'login',
  dayBytes: { of: 'accounts', bytes: 300 },
  body: z.strictObject({
    currentPassword: z
      .string()
      .min(1)
      .max(4 * passwordMaxLength),
  }),
  answers: { 200: creationOptions },
  errors: ['UNAUTHORIZED', 'WRONG_PASSWORD', 'SIGN_IN_LOCKED', 'PASSKEY_LIMIT'],
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  slice: 'passkeys',
  method: 'POST',
  path: '/v1/passkeys',
  summary: 'Stores a passkey that a device has created from the options, and notifies the address of the account',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 800 },
  body: madePasskey,
  answers: { 201: passkey },
  errors: ['UNAUTHORIZED', 'PASSKEY_INVALID', 'PASSKEY_LIMIT'],
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  slice: 'passkeys',
  method: 'DELETE',
  path: '/v1/passkeys/{id}',
  summary: 'Deletes a passkey, which then can no longer sign in',
  auth: 'customer',
  limit: 'write',
  params: z.strictObject({ id: z.uuid() }),
  answers: { 204: null },
  errors: ['UNAUTHORIZED', 'PASSKEY_NOT_FOUND'],
});

/** Below /v1/auth, because the browser sends the sign-in cookies only there. */
export const startPasskeyLogin = endpoint({
  name: 'startPasskeyLogin',
  slice: 'passkeys',
  method: 'POST',
  path: '/v1/auth/passkeys/login/options',
  summary: 'Returns the options for signing in with a passkey, the same for every caller (WebAuthn, request options)',
  auth: 'public',
  limit: 'login',
  answers: { 200: requestOptions },
  errors: [],
});

export const loginByPasskey = endpoint({
  name: 'loginByPasskey',
  slice: 'passkeys',
  method: 'POST',
  path: '/v1/auth/passkeys/login',
  summary:
    'Signs in with a challenge that a device has signed. Responses and cookies are the same as for the login by password',
  auth: 'public',
  limit: 'login',
  body: signedChallenge,
  answers: { 200: enveloped(session) },
  errors: ['PASSKEY_INVALID'],
});
