import { passwordMaxLength } from '@ceiba/domain/auth/password';
import { z } from 'zod';
import { customer, gender, personName } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { civilDate, dateTime, enveloped } from './shapes.ts';

const email = z.string().trim().max(254);

/** Long enough to be judged, and to cost nothing: what is acceptable says DEC-151. */
const typedPassword = z
  .string()
  .min(1)
  .max(4 * passwordMaxLength);

/** A customer who is signed in from now on (DEC-181); the cookie of the storefront is set beside it (DEC-04). */
const session = z.object({ sessionToken: z.string(), sessionExpiresAt: dateTime, customer });

export const login = endpoint({
  name: 'login',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Signs in (API-08, DEC-151, DEC-170)',
  auth: 'public',
  limit: 'login',
  body: z.strictObject({ email, password: typedPassword }),
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
    email,
    phone: z.string().trim().min(1).max(20),
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
  summary: 'Asks for the mail that lets set a new password; the answer tells of no account (API-10, DEC-152)',
  auth: 'public',
  limit: 'passwordRequest',
  body: z.strictObject({ email }),
  answers: { 200: done },
  errors: [],
});

/** A link of a mail names the account and proves by its token, once (DEC-152). */
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

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  slice: 'auth',
  method: 'POST',
  path: '/v1/auth/confirmEmail',
  summary:
    'Confirms the e-mail of an account by the link of the mail, at once where its session or browser calls, else with the next login there (API-13, AUTH-06)',
  auth: 'public',
  limit: 'write',
  body: z.strictObject(link),
  answers: { 200: done },
  errors: ['LINK_NOT_FOUND'],
});

export const logout = endpoint({
  name: 'logout',
  slice: 'auth',
  method: 'DELETE',
  path: '/v1/auth/token',
  summary: 'Signs out: the token holds no longer (API-12, AUTH-08)',
  auth: 'customer',
  limit: 'write',
  answers: { 204: null },
  errors: ['UNAUTHORIZED'],
});
