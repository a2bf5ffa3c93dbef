import { statement, type Tx } from '../platform/db/database.ts';

/** Rows of a table, as a customer is given them. */
interface PersonalTable {
  /** Which rows (`t`) are about customer `$1`. */
  where: string;
  /** Columns that open something, or are no words about anybody. */
  without?: readonly string[];
}

const own = 't.customer_id = $1';
const ofOrder = 't.order_id in (select id from orders where customer_id = $1)';

const ofOwnAddress = 't.email = (select email from customers where id = $1 and email_confirmed_at is not null)';

/** Where the shop holds something about a customer, and how their part of it is found. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  customers: { where: 't.id = $1', without: ['password_hash'] },
  addresses: { where: own },
  sessions: { where: own, without: ['id'] },
  passkeys: { where: own, without: ['credential_id', 'public_key', 'counter'] },
  account_links: { where: own, without: ['token_hash'] },
  loyalty_members: { where: own, without: ['key'] },
  saved_cards: { where: own, without: ['vault_token', 'card_key'] },
  // What was asked for with the address alone is its owner's.
  restock_notices: { where: `${own} or ${ofOwnAddress}`, without: ['id'] },
  wishlists: { where: own, without: ['share_token'] },
  wishlist_items: { where: 't.wishlist_id in (select id from wishlists where customer_id = $1)' },
  // An advisor's hash opens their session.
  carts: { where: own, without: ['advisor_hash'] },
  cart_lines: { where: 't.cart_id in (select id from carts where customer_id = $1)' },
  // What the desk has noted of them for itself is the shop's.
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
  // Why and by whom it was decided are words of the shop, unless the buyer is mailed them.
  payments: { where: ofOrder, without: ['gateway_id', 'authorization_code', 'card_key', 'reason', 'decided_by'] },
  shipments: { where: ofOrder, without: ['decided_by', 'pick_id', 'proof_key', 'code_tries', 'reason'] },
  shipment_lines: { where: ofOrder },
  // Who of the shop did it is theirs.
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
  // Anybody may type anybody's address: only its owner's are theirs.
  complaints: { where: ofOwnAddress, without: ['request_key'] },
  complaint_answers: { where: `t.complaint in (select number from complaints t where ${ofOwnAddress})` },
  // That they were sent, and about what: anybody registers anybody's address, and what they say opens orders and accounts.
  mails: {
    where: 't.recipient = (select email from customers where id = $1 and email_confirmed_at is not null)',
    without: ['html', 'text', 'dedupe_key', 'last_error', 'unsubscribe_url'],
  },
};

const rowsOf = ([table, { where, without = [] }]: [string, PersonalTable]): string => {
  const secret = `array[${without.map((column) => `'${column}'`).join(', ')}]::text[]`;
  return `'${table}', (select coalesce(jsonb_agg(to_jsonb(t) - ${secret}), '[]') from ${table} t where ${where})`;
};

const select = statement<{ data: Record<string, Record<string, unknown>[]> }, [customer: string]>(
  'accounts.personal-data',
  `select jsonb_build_object(${Object.entries(personalTables).map(rowsOf).join(', ')}) as data`,
);

/** Everything, by table; secrets are left out, those of the customer's own too. */
export async function readPersonalData(tx: Tx, customerId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const [row] = await select(tx, [customerId]);
  return row?.data ?? {};
}
