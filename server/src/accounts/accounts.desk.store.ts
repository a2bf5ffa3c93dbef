import { customerList } from '@ceiba/contract/desk/accounts';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { nitPartIn, searchTerms } from '@ceiba/domain/orders/order-terms';
import { brokenRuleOf, type Database, statement, type Tx } from '../platform/db/database.ts';
import type { ListSource } from '../platform/lists/list-source.ts';

/** Customers as the desk lists them. They belong to no store: who is limited to some sees none. */
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

/** What the desk may know of a customer; amounts in centavos, moments of inner rows as JSON has them. */
export interface DeskCustomerRow {
  id: string;
  version: number;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
  is_confirmed: boolean;
  is_employee: boolean;
  phone: string | null;
  dpi: string | null;
  date_of_birth: string | null;
  gender: number | null;
  nit: string | null;
  billing_name: string | null;
  billing_address: string | null;
  has_loyalty: boolean;
  failed: number;
  orders: number;
  wishes: number;
  passkeys: number;
  addresses: {
    id: string;
    created_at: string;
    alias: string;
    street: string[];
    city: string;
    department: string;
    zone: string;
    phone: string;
    is_default: boolean;
  }[];
  cards: { masked: string; expiry_month: number; expiry_year: number; saved_at: string }[];
  points: { program: string; amount: number; points: number; status: string; number: number | null }[];
  sessions: { created_at: string; expires_at: string }[];
  recent: { number: number; placed_at: string; status: OrderStatus; total: number }[];
  happened: { at: string; kind: 'return' | 'mail' | 'note' | 'complaint'; text: string; number: string | null }[];
}

const rowsOf = (text: string, order: string): string =>
  `(select coalesce(json_agg(row_to_json(r) order by ${order}), '[]') from (${text}) r)`;

// Its version is that of its row: whoever changes it makes it another.
const version = `(c.xmin::text::bigint % 2147483647 + 1)::int`;

const select = statement<DeskCustomerRow, [id: string, now: Date]>(
  'accounts.desk-customer',
  `select c.id, ${version} as version, c.email, c.first_name, c.last_name, c.created_at, c.email_confirmed_at is not null as is_confirmed,
     is_employee(c.id) as is_employee, c.phone, c.dpi, c.date_of_birth, c.gender, c.nit, c.billing_name, c.billing_address, c.has_loyalty,
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
);

export const findDeskCustomer = async (tx: Tx, id: string, now: Date): Promise<DeskCustomerRow | undefined> =>
  (await select(tx, [id, now]))[0];

const lock = statement<{ email: string; version: number; is_confirmed: boolean; dpi: string | null }, [id: string]>(
  'accounts.desk-lock',
  `select c.email, ${version} as version, c.email_confirmed_at is not null as is_confirmed, c.dpi
   from customers c where c.id = $1 for no key update`,
);

/** Until the transaction ends nobody else changes it. */
export const lockCustomer = async (tx: Tx, id: string) => (await lock(tx, [id]))[0];

const unlock = statement<object, [email: string]>(
  'accounts.desk-unlock',
  `delete from sign_in_failures where email_hash = sha256(convert_to($1, 'UTF8'))`,
);
export const forgetFailures = async (tx: Tx, email: string): Promise<void> => {
  await unlock(tx, [email]);
};

const rename = statement<{ id: string }, [id: string, email: string]>(
  'accounts.desk-email',
  `update customers set email = $2, email_confirmed_at = null where id = $1 returning id`,
);

/** Writes another address, which nobody has confirmed; false, and nothing written, where another account has it. */
export async function writeEmail(db: Pick<Database, 'transaction'>, id: string, email: string): Promise<boolean> {
  try {
    return (await db.transaction((tx) => rename(tx, [id, email]))).length > 0;
  } catch (error) {
    if (brokenRuleOf(error) === 'customers_email_key') return false;
    throw error;
  }
}
