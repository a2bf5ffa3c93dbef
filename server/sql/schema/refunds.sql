-- Refunds: amounts that paid orders return, and amounts that unpaid orders no longer owe (record 0058). The card charge of a
-- canceled order without earlier refunds is not a refund: the whole charge is reversed (`payments`).
create type refund_state as enum (
  'due',                                       -- owed to the buyer
  'sent',                                      -- the acquirer was asked, and its answer is not known yet
  'done');

create table refunds (
  id uuid primary key,                         -- its key at the acquirer, and at the program whose points it gives back
  order_id uuid not null references orders (id),
  cause text not null check (cause in ('cancellation', 'return', 'shipment', 'goodwill')),
  cause_key text not null,                     -- the same cause twice is one refund
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount >= 0),  -- centavos of money; points and gift cards have their own columns
  -- `origin`: the card that paid, through the acquirer that took it. `till`: a store's till pays the refund out. `transfer`: to a
  -- bank account (CASH-10). `giftCard`: a new gift card. `bill`: the order is not paid yet, and its payment is reduced by the
  -- amount.
  destination text not null check (destination in ('origin', 'till', 'transfer', 'giftCard', 'bill')),
  state refund_state not null,
  points_amount bigint not null default 0 check (points_amount >= 0),   -- centavos that are given back as points
  gift_card_amount bigint not null default 0 check (gift_card_amount >= 0),   -- centavos that are given back on the gift cards that paid
  points integer not null default 0 check (points >= 0),
  -- True if the program had already taken the points. Otherwise the points were blocked, or the program was being asked to take
  -- them, and finally takes fewer points.
  points_taken boolean not null default false,
  -- The parts of the refund that belong to no line.
  shipping bigint not null default 0 check (shipping >= 0),
  donation bigint not null default 0 check (donation >= 0),
  goodwill bigint not null default 0,          -- negative: earlier goodwill is set off against it
  actor jsonb not null,                        -- who asked for it: {kind, id} as in domain/src/actors
  reason text check (length(reason) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  send_after timestamptz,                      -- when the acquirer may be asked again; each try moves it on, as its lease
  refusal_code text,                           -- why the bank refused it: then a till pays it out
  reference text,                              -- the acquirer's reference, or the till's receipt (MAX/R-12)
  done_by jsonb,                               -- who paid it out at a till
  done_at timestamptz,
  points_settle_after timestamptz,             -- when the program may be asked again; each try moves it on, as its lease
  points_given_at timestamptz,
  constraint refunds_once unique (order_id, cause_key),
  constraint refunds_send_while_due check ((send_after is not null) = (destination = 'origin' and state <> 'done')),
  constraint refunds_done check ((done_at is not null) = (state = 'done')),
  constraint refunds_bill_done check (state = 'done' or amount > 0 and destination <> 'bill'),
  constraint refunds_points_wait check (points_settle_after is null or points_given_at is null)
);
create index refunds_sending on refunds (send_after) where send_after is not null;
-- The desk's list: newest first.
create index refunds_created on refunds (created_at, id);
-- Due refunds, which are few: for the desk's queue, and for the tills' list.
create index refunds_state on refunds (state, created_at);
create index refunds_points on refunds (points_settle_after) where points_settle_after is not null;

-- The refunded units by the shipments that delivered them, and their worth: money and points together.
create table refund_lines (
  refund_id uuid not null references refunds (id),
  order_id uuid not null,
  n integer not null,                          -- the shipment (order_id, n)
  position integer not null,
  quantity integer not null check (quantity > 0),
  amount bigint not null check (amount >= 0),
  -- The part of `amount` that is taken from the cash collected with that shipment, while other shipments are not paid yet
  cash bigint not null default 0,
  primary key (refund_id, n, position),
  foreign key (order_id, n) references shipments (order_id, n),
  foreign key (order_id, position) references order_lines (order_id, position),
  constraint refund_lines_cash check (cash between 0 and amount)
);
create index refund_lines_shipment on refund_lines (order_id, n);
create index refund_lines_line on refund_lines (order_id, position);

-- Receipts on which a till has paid out money. Each receipt counts once, in any spelling. So a receipt that is typed again does
-- not end refunds that became due later.
create table till_papers (
  till text references stores (store_code),    -- the order's store; null: unknown
  receipt text not null check (receipt <> '' and length(receipt) <= 60),
  key text not null generated always as (receipt_key(receipt)) stored,
  order_id uuid not null references orders (id),
  amount bigint not null check (amount > 0),   -- centavos: all that was due then
  given_at timestamptz not null default clock_timestamp(),
  constraint till_papers_once unique nulls not distinct (till, key)
);
create index till_papers_order on till_papers (order_id);
