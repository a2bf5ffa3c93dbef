create type order_status as enum (
  'placing',
  'voiding',                                   -- its charge is being blocked or reversed at the bank; the order can no longer be confirmed
  'void', 'pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled');

create sequence order_numbers start 100000001 maxvalue 999999999;   -- DEC-136: nine digits

-- A phone as a key, independent of spelling and country code. Null if no phone was given (DEC-84: 00000000). The body is one
-- expression, so PostgreSQL inlines it into the statement or index that calls it. Otherwise each order that is written and each
-- budget that is counted would run a separate statement.
create function phone_key_of(phone text) returns text language sql immutable as $$
  select case when phone ~ '[1-9]' then right(regexp_replace(phone, '\D', '', 'g'), 8) end;
$$;

create table orders (
  id uuid primary key,
  number bigint unique,                        -- given when the order is confirmed, not before
  cart_id uuid references carts (id),
  status order_status not null,
  customer_id uuid,
  email text not null,
  contact jsonb not null,                      -- {firstName, lastName, phone}
  shipping_method text,
  shipping_address jsonb,
  billing_address jsonb not null,
  payment_type text not null,                  -- Card, CardInstallments, Cash, StorePayment; GiftCard or a points type if it pays alone
  payment_plan integer not null default 0,
  coupon_code text,
  subtotal bigint not null check (subtotal >= 0),
  warranties bigint not null default 0 check (warranties >= 0),
  donation bigint not null default 0 check (donation >= 0),
  shipping bigint not null default 0 check (shipping >= 0),
  -- The price of delivery to its address by the rules of that time (DEC-102). An order that is delivered paid exactly this price.
  delivery_rate bigint not null default 0 check (delivery_rate >= 0),
  discount bigint not null default 0 check (discount >= 0),
  total bigint not null check (total >= 0),
  gift_cards bigint not null default 0,        -- the part of the total that gift cards pay (DEC-199); its one payment pays the rest
  discounts jsonb not null default '[]',
  delivery_promise jsonb,
  idempotency_key text,                        -- header of the call that places it; the call's answer is stored under this key (DEC-172)
  settle_after timestamptz,                    -- while unfinished: when the reconciler may finish it; each try moves it on, as its lease
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  updated_at timestamptz not null default now(),
  -- True once its units are in products.sold_count. A job counts them in portions. So placing an order neither waits for the row of
  -- a popular product nor invalidates its pages.
  is_counted boolean not null default false,
  client_key text,                             -- hash of the client address that placed it; null: a command placed it
  -- Time at which a cash order stops waiting for the link in its mail (policy `cashConfirmation`). Null if it does not wait.
  confirmation_due timestamptz,
  is_paired boolean not null default false,    -- whether its products are counted in bought_together
  certificate_code text,
  -- Hash of the network, if the client is one of many in it. Null if the client is its own network. One line of IPv6 may have a
  -- whole /48, which is 65,536 clients with their own budgets. So the orders of a network are also counted together (DEC-196).
  network_key text,
  forgets_buyer boolean not null default false,   -- its account was closed: a job removes the buyer's data
  -- The e-mail is proven: a customer with this confirmed e-mail placed the order, or the link in its mail was followed (DEC-218).
  contact_confirmed boolean not null default false,
  -- The next columns are for the desk only. No answer to a customer contains them (WORK-23).
  version integer not null default 1,          -- counts the changes by people of the desk (OFF-21)
  held_at timestamptz,                         -- since when it is on hold: nothing is prepared until somebody releases it (WORK-24)
  hold_reasons text[] not null default '{}',   -- from domain/src/orders/hold.ts, or typed; they stay when the order is released
  tags text[] not null default '{}',
  assignee_id uuid references staff_members (id),
  -- When an idle cart is deleted, its void orders lose their cart and all personal data. The orders stay for the accounts.
  constraint orders_cart_unless_void check (cart_id is not null or status = 'void'),
  constraint orders_number_when_confirmed check ((number is null) = (status in ('placing', 'voiding', 'void'))),
  -- An unfinished placement has a time for the reconciler (record 0006). An order leaves `placing` before its charge is voided.
  constraint orders_settle_while_open check ((settle_after is not null) = (status in ('placing', 'voiding'))),
  -- An order that waits for its confirmation is not sent, because it may still be canceled.
  constraint orders_confirmed_before_shipping check (confirmation_due is null or status = 'processing'),
  constraint orders_paid_by_gift_cards check (gift_cards between 0 and total),
  constraint orders_one_slot check (num_nonnulls(coupon_code, certificate_code) <= 1)
);
-- Each index beside the statement or function that uses it.

-- A cart has at most one order that is not void.
create unique index orders_one_per_cart on orders (cart_id) where status <> 'void';
-- delete_idle_carts, and the foreign key itself: finds the orders of a cart that is deleted, void ones included.
create index orders_cart on orders (cart_id);
-- orders.of-customer: newest first, page by page. Sorted by number, which is given when an order is placed.
create index orders_customer_number on orders (customer_id, number) where customer_id is not null;
-- auth.confirm-email, auth.link-orders: finds a guest's orders once their e-mail is confirmed.
create index orders_email on orders (email);

-- spent_order_budget: the orders of a client and its network in the last hour, and their unpaid orders.
create index orders_client on orders (client_key, created_at) where client_key is not null;
create index orders_network on orders (network_key, created_at) where network_key is not null;
-- spent_order_budget: unpaid orders, by the e-mail and phone that they name.
create index orders_unpaid_email on orders (lower(email))
  where payment_type in ('Cash', 'StorePayment') and status in ('pending_payment', 'processing', 'shipped');
create index orders_unpaid_phone on orders (phone_key_of(contact ->> 'phone'))
  where payment_type in ('Cash', 'StorePayment') and status in ('pending_payment', 'processing', 'shipped');

-- Indexes for jobs: each is as long as the work that is left.
-- orders.lease-unsettled: placements whose process died.
create index orders_unsettled on orders (settle_after) where status in ('placing', 'voiding');
-- orders.unconfirmed-due
create index orders_unconfirmed on orders (confirmation_due) where confirmation_due is not null;
-- orders.unpaid, orders.unpaid-of-advisor
create index orders_unpaid on orders (placed_at) where status = 'pending_payment';
-- orders.count-sales. Without canceled orders: they are not counted, so the job would read them again each hour.
create index orders_sales_uncounted on orders (placed_at)
  where not is_counted and number is not null and status <> 'canceled';
-- orders.uncount-sales: counted orders that were canceled later.
create index orders_uncount on orders (id) where is_counted and status = 'canceled';
-- recommendations.count-pairs
create index orders_unpaired on orders (placed_at) where not is_paired and number is not null;
-- orders.forget-void: void orders that still have personal data, by age.
create index orders_void_named on orders (created_at) where status = 'void' and email <> '';
-- accounts.forget-buyers
create index orders_forgetting on orders (id) where forgets_buyer and email <> '';

-- A new placement waits for locks, and other transactions see it only after its commit. So its lease must start at the commit.
-- The lease is written as if it started with the transaction. Just before the commit, this trigger adds the duration of the
-- transaction.
create function start_settle_lease() returns trigger language plpgsql as $$
begin
  update orders set settle_after = new.settle_after + (clock_timestamp() - now()) where id = new.id and status = 'placing';
  return null;
end $$;
create constraint trigger orders_settle_lease after insert on orders deferrable initially deferred
  for each row when (new.status = 'placing') execute function start_settle_lease();

-- Signs the links that confirm an order.
insert into shop_secrets values ('order-confirmation', gen_random_uuid()::text || gen_random_uuid()::text);
-- Client addresses are stored only as a hash with this secret. That is enough to count orders (DEC-196), and does not reveal where a
-- shopper was.
insert into shop_secrets values ('client-address', gen_random_uuid()::text || gen_random_uuid()::text);

create table order_lines (
  order_id uuid not null references orders (id),
  position integer not null,
  product_id bigint not null references products (id),
  sku text not null,
  title text not null,
  brand text not null,
  picture_url text not null,
  seller_id integer not null references sellers (id),
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  regular_price bigint not null,
  warranty jsonb,                              -- {sku, label, amount in centavos}
  gift_card jsonb,
  free_gifts jsonb not null default '[]',
  event_url text,
  gift_cards_sent_at timestamptz,              -- null until its cards are sent; '-infinity': the shop does not send them
  offer_id text,                               -- as in its cart line; null: the store's own offer
  kind text not null default 'product' check (kind in ('product', 'service', 'giftCard')),
  -- Centavos of all units of the line, warranties included (domain/src/orders/line-amounts.ts). `gross`: the price. `discount`:
  -- the line's share of every discount except points. `net`: the amount charged. Points are a payment: `points_share` is the part
  -- of `net` that they pay.
  gross bigint not null generated always as ((unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity) stored,
  discount bigint not null default 0 check (discount >= 0),
  points_share bigint not null default 0 check (points_share >= 0),
  net bigint not null generated always as ((unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity - discount) stored,
  tax_rate integer not null default 1200 check (tax_rate >= 0),   -- basis points; 0: a gift card, which is taxed where it pays
  -- The IVA that `net` contains, rounded half up, as `containedTax` of domain/src/money does.
  iva bigint not null generated always as ((((unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity - discount) * tax_rate * 2
    + 10000 + tax_rate) / (2 * (10000 + tax_rate))) stored,
  -- `canceled`: units that were canceled before they were sent. `refunded`: units that were refunded or whose price is no longer
  -- due, including canceled units (`refund_lines`).
  canceled integer not null default 0,
  refunded integer not null default 0,
  constraint order_lines_units_left check (canceled between 0 and refunded and refunded <= quantity),
  constraint order_lines_shares check (discount + points_share <= (unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity),
  primary key (order_id, position)
);
create index order_lines_product on order_lines (product_id);
create index order_lines_event on order_lines using hash (event_url) where event_url is not null;
create index order_lines_gift_cards_waiting on order_lines ((gift_card ->> 'giftcardDeliveryDate'))
  where gift_card is not null and gift_cards_sent_at is null;

-- The place that each unit was taken from, and the shipment that it goes with. Shipping, returns and releases use these rows.
create table stock_claims (
  order_id uuid not null references orders (id),
  n integer not null,
  product_id bigint not null references products (id),
  store_code text not null references stores (store_code),
  quantity integer not null check (quantity > 0),
  released_at timestamptz,
  primary key (order_id, n, product_id, store_code)
);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  kind text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);
-- erase_person: data of an order before they were corrected.
create index order_events_corrected on order_events (order_id) where kind = 'corrected';

-- In the order of a shipment's life. domain/src/orders/shipment.ts lists the moves.
create type shipment_state as enum (
  'waiting',                                   -- for its payment, or for the link in its mail
  'ready', 'picking', 'packed', 'sent', 'at_store', 'undelivered', 'delivered', 'canceled');

-- A shipment is the part of an order that one seller sends together. Shipments exist from the time when the order gets its
-- number. They are the source of truth for movements: the status of the order, and what its buyer sees, follow from them. A
-- shipment's ID, the sub-order number (DEC-136), is the order's number and `n`. Events of orders are deleted after a time, but
-- shipments stay with the order. There is no foreign key to the order, because orders are never deleted, and every insert would
-- check the key.
create table shipments (
  order_id uuid not null,
  n integer not null check (n > 0),
  seller_id integer not null,
  store_code text,                             -- the store where the buyer collects it; null: it is delivered
  place text,                                  -- where it is prepared: its store, or the place of most of its claims; null: no goods
  promised_on date not null default 'infinity',               -- the day that was promised to the buyer; infinity: none
  state shipment_state not null,
  since timestamptz not null default clock_timestamp(),       -- when it entered its state (a trigger writes it)
  due_at timestamptz,                          -- until when it may stay in its state; null: a job has not set it yet (WORK-04)
  version integer not null default 1,          -- counts its changes
  pick_id bigint,                              -- the group in which it is prepared (`picks`)
  courier text check (length(courier) <= 60),
  tracking_number text check (length(tracking_number) <= 60),
  parcels integer not null default 1 check (parcels between 1 and 99),
  attempts integer not null default 0,         -- attempts to deliver it that failed
  is_back boolean not null default false,      -- a manager took it one step back, which is possible once (WORK-01)
  code_tries integer not null default 0,       -- wrong pickup codes that were typed (WORK-13)
  reminded_at timestamptz,                     -- when the buyer was reminded that it waits at its store
  receiver text check (length(receiver) <= 100),              -- the person who took it
  proof_key text,                              -- a photo of the handover, in the file store
  proof_at timestamptz,                        -- when the photo was made: another photo may replace it on that day only (WORK-12)
  cash_due bigint not null default 0 check (cash_due >= 0),   -- centavos to collect at the door; 0: it is paid in another way
  cash_collected bigint check (cash_collected >= 0),          -- the amount that the buyer really paid at the door
  brings_donation boolean not null default false,             -- the cash to collect includes the order's donation
  decided_by jsonb,                            -- who moved it to its state: {kind, id} as in domain/src/actors
  reason text check (length(reason) <= 300),   -- why it is undelivered or canceled, or why another amount was collected
  picked_at timestamptz,                       -- when its preparation started; null: not yet, or that step was skipped
  left_at timestamptz,                         -- when it was sent, or arrived at its store
  ended_at timestamptz,                        -- when it was delivered, undelivered or canceled
  received_at timestamptz,                     -- when its goods came back
  is_scrapped boolean,                         -- the goods that came back were written off
  sent_again_as integer,                       -- the number of the shipment that sent its units again (WORK-11); null: none did
  late_since timestamptz,                      -- since when it is late, as a job noticed (WORK-04); null: it is in time, or has ended
  primary key (order_id, n),
  constraint shipments_collected_at_door check (cash_collected is null or state = 'delivered'),
  constraint shipments_ended check ((ended_at is not null) = (state in ('delivered', 'undelivered', 'canceled'))),
  constraint shipments_received_back check (received_at is null or state = 'undelivered'),
  constraint shipments_fate check ((received_at is null) = (is_scrapped is null)),
  constraint shipments_sent_again check (sent_again_as is null or received_at is not null)
);
-- The desk's list, and shipments.take: the shipments of one state, by the promised day.
create index shipments_state on shipments (state, promised_on, order_id, n);
-- The same for several states, or for a state that most shipments have: by the promised day, and by the time in the state.
create index shipments_promised on shipments (promised_on);
create index shipments_since on shipments (since);
-- For filters that match few shipments: late shipments, and shipments of a place or courier that is no longer used.
create index shipments_late on shipments (promised_on) where late_since is not null;
create index shipments_place on shipments (place);
create index shipments_courier on shipments (courier) where courier is not null;
-- shipments.undated, shipments.mark-late: shipments that have not ended and are not late yet.
create index shipments_due on shipments (due_at) where late_since is null and received_at is null and state not in ('delivered', 'canceled');
-- The desk's list: finds a shipment by the tracking number on its label.
create index shipments_tracking on shipments (tracking_number) where tracking_number is not null;
-- shipments.of-pick
create index shipments_pick on shipments (pick_id) where pick_id is not null;

-- The units of each line that go with each shipment. They are written with the shipments, so the units of a line add up to its
-- ordered quantity (WORK-10).
create table shipment_lines (
  order_id uuid not null,
  n integer not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  canceled integer not null default 0,         -- units that were canceled before the shipment left
  picked integer not null default 0,           -- units that were scanned
  missing integer not null default 0,          -- units that nobody finds anywhere; they have no claims
  -- `first_unit` and `quantity` identify units of the line, counted from 0. So each unit has one worth, in any shipment.
  -- `refunded`: this number of units, from the first, were refunded or are no longer due.
  first_unit integer not null default 0 check (first_unit >= 0),
  refunded integer not null default 0,
  primary key (order_id, n, position),
  constraint shipment_lines_refunded check (refunded between 0 and quantity),
  constraint shipment_lines_units check (canceled >= 0 and picked >= 0 and missing >= 0 and canceled + picked + missing <= quantity)
);
create index shipment_lines_line on shipment_lines (order_id, position);

-- Notes about an order that people of the desk write for each other. No answer to a customer contains them (WORK-23).
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders (id),
  text text not null check (length(text) between 1 and 2000),
  staff_id uuid references staff_members (id),
  mentions uuid[] not null default '{}',       -- colleagues who got a mail about it
  created_at timestamptz not null,
  removed_at timestamptz                       -- when its author removed it
);
create index order_notes_order on order_notes (order_id);

-- Lists and searches of the desk read one narrow row for each order with a number (`write_order_row`, record 0071). The row is
-- written again whenever its data change. `terms` contains labeled words, such as `s:processing` and `w:ana`. One index on
-- `terms` answers every filter of words.
create table order_rows (
  number bigint primary key,
  order_id uuid not null,
  placed_at timestamptz not null,
  status order_status not null,
  total bigint not null,
  stores text[] not null,                      -- stores that hand it out or gave its stock; people who are limited to stores see it by these
  terms tsvector not null
);
-- orders.desk-bounds: the first number that was placed after a given time.
create index order_rows_placed on order_rows (placed_at);
create index order_rows_total on order_rows (total, number);
-- The list of entries that are not merged yet stays short, because each search reads all of it.
create index order_rows_terms on order_rows using gin (terms) with (gin_pending_list_limit = 256);

-- Links in mails that show an order to everybody who has the link, and allow nothing else. Only a hash is stored, so a copy of
-- this table opens no order.
create table order_links (
  token_hash bytea primary key,
  order_id uuid not null references orders (id),
  created_at timestamptz not null
);
create index order_links_order on order_links (order_id);

-- Orders whose first mail is not written yet. The mail confirms the order, or explains how to pay. A row here costs a placement
-- less than a job for each order, and one job writes all mails (record 0030). There is no foreign key, because orders are never
-- deleted, and every insert would check the key.
create table order_mail_outbox (
  order_id uuid primary key,
  since timestamptz not null default now()
);

-- The key of a receipt, as a person reads it from paper: "R-12", "r 12" and "R–12" are the same. Separators count, so 1-23 is not
-- 12-3.
create function receipt_key(receipt text) returns text language sql immutable strict as $$
  select coalesce(nullif(trim(both '-' from regexp_replace(upper(receipt), '[^[:alnum:]]+', '-', 'g')), ''), receipt)
$$;

-- Receipts for payments of orders that are paid at the store, with the person who took the money. One receipt pays one order, and
-- an order has one receipt. A receipt is unique at its till, because two stores may use the same numbers. The receipt of a
-- canceled order pays nothing, and may be entered for another order.
create table till_receipts (
  order_id uuid primary key references orders (id),
  receipt text not null check (receipt <> '' and length(receipt) <= 60),
  clerk text check (clerk <> '' and length(clerk) <= 100),
  kept_at timestamptz not null,
  till text references stores (store_code),    -- the store of the till; null: unknown
  key text not null generated always as (receipt_key(receipt)) stored,
  freed_at timestamptz                         -- when it stopped paying its order
);
create unique index till_receipts_one_order on till_receipts (till, key) nulls not distinct where freed_at is null;

-- Orders that an advisor places and their buyer pays at the store (DEC-140).

-- A code of six digits authorises such an order of a cart. Six digits alone are soon found by trying, so the hash also contains
-- the shop's secret. A new code replaces the previous one. A used code is deleted.
create table one_time_codes (
  cart_id uuid primary key references carts (id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- The client and network that the code was made for. The code counts as an order of theirs until it expires (DEC-218).
  client_key text,
  network_key text
);
create index one_time_codes_expires on one_time_codes (expires_at);
create index one_time_codes_client on one_time_codes (client_key) where client_key is not null;
create index one_time_codes_network on one_time_codes (network_key) where network_key is not null;

insert into shop_secrets values ('one-time-codes', gen_random_uuid()::text || gen_random_uuid()::text);
