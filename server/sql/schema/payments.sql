-- Cards that may pay in installments, by their first six digits, and their banks (DEC-105).
create table card_bins (
  bin text primary key check (bin ~ '^[0-9]{6}$'),
  bank_name text not null,
  brand text not null check (brand in ('visa', 'mastercard', 'amex')),
  plans integer[] not null default '{}'        -- the installments that the contract accepts; a single payment is no plan
    check (2 <= all (plans) and 120 >= all (plans)),
  -- The bank's promotion, which is read whenever a cart is priced (DEC-79).
  has_discount boolean not null default false
);

-- Cards of local banks (DEC-105). Operators change these rows. A test compares them with domain/src/testing/card-bins.ts. A bin
-- without a row is not local.
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
  'reversing',                                 -- approved by the bank, but the order was voided: the reversal is requested until it is done
  'reversed');

create table payments (
  id uuid primary key,                         -- the key that the gateway gets
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
  -- Earliest time of the next try to reverse an approved charge without an order. Each try moves this time forward, so no other
  -- node tries at the same time.
  reverse_after timestamptz,
  card_bin text,                               -- first six digits, to count declined charges
  reversing_since timestamptz,                 -- since when the bank is asked to reverse it; the charge may be much older
  -- A keyed hash of the card's number (payments/save-card.ts), stored for a day. Declined charges of one card count together, in
  -- all carts and for all clients (DEC-219).
  card_key text,
  -- The acquirer that was asked for the charge, and the shop's account with it (payments/acquirers.ts). Null if no acquirer is
  -- involved.
  acquirer text,
  decided_by jsonb,                            -- who set its status, or asked for it: {kind, id} as in domain/src/actors
  reason text,                                 -- the reason, if one was given
  constraint payments_reverse_while_due check ((reverse_after is not null) = (status = 'reversing'))
);
create index payments_order on payments (order_id);
create index payments_pending on payments (created_at) where status = 'pending';
create index payments_reversing on payments (reverse_after) where status = 'reversing';
create index payments_card on payments (card_key, created_at) where card_key is not null;
create index payments_declined on payments (decided_at)
  where status = 'refused' and kind in ('Card', 'CardInstallments') and refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR');

create type money_movement_kind as enum (
  'capture', 'reversal',                       -- a bank took it; a bank gave all of it back
  'refund_due', 'refund',                      -- owed to a buyer; given back by the bank
  'till_payment', 'till_refund', 'cash_collected', 'chargeback',
  'points_taken', 'points_given', 'gift_card_taken', 'gift_card_given');

-- Every centavo that came in or went out. A row is written in the transaction of the state that it explains, and is never
-- changed. The paid, refunded and due amounts of an order are sums of these rows. The rows name no buyer, so no retention rule
-- deletes them.
create table money_movements (
  id bigint generated always as identity primary key,
  order_id uuid,                               -- no foreign key: orders are never deleted, and every insert would check it
  kind money_movement_kind not null,
  amount bigint not null check (amount > 0),   -- centavos
  at timestamptz not null default clock_timestamp(),
  acquirer text,
  -- The acquirer's reference, the till's receipt if it existed at that time (MAX/R-12), or the number of the shipment
  -- (100000001-1).
  reference text,
  actor jsonb not null check (actor ->> 'kind' in ('customer', 'staff', 'token', 'command', 'job')),
  reason text check (length(reason) <= 300),
  -- A charge at a bank that has no order in the shop, for example after a restore. A person finds the charge and refunds it by
  -- its key, which is the reference.
  constraint money_movements_of_order check (order_id is not null or kind in ('capture', 'reversal') and acquirer is not null and reference is not null)
);
create unique index money_movements_stray on money_movements (reference, kind) where order_id is null;
create index money_movements_order on money_movements (order_id);
create trigger money_movements_append_only before update or delete on money_movements
  for each row execute function refuse_change();
create trigger money_movements_kept before truncate on money_movements execute function refuse_change();

insert into shop_secrets values ('card-numbers', gen_random_uuid()::text || gen_random_uuid()::text);

-- Cards that customers have saved (PROF-22): the acquirer's token, and the data by which a customer recognizes the card. Only the
-- token can charge the card. The number and the CVV are not stored anywhere (DEC-10).
create table saved_cards (
  id uuid primary key,                          -- its ID in the customer's calls; the acquirer's token stays here
  customer_id uuid references customers (id) on delete set null,
  vault_token text not null,
  masked text not null check (masked ~ '^\d{6}\*+\d{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null,
  saved_at timestamptz not null,
  removed_at timestamptz,                       -- from then on it charges nothing; the row is deleted once the acquirer has removed it, too
  remove_after timestamptz,                     -- when the acquirer may be asked again; each try moves it on, as its lease
  card_key text,                                -- as in payments; the shop no longer knows the card's number
  acquirer text not null,                       -- the acquirer whose vault has the token, as in payments; no other acquirer knows it
  constraint saved_cards_of_customer check (customer_id is not null or removed_at is not null),
  constraint saved_cards_removal check ((removed_at is null) = (remove_after is null))
);
-- A customer can save a card only once (DEC-108).
create unique index saved_cards_once on saved_cards (customer_id, masked, expiry_month, expiry_year, acquirer) where removed_at is null;
create index saved_cards_removed on saved_cards (remove_after) where removed_at is not null;
