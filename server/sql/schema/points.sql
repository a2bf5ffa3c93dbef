-- Certificates of points programs (PTS, DEC-112 to DEC-114). They are offered, put into the slot of a cart, and taken with its
-- order.
create type points_status as enum (
  'issued',        -- offered to a cart, which may apply it for 30 minutes
  'holding',       -- the program is being asked to block the points
  'held',          -- blocked, and in the slot of its cart
  'claimed',       -- blocked for an order
  'capturing',     -- its order is paid: the program is being asked to take the points
  'captured',
  -- The program released the points before it took them. Nobody takes them any longer, and the shop pays their worth. An operator
  -- decides this (`ceiba points write-off`).
  'written_off',
  'giving_back',   -- the program is being asked to release the points, or to return what it took
  'given_back'
);

create table points_certificates (
  code uuid primary key,                        -- v4; the key of its hold at the program: one certificate, one hold
  offer_id uuid not null,                       -- shared by the certificates of one answer
  cart_id uuid not null,                        -- no foreign key: points are given back even if the cart is gone
  order_id uuid references orders (id),
  program text not null,
  account text not null,                        -- the program's own name of the account; nothing about its owner is stored
  amount bigint not null check (amount > 0),    -- centavos
  points integer not null check (points > 0),
  status points_status not null default 'issued',
  issued_at timestamptz not null,
  applied_at timestamptz,
  settle_after timestamptz,                     -- when the program may be asked again; each try moves it on, as its lease
  unsettled_since timestamptz,
  constraint points_order check ((order_id is not null) >= (status in ('claimed', 'capturing', 'captured'))),
  constraint points_settle_while_open check ((settle_after is not null) = (status in ('holding', 'capturing', 'giving_back')))
);
create index points_certificates_unsettled on points_certificates (settle_after)
  where status in ('holding', 'capturing', 'giving_back');
create index points_certificates_offered on points_certificates (issued_at) where status = 'issued';
create index points_certificates_held on points_certificates (applied_at) where status = 'held';
create index points_certificates_given_back on points_certificates (issued_at) where status = 'given_back' and order_id is null;
create unique index points_certificates_order on points_certificates (order_id) where order_id is not null;
-- The guard checks the applied certificates that the programs should know (record 0019). It needs two days of them, but the table
-- may contain years.
create index points_certificates_applied on points_certificates (applied_at) where status in ('held', 'claimed', 'captured');

-- Requests whose data matched no account of a points program (DEC-165). They are counted, because DPIs, birth dates and cards can
-- be found by trying, also from many addresses.
create table points_guesses (
  subject text not null,            -- HMAC of a DPI, of a card number or of the client that asked; it reveals none of them
  failed_at timestamptz not null
);
create index points_guesses_subject on points_guesses (subject, failed_at);
create index points_guesses_age on points_guesses (failed_at);

insert into shop_secrets values ('points-guesses', gen_random_uuid()::text || gen_random_uuid()::text);
