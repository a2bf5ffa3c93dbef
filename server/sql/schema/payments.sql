-- DEC-105: which banks' cards may pay in installments, by the first six digits.
create table card_bins (
  bin text primary key check (bin ~ '^[0-9]{6}$'),
  bank_name text not null,
  brand text not null check (brand in ('visa', 'mastercard', 'amex')),
  plans integer[] not null default '{}'        -- what the contract lets an order ask for; one payment is no plan
    check (2 <= all (plans) and 120 >= all (plans)),
  -- Its promotion is read from here whenever a cart is priced (DEC-79).
  has_discount boolean not null default false
);

-- The local banks' cards of DEC-105 (also in domain/src/testing/card-bins.ts; a test compares them). An operator changes
-- these rows; any bin that is not here is not local.
insert into card_bins (bin, bank_name, brand, plans, has_discount) values
  ('411111', 'Banco Industrial', 'visa', '{6,10,12,24,36,48}', false),
  ('424242', 'BAM-MAX', 'visa', '{6,10,12,24,36,48}', true),
  ('401288', 'G&T Continental', 'visa', '{6,10,12,24}', false),
  ('400000', 'G&T Continental', 'visa', '{6,10,12}', false),
  ('555555', 'Banrural', 'mastercard', '{6,10,12,24,36}', false),
  ('222300', 'Banco Promerica', 'mastercard', '{6,10,12}', false),
  ('510510', 'BAC Credomatic', 'mastercard', '{}', false),
  ('378282', '', 'amex', '{}', false),
  ('371449', '', 'amex', '{}', false);

create type payment_status as enum (
  'pending', 'approved', 'refused',
  'reversing',                                 -- approved by the bank although its order came to nothing: asked to be reversed until it is
  'reversed');

create table payments (
  id uuid primary key,                         -- the key we send to the gateway
  order_id uuid not null references orders (id),
  kind text not null,                          -- Card, CardInstallments, Cash, StorePayment, GiftCard (nothing is left to pay), a points pay type
  plan integer not null default 0,
  amount bigint not null check (amount >= 0),
  status payment_status not null,
  refusal_code text,
  gateway_id text,
  authorization_code text,
  card_brand text,
  card_masked text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- From when the reversal of an approved charge without an order may be tried again; moved on as its lease.
  reverse_after timestamptz,
  card_bin text,                               -- first six digits, to count declined charges
  reversing_since timestamptz,                 -- since when the bank is asked to reverse it, which may be much older
  -- Declined charges of one card count together, from wherever they are tried (DEC-219): a keyed hash of its number
  -- (payments/save-card.ts), for a day.
  card_key text,
  -- Whom the charge was asked of: the acquirer's name and the shop's account with it (payments/acquirers.ts). Null: no acquirer has to do with it.
  acquirer text,
  decided_by jsonb,                            -- who brought it to its status, or asked for it: {kind, id} as in domain/src/actors
  reason text,                                 -- why, where somebody has to know
  constraint payments_reverse_while_due check ((reverse_after is not null) = (status = 'reversing'))
);
create index payments_order on payments (order_id);
create index payments_pending on payments (created_at) where status = 'pending';
create index payments_reversing on payments (reverse_after) where status = 'reversing';
create index payments_card on payments (card_key, created_at) where card_key is not null;
create index payments_declined on payments (decided_at)
  where status = 'refused' and kind in ('Card', 'CardInstallments') and refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR');

create type money_movement_kind as enum (
  'capture', 'reversal',                       -- a bank has taken, has given back whole
  'refund_due', 'refund',                      -- owed to a buyer; given back by the bank
  'till_payment', 'till_refund', 'cash_collected', 'chargeback',
  'points_taken', 'points_given', 'gift_card_taken', 'gift_card_given');

-- Every centavo that came or went, written in the transaction of the state it explains and never changed: what is paid, refunded and
-- due of an order are sums of these rows. It names nobody who buys, so that no retention touches it.
create table money_movements (
  id bigint generated always as identity primary key,
  order_id uuid,                               -- no foreign key: orders are never deleted, and it would be asked of each
  kind money_movement_kind not null,
  amount bigint not null check (amount > 0),   -- centavos
  at timestamptz not null default clock_timestamp(),
  acquirer text,
  -- The acquirer's, a till's receipt where it had one by then (MAX/R-12), or the shipment it is about (100000001-1).
  reference text,
  actor jsonb not null check (actor ->> 'kind' in ('customer', 'staff', 'token', 'command', 'job')),
  reason text check (length(reason) <= 300),
  -- A charge that a bank has of no order of ours, as after a restored backup, found and given back by name: its key is the reference.
  constraint money_movements_of_order check (order_id is not null or kind in ('capture', 'reversal') and acquirer is not null and reference is not null)
);
create unique index money_movements_stray on money_movements (reference, kind) where order_id is null;
create index money_movements_order on money_movements (order_id);
create trigger money_movements_append_only before update or delete on money_movements
  for each row execute function refuse_change();
create trigger money_movements_kept before truncate on money_movements execute function refuse_change();

insert into shop_secrets values ('card-numbers', gen_random_uuid()::text || gen_random_uuid()::text);

-- Cards that customers have saved (PROF-22): the acquirer's token, and what tells one card from another. Nothing here charges
-- without it, and the number and CVV are nowhere (DEC-10).
create table saved_cards (
  id uuid primary key,                          -- what the customer's calls name it by; the acquirer's token stays here
  customer_id uuid references customers (id) on delete set null,
  vault_token text not null,
  masked text not null check (masked ~ '^\d{6}\*+\d{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null,
  saved_at timestamptz not null,
  removed_at timestamptz,                       -- from then on it charges nothing; the row goes when the acquirer has removed it, too
  remove_after timestamptz,                     -- from when the acquirer is asked again; moved on as its lease
  card_key text,                                -- as of payments: the shop does not know its number any more
  acquirer text not null,                       -- whose vault keeps it, as of payments: another one knows nothing of its token
  constraint saved_cards_of_customer check (customer_id is not null or removed_at is not null),
  constraint saved_cards_removal check ((removed_at is null) = (remove_after is null))
);
-- DEC-108.
create unique index saved_cards_once on saved_cards (customer_id, masked, expiry_month, expiry_year, acquirer) where removed_at is null;
create index saved_cards_removed on saved_cards (remove_after) where removed_at is not null;
