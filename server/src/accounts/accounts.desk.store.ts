import { customerList } from '@ceiba/contract/desk/lists/customers';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { nitPartIn, searchTerms } from '@ceiba/domain/orders/order-terms';
import { brokenRuleOf, type Database, type Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import type { ListSource } from '../platform/lists/list-source.ts';

/** Customers as the desk lists them. They belong to no store, so staff limited to some stores see no customers. */
export const customerSource: ListSource<typeof customerList> = {
  list: customerList,
  from: 'from customers c',
  key: { sql: 'c.id', type: 'uuid' },
  columns: {
    name: `concat_ws(' ', c.first_name, c.last_name)`,
    email: 'c.email',
    phone: `coalesce(c.phone, '')`,
    createdAt: 'c.created_at',
    isConfirmed: 'c.email_confirmed_at is not null',
    isEmployee: 'is_employee(c.id)',
    orders:
      '(select count(*) from (select from orders o where o.customer_id = c.id and o.number is not null limit 1000) o)',
  },
  filters: { confirmed: 'c.email_confirmed_at is not null', loyalty: 'c.has_loyalty', created: 'c.created_at' },
  search: (words) => {
    const terms = searchTerms(words);
    return (p) =>
      terms === undefined
        ? 'true'
        : `(customer_terms(c.first_name, c.last_name, c.email, c.phone, c.nit) @@ ${p(terms)}::tsquery
            or c.nit like '%' || ${p(nitPartIn(words))}::text || '%')`;
  },
};

/** A customer as the desk sees it. Amounts are centavos. Moments of inner rows are texts, as in JSON. */
export type DeskCustomerRow = RowOf<typeof select>;

const rowsOf = (text: string, order: string): string =>
  `(select coalesce(json_agg(row_to_json(r) order by ${order}), '[]') from (${text}) r)`;

// Each change of the row changes the row's version.
const version = `(c.xmin::text::bigint % 2147483647 + 1)::int`;

const select = statement(
  'accounts.desk-customer',
  `select c.id, ${version} as version, c.email, c.first_name, c.last_name, c.created_at, c.email_confirmed_at is not null as is_confirmed,
     is_employee(c.id) as is_employee, exists (select from employee_emails e where e.email = c.email) as is_on_staff_list, c.phone, c.dpi, c.date_of_birth, c.gender, c.nit, c.billing_name, c.billing_address, c.has_loyalty,
     (select count(*)::int from sign_in_failures f where f.email_hash = sha256(convert_to(c.email, 'UTF8'))) as failed,
     (select count(*)::int from (select from orders o where o.customer_id = c.id and o.number is not null limit 1000) o) as orders,
     (select count(*)::int from wishlists w join wishlist_items i on i.wishlist_id = w.id where w.customer_id = c.id) as wishes,
     (select count(*)::int from passkeys k where k.customer_id = c.id) as passkeys,
     ${rowsOf(
       `select a.id, a.alias, a.street, a.city, d.title as department, a.zone, a.phone, a.is_default, a.created_at
        from addresses a join departments d on d.region_id = a.region_id where a.customer_id = c.id`,
       'r.is_default desc, r.created_at',
     )} as addresses,
     ${rowsOf(
       'select masked, expiry_month, expiry_year, saved_at from saved_cards s where s.customer_id = c.id and s.removed_at is null',
       'r.saved_at',
     )} as cards,
     ${rowsOf(
       `select p.program, p.amount, p.points, p.status, o.number from points_certificates p join orders o on o.id = p.order_id
        where o.customer_id = c.id order by o.number desc limit 50`,
       'r.number desc',
     )} as points,
     ${rowsOf('select created_at, expires_at from sessions s where s.customer_id = c.id and s.expires_at > $2', 'r.created_at')} as sessions,
     ${rowsOf(
       `select number, placed_at, status, total from orders o where o.customer_id = c.id and o.number is not null order by number desc limit 100`,
       'r.number desc',
     )} as recent,
     ${rowsOf(
       `(select m.created_at as at, 'mail' as kind, m.subject as text, null as number from mails m where m.recipient = c.email
           order by m.created_at desc, m.id limit 100)
        union all (select r.requested_at, 'return', 'D-' || r.number, o.number::text from orders o join returns r on r.order_id = o.id
           where o.customer_id = c.id order by r.requested_at desc, r.id limit 100)
        union all (select n.created_at, 'note', n.text, o.number::text from orders o join order_notes n on n.order_id = o.id
           where o.customer_id = c.id and n.removed_at is null order by n.created_at desc, n.id limit 100)
        union all (select p.filed_at, 'complaint', p.number::text, null from complaints p where lower(p.email) = c.email
           order by p.filed_at desc, p.number limit 100)`,
       'r.at desc',
     )} as happened
   from customers c where c.id = $1`,
  {
    version: neverNull(),
    isEmployee: neverNull(),
    addresses:
      column<
        {
          id: string;
          created_at: string;
          alias: string;
          street: string[];
          city: string;
          department: string;
          zone: string;
          phone: string;
          is_default: boolean;
        }[]
      >(),
    cards: column<{ masked: string; expiry_month: number; expiry_year: number; saved_at: string }[]>(),
    points: column<{ program: string; amount: number; points: number; status: string; number: number | null }[]>(),
    sessions: column<{ created_at: string; expires_at: string }[]>(),
    recent: column<{ number: number; placed_at: string; status: OrderStatus; total: number }[]>(),
    happened:
      column<{ at: string; kind: 'return' | 'mail' | 'note' | 'complaint'; text: string; number: string | null }[]>(),
  },
);

export const findDeskCustomer = async (tx: Tx, id: string, now: Date): Promise<DeskCustomerRow | undefined> =>
  (await select(tx, [id, now]))[0];

const lock = statement(
  'accounts.desk-lock',
  `select c.email, ${version} as version, c.email_confirmed_at is not null as is_confirmed, c.dpi
   from customers c where c.id = $1 for no key update`,
  { version: neverNull() },
);

/** Locks the customer's row until the transaction ends. */
export const lockCustomer = async (tx: Tx, id: string) => (await lock(tx, [id]))[0];

const unlock = statement(
  'accounts.desk-unlock',
  `delete from sign_in_failures where email_hash = sha256(convert_to($1, 'UTF8'))`,
);
export const forgetFailures = async (tx: Tx, email: string): Promise<void> => {
  await unlock(tx, [email]);
};

const rename = statement(
  'accounts.desk-email',
  `update customers set email = $2, email_confirmed_at = null where id = $1 returning id`,
);

/** Writes another, unconfirmed address. Returns false and writes nothing if the address belongs to another account. */
export async function writeEmail(db: Pick<Database, 'transaction'>, id: string, email: string): Promise<boolean> {
  try {
    return (await db.transaction((tx) => rename(tx, [id, email]))).length > 0;
  } catch (error) {
    if (brokenRuleOf(error) === 'customers_email_key') return false;
    throw error;
  }
}
