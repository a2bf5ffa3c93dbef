import type { Customer, ProfileChange } from '@ceiba/contract/customers';
import { normalizeDpi, profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { checkNit, profileNitMessage } from '@ceiba/domain/billing/nit';
import { phoneMessage } from '@ceiba/domain/customers/phone';
import { isBirthDate, profileMessages } from '@ceiba/domain/customers/profile';
import { profilePhone } from '@ceiba/domain/customers/profile-words';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import type { Refusal } from '../platform/http/route.ts';

export type CustomerRow = RowOf<typeof update>;

/** Columns of `customers` (alias `c`) for `toCustomer`. */
export const customerColumns = `c.id, c.email, c.first_name, c.last_name, c.gender, c.date_of_birth, c.nit, c.phone, c.dpi,
  c.billing_name, c.billing_address, c.has_loyalty, is_employee(c.id) as is_employee,
  c.email_confirmed_at is not null as is_confirmed`;

export const toCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth,
  nit: row.nit,
  phone: row.phone,
  dpi: row.dpi,
  billingName: row.billingName,
  billingAddress: row.billingAddress,
  isEmployee: row.isEmployee,
  registerLeal: row.hasLoyalty,
  isConfirmed: row.isConfirmed,
});

const select = statement(
  'customers.read',
  `select ${customerColumns}, (
     select k.id from carts k where k.customer_id = c.id and k.status = 'open' order by k.updated_at desc, k.id limit 1) as cart_id
   from customers c where c.id = $1`,
  { gender: column<1 | 2>(), isEmployee: neverNull() },
);

/** Includes the open cart that was changed last. Undefined if the account does not exist. */
export async function findCustomer(
  tx: Tx,
  id: string,
): Promise<{ customer: Customer; cartId: string | null } | undefined> {
  const [row] = await select(tx, [id]);
  return row && { customer: toCustomer(row), cartId: row.cartId };
}

/** Values to write. Null removes a value, undefined leaves it unchanged. */
type ProfileValues = {
  [K in 'firstName' | 'lastName' | 'dateOfBirth']?: string | undefined;
} & {
  [K in 'dpi' | 'phone' | 'nit' | 'billingName' | 'billingAddress']?: string | null | undefined;
} & { gender?: 1 | 2 | undefined };

// A key missing in `$2` leaves the column unchanged. Null empties the column.
const update = statement(
  'customers.change-profile',
  `update customers c set
     first_name = coalesce(v ->> 'firstName', c.first_name),
     last_name = coalesce(v ->> 'lastName', c.last_name),
     date_of_birth = coalesce((v ->> 'dateOfBirth')::date, c.date_of_birth),
     gender = coalesce((v ->> 'gender')::smallint, c.gender),
     dpi = case when v ? 'dpi' then v ->> 'dpi' else c.dpi end,
     phone = case when v ? 'phone' then v ->> 'phone' else c.phone end,
     nit = case when v ? 'nit' then v ->> 'nit' else c.nit end,
     billing_name = case when v ? 'billingName' then v ->> 'billingName' else c.billing_name end,
     billing_address = case when v ? 'billingAddress' then v ->> 'billingAddress' else c.billing_address end
   from (select $2::jsonb as v) given
   where c.id = $1
   returning ${customerColumns}`,
  { gender: column<1 | 2>(), isEmployee: neverNull() },
);

/** Returns the changed customer. Undefined if the account does not exist. */
export async function updateProfile(tx: Tx, id: string, values: ProfileValues): Promise<Customer | undefined> {
  const [row] = await update(tx, [id, JSON.stringify(values)]);
  return row && toCustomer(row);
}

/** The errors of each field on the profile's forms (PROF-14, PROF-16, PROF-20), or null. An empty text removes a value. */
const messagesOf = (change: ProfileChange, now: Date): Record<string, string | null> => ({
  phone: isEmpty(change.phone) ? null : phoneMessage(change.phone, profilePhone),
  dpi: isEmpty(change.dpi) ? null : profileDpiMessage(change.dpi),
  nit: isEmpty(change.nit) ? null : profileNitMessage(change.nit),
  dateOfBirth: isBirth(change.dateOfBirth, now) ? null : profileMessages.dateOfBirthInvalid,
});

const isEmpty = (text: string | undefined): text is undefined | '' => text === undefined || text === '';

function isBirth(text: string | undefined, now: Date): boolean {
  if (text === undefined) return true;
  const date = parseCivilDate(text);
  return date.ok && isBirthDate(date.value, guatemalaDate(now));
}

/** Returns the profile's fields as they are stored (PROF-06). Numbers have no separators. */
export function readProfile(change: ProfileChange, now: Date): Result<ProfileValues, Refusal<'VALIDATION_ERROR'>> {
  const said = Object.entries(messagesOf(change, now)).filter(([, message]) => message !== null);
  if (said.length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: Object.fromEntries(said) } });
  const { firstName, lastName, gender, dateOfBirth, phone, dpi, nit, billingName, billingAddress } = change;
  return ok({
    firstName,
    lastName,
    gender,
    dateOfBirth,
    phone: storedText(phone),
    dpi: storedText(dpi, normalizeDpi),
    nit: storedText(nit, nitAsStored),
    billingName: storedText(billingName),
    billingAddress: storedText(billingAddress),
  });
}

function nitAsStored(text: string): string {
  const nit = checkNit(text);
  return nit.ok ? nit.value : text;
}

/** Returns the value to store: null for an empty text. Undefined leaves the stored value unchanged. */
const storedText = (text: string | undefined, write = (value: string) => value): string | null | undefined => {
  if (text === undefined) return undefined;
  return text === '' ? null : write(text);
};
