-- What is given back of orders that were paid, or owed no more of orders that were not (record 0058). A canceled order that nothing was given
-- back of before has none of its bank's charge: that is reversed whole (`payments`).
create type refund_state as enum (
  'due',                                       -- owed to its buyer
  'sent',                                      -- the acquirer was asked, its answer is not known yet
  'done');

create table refunds (
  id uuid primary key,                         -- the key it has at the acquirer, and at the program whose points it gives back
  order_id uuid not null references orders (id),
  cause text not null check (cause in ('cancellation', 'return', 'shipment', 'goodwill')),
  cause_key text not null,                     -- the same thing twice is one refund
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount >= 0),  -- centavos of money; what goes back as points and on gift cards is beside it
  -- `origin`: the card that paid, through the acquirer that took it. `till`: a store's till gives it out. `transfer`: to an account (CASH-10). `giftCard`: a new one, with it. `bill`: not paid yet, its payment asks
  -- for so much less.
  destination text not null check (destination in ('origin', 'till', 'transfer', 'giftCard', 'bill')),
  state refund_state not null,
  points_amount bigint not null default 0 check (points_amount >= 0),   -- centavos that go back as points
  gift_card_amount bigint not null default 0 check (gift_card_amount >= 0),   -- centavos that are back on the gift cards that paid
  points integer not null default 0 check (points >= 0),
  -- Whether the program had taken them by then: else they were blocked only, or it was being asked, and less is taken in the end.
  points_taken boolean not null default false,
  -- What of it is for no line.
  shipping bigint not null default 0 check (shipping >= 0),
  donation bigint not null default 0 check (donation >= 0),
  goodwill bigint not null default 0,          -- below zero: what was given for goodwill before is set off against it
  actor jsonb not null,                        -- who asked for it: {kind, id} as in domain/src/actors
  reason text check (length(reason) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  send_after timestamptz,                      -- from when the acquirer may be asked again; moved on as its lease
  refusal_code text,                           -- why its bank would not: a till gives it out then
  reference text,                              -- the acquirer's, or the till's receipt (MAX/R-12)
  done_by jsonb,                               -- who gave it out at a till
  done_at timestamptz,
  points_settle_after timestamptz,             -- from when the program is asked again; moved on as its lease
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
-- What is due, which of all there are is little: the desk's queue, and the tills' list.
create index refunds_state on refunds (state, created_at);
create index refunds_points on refunds (points_settle_after) where points_settle_after is not null;

-- Its units by the shipments they went with, and what they were worth: money and points together.
create table refund_lines (
  refund_id uuid not null references refunds (id),
  order_id uuid not null,
  n integer not null,                          -- the shipment (order_id, n)
  position integer not null,
  quantity integer not null check (quantity > 0),
  amount bigint not null check (amount >= 0),
  cash bigint not null default 0,              -- what of it is taken from what was collected with that shipment, while others are still to be paid
  primary key (refund_id, n, position),
  foreign key (order_id, n) references shipments (order_id, n),
  foreign key (order_id, position) references order_lines (order_id, position),
  constraint refund_lines_cash check (cash between 0 and amount)
);
create index refund_lines_shipment on refund_lines (order_id, n);
create index refund_lines_line on refund_lines (order_id, position);

-- What a till has given out money on: once, however it is spelled, so that one that is typed again never ends what is owed since.
create table till_papers (
  till text references stores (store_code),    -- the order's store; null where it is not known
  receipt text not null check (receipt <> '' and length(receipt) <= 60),
  key text not null generated always as (receipt_key(receipt)) stored,
  order_id uuid not null references orders (id),
  amount bigint not null check (amount > 0),   -- centavos: all that was due then
  given_at timestamptz not null default clock_timestamp(),
  constraint till_papers_once unique nulls not distinct (till, key)
);
create index till_papers_order on till_papers (order_id);
