import { passwordMaxLength } from '@ceiba/domain/auth/password';
import { emailMaxLength } from '@ceiba/domain/customers/email';
import { z } from 'zod';
import { customer, gender } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { civilDate, dateTime, emailAddress, enveloped, personName, typedEmail, typedPhone } from './shapes.ts';

/** The e-mail of the person who signs in. A malformed text gets the same response as wrong credentials. */
const loginEmail = z.string().trim().max(emailMaxLength);

/** Short enough to hash quickly. DEC-151 decides which passwords are accepted. */
const typedPassword = z
  .string()
  .min(1)
  .max(4 * passwordMaxLength);

/** A customer who has just signed in (DEC-181). The storefront's cookie is set with the same response (DEC-04). */
export const session = z.object({ sessionToken: z.string(), sessionExpiresAt: dateTime, customer });

export const login = endpoint({
  name: 'login',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Signs in (API-08, DEC-151, DEC-170)',
  auth: 'public',
  limit: 'login',
  body: z.strictObject({ email: loginEmail, password: typedPassword }),
  answers: { 200: enveloped(session) },
  errors: ['WRONG_CREDENTIALS', 'SIGN_IN_LOCKED'],
});

export const register = endpoint({
  name: 'register',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/register',
  summary: 'Opens an account and signs in (API-09, DEC-151, AUTH-04, AUTH-05)',
  auth: 'public',
  limit: 'register',
  body: z.strictObject({
    firstName: personName,
    lastName: personName,
    email: typedEmail,
    phone: typedPhone,
    password: typedPassword,
    dpi: z.string().trim().max(20).optional(),
    dateOfBirth: civilDate.optional(),
    gender: gender.optional(),
    registerLeal: z.boolean(),
    acceptTerms: z.literal(true),
  }),
  answers: { 201: enveloped(session.extend({ lealCreated: z.boolean() })) },
  errors: ['EMAIL_TAKEN'],
});

const done = enveloped(z.object({ result: z.literal(true) }));

export const requestPassword = endpoint({
  name: 'requestPassword',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/password/request',
  summary:
    'Requests the mail for setting a new password. The response does not reveal whether the account exists (API-10, DEC-152)',
  auth: 'public',
  limit: 'passwordRequest',
  body: z.strictObject({ email: emailAddress('profile') }),
  answers: { 200: done },
  errors: [],
});

/** A mailed link. It identifies the account, and its token is valid once (DEC-152). */
const link = { customerId: z.string().max(100), token: z.string().max(200) };

export const resetPassword = endpoint({
  name: 'resetPassword',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/password/reset',
  summary: 'Sets a new password by the link of the mail; ends every session (API-11, DEC-04, DEC-152)',
  auth: 'public',
  limit: 'write',
  body: z.strictObject({ ...link, password: typedPassword }),
  answers: { 200: done },
  errors: ['LINK_NOT_FOUND'],
});

export const changePassword = endpoint({
  name: 'changePassword',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/password/change',
  summary: 'Sets a new password, with the current password. Ends every other session (DEC-04, DEC-151)',
  auth: 'customer',
  limit: 'login',
  body: z.strictObject({ currentPassword: typedPassword, password: typedPassword }),
  answers: { 200: done },
  errors: ['UNAUTHORIZED', 'WRONG_PASSWORD', 'SIGN_IN_LOCKED'],
});

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/confirmEmail',
  summary:
    'Confirms the e-mail of an account with the link from the mail: immediately if a session or browser of the account calls, otherwise at the next login in the calling browser (API-13, AUTH-06)',
  auth: 'public',
  limit: 'write',
  body: z.strictObject(link),
  answers: { 200: done },
  errors: ['LINK_NOT_FOUND'],
});

export const requestConfirmation = endpoint({
  name: 'requestConfirmation',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/confirmEmail/request',
  summary:
    'Requests the confirmation mail again. The response is the same if the e-mail is already confirmed. The limit is five mails in 24 hours, including the registration mail (AUTH-04)',
  auth: 'customer',
  limit: 'login',
  answers: { 200: done },
  errors: ['UNAUTHORIZED'],
});

export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/email/request',
  summary:
    'Requests a new e-mail for the account, with the current password. The new address gets a link, and the present address is notified',
  auth: 'customer',
  limit: 'login',
  body: z.strictObject({ currentPassword: typedPassword, email: emailAddress('profile') }),
  answers: { 200: done },
  errors: ['UNAUTHORIZED', 'WRONG_PASSWORD', 'SIGN_IN_LOCKED', 'EMAIL_TAKEN'],
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/email/change',
  summary:
    'Sets the new e-mail to which a link was mailed, in a session of the customer who requested it. Ends every other session',
  auth: 'customer',
  limit: 'write',
  body: z.strictObject({ token: link.token }),
  answers: { 200: enveloped(z.object({ email: z.string() })) },
  errors: ['UNAUTHORIZED', 'LINK_NOT_FOUND', 'EMAIL_TAKEN'],
});

export const logout = endpoint({
  name: 'logout',
  slice: 'auth',
  method: 'DELETE',
  path: '/v1/auth/token',
  summary: 'Signs out and revokes the token (API-12, AUTH-08)',
  auth: 'customer',
  limit: 'write',
  answers: { 204: null },
  errors: ['UNAUTHORIZED'],
});
