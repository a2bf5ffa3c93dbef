import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { creationOptions, madePasskey, passkey, requestOptions, signedChallenge } from '../passkeys.ts';
import { enveloped } from '../shapes.ts';
import { ownSession } from './staff.ts';

/** Passkeys of desk users (OFF-26). A passkey replaces both password and code. */

const signIn = { slice: 'staff', auth: 'public', limit: 'staffLogin' } as const;
const own = { slice: 'staff', auth: 'staff', permission: 'signedIn', touches: 'nothing' } as const;

export const startStaffPasskeyLogin = endpoint({
  ...signIn,
  name: 'startStaffPasskeyLogin',
  method: 'POST',
  path: '/v1/admin/session/passkey/options',
  summary: 'Creates a challenge that a device signs to sign in at the desk (WebAuthn, request options)',
  answers: { 200: enveloped(requestOptions) },
  errors: [],
});

export const loginStaffByPasskey = endpoint({
  ...signIn,
  name: 'loginStaffByPasskey',
  method: 'POST',
  path: '/v1/admin/session/passkey',
  summary: 'Signs in with a signed challenge alone. Response and cookies are the same as after the second step by code',
  body: signedChallenge,
  answers: { 200: enveloped(ownSession) },
  errors: ['PASSKEY_INVALID'],
});

export const listOwnPasskeys = endpoint({
  ...own,
  name: 'listOwnPasskeys',
  method: 'GET',
  path: '/v1/admin/session/passkeys',
  limit: 'staffRead',
  summary: 'Lists the caller’s passkeys, the oldest first',
  answers: { 200: enveloped(z.array(passkey)) },
  errors: [],
});

export const startOwnPasskey = endpoint({
  ...own,
  name: 'startOwnPasskey',
  method: 'POST',
  path: '/v1/admin/session/passkeys/options',
  limit: 'staffWrite',
  reauthenticates: true,
  summary: 'Creates the options with which a device creates a passkey (WebAuthn, creation options)',
  answers: { 200: enveloped(creationOptions) },
  errors: ['PASSKEY_LIMIT'],
});

export const addOwnPasskey = endpoint({
  ...own,
  name: 'addOwnPasskey',
  method: 'POST',
  path: '/v1/admin/session/passkeys',
  limit: 'staffWrite',
  reauthenticates: true,
  summary: 'Stores a passkey that a device has created from the options, and notifies the person by mail',
  body: madePasskey,
  answers: { 201: enveloped(passkey) },
  errors: ['UNAUTHORIZED', 'PASSKEY_INVALID', 'PASSKEY_LIMIT'],
});

export const removeOwnPasskey = endpoint({
  ...own,
  name: 'removeOwnPasskey',
  method: 'DELETE',
  path: '/v1/admin/session/passkeys/{id}',
  limit: 'staffWrite',
  reauthenticates: true,
  summary: 'Removes a passkey; sessions stay open, and the person is mailed',
  params: z.strictObject({ id: z.uuid() }),
  answers: { 204: null },
  errors: ['PASSKEY_NOT_FOUND'],
});

export const startPasskeyConfirmation = endpoint({
  ...own,
  name: 'startPasskeyConfirmation',
  method: 'POST',
  path: '/v1/admin/session/confirm/passkey/options',
  limit: 'staffLogin',
  summary: 'Creates a challenge that one of the caller’s devices signs in place of a code (OFF-07)',
  answers: {
    200: enveloped(
      requestOptions.extend({
        allowCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
      }),
    ),
  },
  errors: ['PASSKEY_NOT_FOUND'],
});

export const confirmByPasskey = endpoint({
  ...own,
  name: 'confirmByPasskey',
  method: 'POST',
  path: '/v1/admin/session/confirm/passkey',
  limit: 'staffLogin',
  summary: 'Confirms the caller by a signed challenge in place of a code, for calls that need a fresh one (OFF-07)',
  body: signedChallenge,
  answers: { 200: enveloped(ownSession) },
  errors: ['PASSKEY_INVALID'],
});
