import { orderStatusLabels } from '@ceiba/domain/orders/order';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, emailAddress, enveloped } from '../shapes.ts';
import { detailOf, reason, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { customerList } from './lists/customers.ts';

const row = {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  createdAt: dateTime,
  isConfirmed: z.boolean(),
  isEmployee: z.boolean(),
  orders: z.int(),
};

export const listCustomers = listEndpoint('listCustomers', customerList, z.object(row));
export const exportCustomers = exportEndpoint('exportCustomers', customerList);

const customer = detailOf({
  ...row,
  /** True if the e-mail is on the list of employees. `isEmployee` also requires that it is confirmed. */
  isOnStaffList: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.int().nullable(),
  dateOfBirth: z.string().nullable(),
  nit: z.string().nullable(),
  /** The last four digits (WORK-03). */
  dpi: z.string().nullable(),
  billingName: z.string().nullable(),
  billingAddress: z.string().nullable(),
  /** Wrong passwords in the current lockout window. */
  failedSignIns: z.int(),
  addresses: z.array(
    z.object({
      id: z.uuid(),
      alias: z.string(),
      street: z.array(z.string()),
      city: z.string(),
      department: z.string(),
      zone: z.string(),
      phone: z.string(),
      isDefault: z.boolean(),
    }),
  ),
  cards: z.array(z.object({ masked: z.string(), expiryMonth: z.int(), expiryYear: z.int(), savedAt: dateTime })),
  points: z.array(
    z.object({ program: z.string(), amount, points: z.int(), status: z.string(), orderNumber: z.string().nullable() }),
  ),
  hasLoyalty: z.boolean(),
  wishlistProducts: z.int(),
  sessions: z.array(z.object({ createdAt: dateTime, expiresAt: dateTime })),
  passkeys: z.int(),
  /** The newest hundred orders. */
  recentOrders: z.array(
    z.object({ number: z.string(), placedAt: dateTime, status: z.enum(Object.keys(orderStatusLabels)), total: amount }),
  ),
  /** Orders, returns, mails and complaints, newest first (WORK-23). */
  timeline: z.array(
    z.object({
      at: dateTime,
      kind: z.enum(['order', 'return', 'mail', 'note', 'complaint']),
      text: z.string(),
      href: z.string().nullable(),
    }),
  ),
});
export type DeskCustomer = z.infer<typeof customer>['data'];

const params = z.strictObject({ id: z.uuid() });
const reading = { slice: 'accounts', auth: 'staff', permission: 'customers.read', touches: 'places', params } as const;
const editing = {
  slice: 'accounts',
  auth: 'staff',
  permission: 'customers.edit',
  touches: 'places',
  params,
  method: 'POST',
  limit: 'staffWrite',
} as const;
const verb = (name: string) => `/v1/admin/customers/{id}/${name}` as const;

export const getDeskCustomer = endpoint({
  ...reading,
  name: 'getDeskCustomer',
  method: 'GET',
  path: '/v1/admin/customers/{id}',
  limit: 'staffRead',
  summary: 'Returns a customer as the desk may see them (WORK-03)',
  answers: { 200: customer },
  errors: ['NOT_FOUND'],
});

export const openCustomerDpi = endpoint({
  ...editing,
  name: 'openCustomerDpi',
  path: verb('dpi'),
  summary: 'Returns the whole DPI of a customer, and records the reason (WORK-03)',
  body: z.strictObject({ reason }),
  answers: { 200: enveloped(z.object({ dpi: z.string().nullable() })) },
  errors: ['NOT_FOUND'],
});

export const unlockCustomer = endpoint({
  ...editing,
  name: 'unlockCustomer',
  path: verb('unlock'),
  summary: 'Lifts the lock that wrong passwords have caused',
  body: z.strictObject({ reason }),
  answers: { 200: customer },
  errors: ['NOT_FOUND'],
});

export const endCustomerSessions = endpoint({
  ...editing,
  name: 'endCustomerSessions',
  path: verb('sign-out'),
  summary: 'Ends all sessions, passkeys and mailed links of an account',
  body: z.strictObject({ reason }),
  answers: { 200: customer },
  errors: ['NOT_FOUND'],
});

export const resendCustomerConfirmation = endpoint({
  ...editing,
  name: 'resendCustomerConfirmation',
  path: verb('confirmation'),
  summary: 'Mails the link that confirms the address of an account again',
  body: z.strictObject({}),
  answers: { 200: customer },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
});

export const correctCustomerEmail = endpoint({
  ...editing,
  reauthenticates: true,
  name: 'correctCustomerEmail',
  path: verb('email'),
  summary: 'Changes an account’s e-mail, which must then be confirmed; both addresses are mailed (WORK-03)',
  body: z.strictObject({ version, email: emailAddress('profile'), reason }),
  answers: { 200: customer },
  errors: ['NOT_FOUND', 'EMAIL_TAKEN', 'VERSION_CONFLICT', 'RATE_LIMITED'],
});

export const giveCustomerBack = endpoint({
  ...editing,
  reauthenticates: true,
  name: 'giveCustomerBack',
  path: verb('give-back'),
  summary:
    'Restores the former e-mail of an account that another person took over, and ends all sessions, passkeys, links and the password. The other address is notified (WORK-03)',
  body: z.strictObject({ version, email: emailAddress('profile'), reason }),
  answers: { 200: customer },
  errors: ['NOT_FOUND', 'EMAIL_TAKEN', 'VERSION_CONFLICT'],
});

export const setCustomerEmployee = endpoint({
  ...editing,
  // The list decides who pays an employee's price (DEC-153). A person who may only correct customers could add themselves to it.
  permission: 'staff.edit',
  name: 'setCustomerEmployee',
  path: verb('employee'),
  summary:
    'Adds the e-mail of an account to the list of employees, or removes it. Carts apply the change immediately (DEC-153)',
  body: z.strictObject({ isEmployee: z.boolean(), reason }),
  answers: { 200: customer },
  errors: ['NOT_FOUND'],
});
