import { permissions } from '@ceiba/domain/staff/permissions';
import { staffRules } from '@ceiba/domain/staff/sign-in';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, emailAddress, enveloped, personName, requiredText } from '../shapes.ts';
import { detailOf, idParams, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { staffList } from './lists/staff.ts';

const challenge = z.string().min(20).max(100);
const code = z.string().trim().min(6).max(20);
const permission = z.enum(permissions as [string, ...string[]]);

/** A desk user as their own browser sees them. */
export const ownSession = z.object({
  user: z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.string() }),
  permissions: z.array(permission),
  /** Codes of the stores that the user is limited to. Null for all stores. */
  stores: z.array(z.string()).nullable(),
  sessionExpiresAt: dateTime,
  /** Offers of the shop. The desk mentions no others (record 0096). */
  offers: z.object({ points: z.boolean(), installments: z.boolean() }),
});
export type OwnSession = z.infer<typeof ownSession>;

const signIn = { slice: 'staff', auth: 'public', limit: 'staffLogin' } as const;

export const startStaffSession = endpoint({
  ...signIn,
  name: 'startStaffSession',
  method: 'POST',
  path: '/v1/admin/session',
  summary: 'Signs in at the desk, first step: e-mail and password',
  body: z.strictObject({
    email: z.string().trim().max(254),
    password: z.string().min(1).max(staffRules.passwordMaxLength),
  }),
  answers: { 200: enveloped(z.object({ challenge: z.string(), enrolled: z.boolean() })) },
  errors: ['WRONG_CREDENTIALS', 'SIGN_IN_LOCKED'],
});

export const enrolSecondFactor = endpoint({
  ...signIn,
  name: 'enrolSecondFactor',
  method: 'POST',
  path: '/v1/admin/session/enrol',
  summary: 'Returns the secret of a second factor, until one is enrolled',
  body: z.strictObject({ challenge }),
  answers: { 200: enveloped(z.object({ secret: z.string(), uri: z.string() })) },
  errors: ['SECOND_FACTOR_INVALID'],
});

export const verifySecondFactor = endpoint({
  ...signIn,
  name: 'verifySecondFactor',
  method: 'POST',
  path: '/v1/admin/session/verify',
  summary: 'Signs in at the desk, second step: a code of the second factor, or a recovery code',
  body: z.strictObject({ challenge, code }),
  answers: { 200: enveloped(ownSession.extend({ recoveryCodes: z.array(z.string()).optional() })) },
  errors: ['SECOND_FACTOR_INVALID', 'SIGN_IN_LOCKED'],
});

/** The page of an invitation: a password, and the first challenge (OFF-09). */
export const acceptInvitation = endpoint({
  ...signIn,
  name: 'acceptInvitation',
  method: 'POST',
  path: '/v1/admin/session/invitation',
  summary: 'Accepts an invitation with a password',
  body: z.strictObject({
    token: z.string().min(20).max(100),
    password: z.string().min(staffRules.passwordMinLength).max(staffRules.passwordMaxLength),
  }),
  answers: { 200: enveloped(z.object({ challenge: z.string(), enrolled: z.boolean() })) },
  errors: ['LINK_NOT_FOUND'],
});

const own = { slice: 'staff', auth: 'staff', permission: 'signedIn', touches: 'nothing' } as const;

export const getStaffSession = endpoint({
  ...own,
  name: 'getStaffSession',
  method: 'GET',
  path: '/v1/admin/session',
  limit: 'staffRead',
  summary: 'Returns who is signed in, and their permissions',
  answers: { 200: enveloped(ownSession) },
  errors: [],
});

export const endStaffSession = endpoint({
  ...own,
  name: 'endStaffSession',
  method: 'DELETE',
  path: '/v1/admin/session',
  limit: 'staffWrite',
  summary: 'Signs out',
  answers: { 204: null },
  errors: [],
});

export const confirmStaffSession = endpoint({
  ...own,
  name: 'confirmStaffSession',
  method: 'POST',
  path: '/v1/admin/session/confirm',
  limit: 'staffLogin',
  summary: 'Confirms the caller by a code of the second factor, for calls that need a fresh one (OFF-07)',
  body: z.strictObject({ code }),
  answers: { 200: enveloped(ownSession) },
  errors: ['SECOND_FACTOR_INVALID', 'SIGN_IN_LOCKED'],
});

export const listOwnSessions = endpoint({
  ...own,
  name: 'listOwnSessions',
  method: 'GET',
  path: '/v1/admin/session/others',
  limit: 'staffRead',
  summary: 'Lists the caller’s sessions, the present one marked (OFF-05)',
  answers: {
    200: enveloped(
      z.array(
        z.object({ id: z.uuid(), device: z.string(), createdAt: dateTime, usedAt: dateTime, isCurrent: z.boolean() }),
      ),
    ),
  },
  errors: [],
});

export const endOwnSession = endpoint({
  ...own,
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/v1/admin/session/others/{id}',
  limit: 'staffWrite',
  summary: 'Ends one of the caller’s sessions',
  params: z.strictObject({ id: z.uuid() }),
  answers: { 204: null },
  errors: ['NOT_FOUND'],
});

const stores = z.array(z.string().trim().min(1).max(32)).max(200).nullable();
const role = z.string().trim().min(1).max(40);
const state = z.enum(['invited', 'active', 'disabled']);

const member = {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  state,
  stores: z.array(z.string()).nullable(),
  lastSeenAt: dateTime.nullable(),
};

export const listStaff = listEndpoint('listStaff', staffList, z.object(member));
export const exportStaff = exportEndpoint('exportStaff', staffList);

const staffDetail = detailOf(member);
/** Refusals of a change of a desk user. */
const staffErrors = ['NOT_FOUND', 'EMAIL_TAKEN', 'FORBIDDEN', 'LAST_OWNER', 'VERSION_CONFLICT'] as const;
const editing = {
  slice: 'staff',
  auth: 'staff',
  permission: 'staff.edit',
  touches: 'places',
  reauthenticates: true,
} as const;

export const getStaffMember = endpoint({
  slice: 'staff',
  auth: 'staff',
  permission: 'staff.edit',
  touches: 'places',
  name: 'getStaffMember',
  method: 'GET',
  path: '/v1/admin/staff/{id}',
  limit: 'staffRead',
  summary: 'Returns a person of the desk',
  params: idParams,
  answers: { 200: staffDetail },
  errors: staffErrors,
});

export const inviteStaff = endpoint({
  ...editing,
  name: 'inviteStaff',
  method: 'POST',
  path: '/v1/admin/staff',
  limit: 'staffWrite',
  summary: 'Invites a person by mail (OFF-09)',
  body: z.strictObject({ email: emailAddress('profile'), name: personName, role, stores: stores.optional() }),
  answers: { 201: staffDetail },
  errors: staffErrors,
});

export const changeStaff = endpoint({
  ...editing,
  name: 'changeStaff',
  method: 'PATCH',
  path: '/v1/admin/staff/{id}',
  limit: 'staffWrite',
  summary: 'Changes the name, role or stores of a person',
  params: idParams,
  body: z.strictObject({ version, name: personName.optional(), role: role.optional(), stores: stores.optional() }),
  answers: { 200: staffDetail },
  errors: staffErrors,
});

const verb = (name: string) => `/v1/admin/staff/{id}/${name}` as const;

export const disableStaff = endpoint({
  ...editing,
  name: 'disableStaff',
  method: 'POST',
  path: verb('disable'),
  limit: 'staffWrite',
  summary: 'Disables a person. All sessions end immediately, and the person cannot sign in',
  params: idParams,
  body: z.strictObject({ version }),
  answers: { 200: staffDetail },
  errors: staffErrors,
});

export const enableStaff = endpoint({
  ...editing,
  name: 'enableStaff',
  method: 'POST',
  path: verb('enable'),
  limit: 'staffWrite',
  summary: 'Enables a disabled person, who may then sign in again',
  params: idParams,
  body: z.strictObject({ version }),
  answers: { 200: staffDetail },
  errors: staffErrors,
});

export const inviteStaffAgain = endpoint({
  ...editing,
  name: 'inviteStaffAgain',
  method: 'POST',
  path: verb('invite'),
  limit: 'staffWrite',
  summary: 'Mails another link, also to a person who lost the second factor',
  params: idParams,
  body: z.strictObject({ version }),
  answers: { 200: staffDetail },
  errors: staffErrors,
});

const roleShape = {
  id: z.string(),
  label: z.string(),
  permissions: z.array(permission),
  isBuiltIn: z.boolean(),
  members: z.int(),
};

export const listRoles = endpoint({
  slice: 'staff',
  auth: 'staff',
  permission: 'staff.edit',
  touches: 'nothing',
  name: 'listRoles',
  method: 'GET',
  path: '/v1/admin/roles',
  limit: 'staffRead',
  summary: 'Lists the roles, the built-in ones first',
  answers: { 200: enveloped(z.array(z.object(roleShape))) },
  errors: [],
});

export const createRole = endpoint({
  ...editing,
  name: 'createRole',
  touches: 'shop',
  method: 'POST',
  path: '/v1/admin/roles',
  limit: 'staffWrite',
  summary: 'Adds a custom role. A person can only grant permissions that they have',
  body: z.strictObject({ label: requiredText(40), permissions: z.array(permission).max(100) }),
  answers: { 201: enveloped(z.object(roleShape)) },
  errors: staffErrors,
});
