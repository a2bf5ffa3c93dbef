import { documentTypes, type LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import { z } from 'zod';
import type { Tx } from '../platform/db/database.ts';
import { column, type RowOf, statement } from '../platform/db/statement.ts';
import type { NewMember } from './loyalty-program.ts';

/** The state of a customer's registration. `asked` is null once the program has answered. */
export interface Registration {
  key: string;
  document: LoyaltyDocument;
  asked: NewMember | null;
}

const askedView = z.object({
  documentType: z.enum(documentTypes),
  documentId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  dateOfBirth: z.string(),
  gender: z.enum(['M', 'F']),
});

type RegistrationRow = RowOf<typeof insert>;

const columns = 'm.key, m.document_type, m.document_id, m.asked';

const toRegistration = (row: RegistrationRow): Registration => ({
  key: row.key,
  document: { documentType: row.documentType, documentId: row.documentId },
  asked: row.asked === null ? null : askedView.parse(row.asked),
});

const insert = statement(
  'loyalty.begin',
  `insert into loyalty_members as m (customer_id, key, document_type, document_id, asked, asked_at)
   select c.id, $2, $3::jsonb ->> 'documentType', $3::jsonb ->> 'documentId', $3::jsonb, $4
   from customers c where c.id = $1
   on conflict (customer_id) do update set asked_at = m.asked_at
   returning ${columns}`,
  { asked: column<unknown>() },
);

/** Starts a registration, or returns a registration that was started before. Undefined if the account is gone. */
export async function beginRegistration(
  tx: Tx,
  { customerId, key, member }: { customerId: string; key: string; member: NewMember },
  now: Date,
): Promise<Registration | undefined> {
  const [row] = await insert(tx, [customerId, key, JSON.stringify(member), now]);
  return row && toRegistration(row);
}

const finish = statement(
  'loyalty.finish',
  `with done as (
     update loyalty_members set asked = null, registered_at = coalesce(registered_at, $3)
     where customer_id = $1 and key = $2 returning customer_id)
   update customers c set has_loyalty = true from done where c.id = done.customer_id`,
);

/** Ends a registration: the program has opened the account. */
export const finishRegistration = async (tx: Tx, customerId: string, key: string, now: Date): Promise<void> => {
  await finish(tx, [customerId, key, now]);
};

const drop = statement(
  'loyalty.drop',
  'delete from loyalty_members where customer_id = $1 and key = $2 and registered_at is null',
);

/** Deletes a registration that the program refused, so that another may start. */
export const dropRegistration = async (tx: Tx, customerId: string, key: string): Promise<void> => {
  await drop(tx, [customerId, key]);
};

/** The facts by which the points program identifies a customer, if the shop knows the facts. */
export interface LoyaltyIdentity {
  registration: Registration | null;
  dpi: string | null;
  dateOfBirth: string | null;
}

const select = statement(
  'loyalty.identity',
  `select c.dpi, c.date_of_birth, ${columns}
   from customers c left join loyalty_members m on m.customer_id = c.id where c.id = $1`,
  { asked: column<unknown>() },
);

export async function findIdentity(tx: Tx, customerId: string): Promise<LoyaltyIdentity | undefined> {
  const [row] = await select(tx, [customerId]);
  if (row === undefined) return undefined;
  const { dpi, dateOfBirth, key, documentType, documentId, asked } = row;
  const registration =
    key === null || documentType === null || documentId === null
      ? null
      : toRegistration({ key, documentType, documentId, asked });
  return { registration, dpi, dateOfBirth };
}

const link = statement(
  'loyalty.link',
  `with linked as (
     insert into loyalty_members as m (customer_id, key, document_type, document_id, asked_at, registered_at)
     select c.id, $2, 'DPI', $3, $4, $4 from customers c where c.id = $1 and c.dpi = $3
     on conflict (customer_id) do update set document_type = 'DPI', document_id = $3, asked = null, registered_at = $4
       where m.registered_at is null
     returning customer_id)
   update customers c set has_loyalty = true from linked where c.id = linked.customer_id`,
);

/**
 * Records that the customer's DPI already belongs to a member. Ends a started registration, because nothing is left to
 * register.
 */
export const linkMember = async (
  tx: Tx,
  { customerId, key, dpi }: { customerId: string; key: string; dpi: string },
  now: Date,
): Promise<void> => {
  await link(tx, [customerId, key, dpi, now]);
};
