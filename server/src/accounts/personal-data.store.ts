import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

/** Rows of a table in the form for the customer. */
interface PersonalTable {
  /** The SQL condition for rows (`t`) about customer `$1`. */
  where: string;
  /** Columns that give access to something, or that are not about a person. */
  without?: readonly string[];
}

const own = 't.customer_id = $1';
const ofOrder = 't.order_id in (select id from orders where customer_id = $1)';

const ofOwnCart = 't.cart_id in (select id from carts where customer_id = $1)';
const ofOwnAddress = 't.email = (select email from customers where id = $1 and email_confirmed_at is not null)';

/** The tables with data about a customer, and how the customer's rows are found. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  customers: { where: 't.id = $1', without: ['password_hash'] },
  addresses: { where: own },
  sessions: { where: own, without: ['id'] },
  passkeys: { where: own, without: ['credential_id', 'public_key', 'counter'] },
  account_links: { where: own, without: ['token_hash'] },
  loyalty_members: { where: own, without: ['key'] },
  saved_cards: { where: own, without: ['vault_token', 'card_key'] },
  // Alerts requested with only an address belong to the owner of the address.
  restock_notices: { where: `${own} or ${ofOwnAddress}`, without: ['id'] },
  wishlists: { where: own, without: ['share_token'] },
  wishlist_items: { where: 't.wishlist_id in (select id from wishlists where customer_id = $1)' },
  // An advisor's hash opens the advisor's session.
  carts: { where: own, without: ['advisor_hash'] },
  cart_lines: { where: ofOwnCart },
  // A code gives access to its page.
  cart_codes: { where: ofOwnCart, without: ['code', 'contents'] },
  cart_code_lines: { where: `t.code in (select code from cart_codes t where ${ofOwnCart})`, without: ['code'] },
  // Notes that the desk wrote for internal use belong to the shop.
  orders: {
    where: own,
    without: [
      'client_key',
      'network_key',
      'idempotency_key',
      'tags',
      'assignee_id',
      'held_at',
      'hold_reasons',
      'version',
    ],
  },
  order_lines: { where: ofOrder },
  // The reason and the author of a decision belong to the shop, unless a mail names them to the buyer.
  payments: { where: ofOrder, without: ['gateway_id', 'authorization_code', 'card_key', 'reason', 'decided_by'] },
  shipments: { where: ofOrder, without: ['decided_by', 'pick_id', 'proof_key', 'code_tries', 'reason'] },
  shipment_lines: { where: ofOrder },
  // The employee who made the refund is not the customer's data.
  refunds: { where: ofOrder, without: ['actor', 'done_by', 'reference', 'reason'] },
  refund_lines: { where: ofOrder },
  returns: { where: ofOrder, without: ['request_key', 'answered_by', 'asked_by', 'sent_back_by', 'version'] },
  return_pictures: {
    where: 't.return_id in (select r.id from returns r join orders o on o.id = r.order_id where o.customer_id = $1)',
  },
  return_outcomes: {
    where: 't.return_id in (select r.id from returns r join orders o on o.id = r.order_id where o.customer_id = $1)',
    without: ['id', 'actor', 'reason'],
  },
  coupon_uses: { where: ofOrder },
  points_certificates: { where: ofOrder, without: ['account'] },
  points_entries: { where: ofOrder, without: ['key', 'settle_after'] },
  points_takebacks: { where: ofOrder, without: ['key', 'settle_after'] },
  // Anybody may type a stranger's address. So only complaints of a confirmed address belong to its owner.
  complaints: { where: ofOwnAddress, without: ['request_key'] },
  complaint_answers: { where: `t.complaint in (select number from complaints t where ${ofOwnAddress})` },
  // Only the times and subjects of mails: anybody may register a stranger's address, and the texts open orders and accounts.
  mails: {
    where: 't.recipient = (select email from customers where id = $1 and email_confirmed_at is not null)',
    without: ['html', 'text', 'dedupe_key', 'last_error', 'unsubscribe_url'],
  },
};

const rowsOf = ([table, { where, without = [] }]: [string, PersonalTable]): string => {
  const secret = `array[${without.map((column) => `'${column}'`).join(', ')}]::text[]`;
  return `'${table}', (select coalesce(jsonb_agg(to_jsonb(t) - ${secret}), '[]') from ${table} t where ${where})`;
};

const select = statement(
  'accounts.personal-data',
  `select jsonb_build_object(${Object.entries(personalTables).map(rowsOf).join(', ')}) as data`,
  { data: column<Record<string, Record<string, unknown>[]>>() },
);

/** Reads all personal data, by table. Leaves out secrets, even the customer's own. */
export async function readPersonalData(tx: Tx, customerId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const [row] = await select(tx, [customerId]);
  return row?.data ?? {};
}
