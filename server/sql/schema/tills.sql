-- Tills of the stores, and their cash (CASH-01). A till contains the float of its session plus the sum of the session's
-- movements.
create sequence till_numbers as integer;
create table tills (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique default nextval('till_numbers'),   -- the first part of its receipts' numbers: R-02-000017
  store_code text not null references stores (store_code) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- "Caja general" of the store. Payments by commands, and at pickups, are booked there if they name no other till. If it has no
  -- open session, `general_till_session` opens one.
  is_general boolean not null default false,
  receipts integer not null default 0,         -- how many receipts it has issued
  version integer not null default 1,          -- counts its openings and closings
  unique (store_code, name)
);
alter sequence till_numbers owned by tills.number;
create unique index tills_general on tills (store_code) where is_general;

create table till_sessions (
  id uuid primary key default gen_random_uuid(),
  till_id uuid not null references tills (id) on delete cascade,
  float bigint not null check (float >= 0),    -- centavos, counted
  opened_at timestamptz not null default clock_timestamp(),
  opened_by jsonb not null,                    -- {kind, id} as in domain/src/actors
  closed_at timestamptz,
  closed_by jsonb,
  counted bigint check (counted >= 0),
  -- The counted amount minus the expected one. Negative: money is missing.
  difference bigint,
  counted_cards bigint check (counted_cards >= 0),   -- the sum of the card terminal's vouchers
  cards_difference bigint,
  reason text check (reason <> '' and length(reason) <= 300),
  constraint till_sessions_closed check (num_nulls(closed_at, closed_by, counted, difference, counted_cards, cards_difference) in (0, 6))
);
-- A till has at most one open session.
create unique index till_sessions_open on till_sessions (till_id) where closed_at is null;
create index till_sessions_till on till_sessions (till_id, opened_at);

create type till_movement_kind as enum (
  'payment', 'unpaid',                         -- payment of an order that is paid at the store; the same, taken back
  'collected',                                 -- cash of an order that the buyer collects (CASH-03)
  'refund',                                    -- paid out (CASH-10)
  'in', 'out', 'deposit');                     -- change brought, withdrawal, bag for the bank (CASH-04)

create table till_movements (
  id bigint generated always as identity primary key,
  session_id uuid not null references till_sessions (id),
  kind till_movement_kind not null,
  means text not null default 'cash' check (means in ('cash', 'card')),   -- `card`: a voucher of the card terminal, no cash
  amount bigint not null check (amount <> 0),  -- centavos; negative: it left the till
  order_id uuid,
  money_id bigint,                             -- the order's movement in money_movements
  reference text,
  received bigint check (received >= amount),  -- the cash that the buyer handed over; the rest was change
  actor jsonb not null,
  reason text check (length(reason) <= 300),
  at timestamptz not null default clock_timestamp(),
  constraint till_movements_of_order check ((money_id is not null) = (kind in ('payment', 'unpaid', 'collected', 'refund'))),
  constraint till_movements_sign check ((amount > 0) = (kind in ('payment', 'collected', 'in')))
);
create index till_movements_session on till_movements (session_id, id);
create unique index till_movements_money on till_movements (money_id) where money_id is not null;
create index till_movements_order on till_movements (order_id) where order_id is not null;
create trigger till_movements_append_only before update or delete on till_movements
  for each row execute function refuse_change();

-- Bank accounts that get refunds which are due in cash (CASH-10). The account and its owner are sealed (`sealed_secrets`, at
-- `transfer:{id}`), and deleted a month after the transfer. The bank and the last digits of the account stay.
create table refund_transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  bank text not null check (length(bank) between 1 and 60),
  account_mask text not null check (length(account_mask) <= 10),
  asked_at timestamptz not null,
  paid_at timestamptz,
  reference text,
  forgotten_at timestamptz,
  constraint refund_transfers_paid check ((paid_at is null) = (reference is null)),
  constraint refund_transfers_forgotten check (forgotten_at is null or paid_at is not null)
);
create unique index refund_transfers_open on refund_transfers (order_id) where paid_at is null;
create index refund_transfers_known on refund_transfers (paid_at) where paid_at is not null and forgotten_at is null;
