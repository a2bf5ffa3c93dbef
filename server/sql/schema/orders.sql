create type order_status as enum (
  'placing',
  'voiding',                                   -- its charge is being barred or reversed at the bank: it can no longer be confirmed
  'void', 'pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled');

create sequence order_numbers start 100000001 maxvalue 999999999;   -- DEC-136: nine digits

-- A phone however it is spelled, with or without the country's code. Null: none was given (DEC-84: 00000000). Of one
-- expression: so it becomes part of the statement or index that asks for it, in place of a statement of its own for each order
-- that is written and each budget that is counted.
create function phone_key_of(phone text) returns text language sql immutable as $$
  select case when phone ~ '[1-9]' then right(regexp_replace(phone, '\D', '', 'g'), 8) end;
$$;

create table orders (
  id uuid primary key,
  number bigint unique,                        -- given only when the order is confirmed
  cart_id uuid references carts (id),
  status order_status not null,
  customer_id uuid,
  email text not null,
  contact jsonb not null,                      -- {firstName, lastName, phone}
  shipping_method text,
  shipping_address jsonb,
  billing_address jsonb not null,
  payment_type text not null,                  -- Card, CardInstallments, Cash, StorePayment, GiftCard (alone), a points pay type (alone)
  payment_plan integer not null default 0,
  coupon_code text,
  subtotal bigint not null check (subtotal >= 0),
  warranties bigint not null default 0 check (warranties >= 0),
  donation bigint not null default 0 check (donation >= 0),
  shipping bigint not null default 0 check (shipping >= 0),
  -- What delivery to its address cost by the rules of the moment (DEC-102); an order that is delivered paid just that.
  delivery_rate bigint not null default 0 check (delivery_rate >= 0),
  discount bigint not null default 0 check (discount >= 0),
  total bigint not null check (total >= 0),
  gift_cards bigint not null default 0,        -- what of the total gift cards pay (DEC-199); its one payment pays the rest
  discounts jsonb not null default '[]',
  delivery_promise jsonb,
  idempotency_key text,                        -- header of the call that places it; its answer is kept under it (DEC-172)
  settle_after timestamptz,                    -- while placing: from when the reconciler may finish it; moved on as its lease
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Whether its units are in products.sold_count. Counted by a job in portions, so that placing an order neither waits for a
  -- popular product's row nor drops its pages.
  is_counted boolean not null default false,
  client_key text,                             -- who placed it: hash of the address; null for commands
  -- A cash order that waits for the link in its mail (policy `cashConfirmation`): until when. Null: it waits for nothing.
  confirmation_due timestamptz,
  is_paired boolean not null default false,    -- whether its products are in bought_together
  certificate_code text,
  -- Which network a client belongs to that is one of many, as a hash; null: the client is its own network. A line of IPv6 may
  -- have a whole /48, 65,536 clients with budgets of their own: what they do together is counted, too (DEC-196).
  network_key text,
  forgets_buyer boolean not null default false,   -- its account was closed: nobody's any more
  -- Placed by a customer with that confirmed e-mail, or the link in its mail was followed (DEC-218).
  contact_confirmed boolean not null default false,
  -- Of the desk alone, in no answer to a customer (WORK-23).
  version integer not null default 1,          -- counts what people of the desk change of it (OFF-21)
  held_at timestamptz,                         -- nothing of it is prepared until somebody releases it (WORK-24)
  hold_reasons text[] not null default '{}',   -- by domain/src/orders/hold.ts, or as it was typed; stays when it is released
  tags text[] not null default '{}',
  assignee_id uuid references staff_members (id),
  -- What was said of a cart whose order came to nothing goes with the cart; the void order stays, for the accounts, without
  -- naming anybody.
  constraint orders_cart_unless_void check (cart_id is not null or status = 'void'),
  constraint orders_number_when_confirmed check ((number is null) = (status in ('placing', 'voiding', 'void'))),
  -- How placements end (record 0006): an order leaves `placing` before its charge is voided.
  constraint orders_settle_while_open check ((settle_after is not null) = (status in ('placing', 'voiding'))),
  -- What waits is not sent off: it may still come to nothing.
  constraint orders_confirmed_before_shipping check (confirmation_due is null or status = 'processing'),
  constraint orders_paid_by_gift_cards check (gift_cards between 0 and total),
  constraint orders_one_slot check (num_nonnulls(coupon_code, certificate_code) <= 1)
);
-- Each index beside the statement or function that asks by it.

-- One cart gives at most one live order.
create unique index orders_one_per_cart on orders (cart_id) where status <> 'void';
-- delete_idle_carts, and the reference itself: whether a cart that is deleted has orders, void ones included.
create index orders_cart on orders (cart_id);
-- orders.of-customer: newest first, page by page. By number, which is given when an order is placed.
create index orders_customer_number on orders (customer_id, number) where customer_id is not null;
-- auth.confirm-email, auth.link-orders: what was ordered as a guest, once that e-mail is confirmed.
create index orders_email on orders (email);

-- spent_order_budget: what a client and its network did in the last hour, and what they hold unpaid.
create index orders_client on orders (client_key, created_at) where client_key is not null;
create index orders_network on orders (network_key, created_at) where network_key is not null;
-- spent_order_budget: what waits for its money, by the e-mail and phone it names.
create index orders_unpaid_email on orders (lower(email))
  where payment_type in ('Cash', 'StorePayment') and status in ('pending_payment', 'processing', 'shipped');
create index orders_unpaid_phone on orders (phone_key_of(contact ->> 'phone'))
  where payment_type in ('Cash', 'StorePayment') and status in ('pending_payment', 'processing', 'shipped');

-- What jobs have still to do, each as long as that is.
-- orders.lease-unsettled: placements whose process died.
create index orders_unsettled on orders (settle_after) where status in ('placing', 'voiding');
-- orders.unconfirmed-due
create index orders_unconfirmed on orders (confirmation_due) where confirmation_due is not null;
-- orders.unpaid, orders.unpaid-of-advisor
create index orders_unpaid on orders (placed_at) where status = 'pending_payment';
-- orders.count-sales. Without those that were canceled first, which would stay and be read again each hour.
create index orders_sales_uncounted on orders (placed_at)
  where not is_counted and number is not null and status <> 'canceled';
-- orders.uncount-sales: sales counted of orders that were canceled later.
create index orders_uncount on orders (id) where is_counted and status = 'canceled';
-- recommendations.count-pairs
create index orders_unpaired on orders (placed_at) where not is_paired and number is not null;
-- orders.forget-void: what came to nothing and still names somebody, by age.
create index orders_void_named on orders (created_at) where status = 'void' and email <> '';
-- accounts.forget-buyers
create index orders_forgetting on orders (id) where forgets_buyer and email <> '';

-- A claim waits for locks, and nobody else sees it before its commit: its lease counts from there. Written as the begin
-- of the transaction and the length of the lease, it is moved to the commit by as much as the transaction took.
create function start_settle_lease() returns trigger language plpgsql as $$
begin
  update orders set settle_after = new.settle_after + (clock_timestamp() - now()) where id = new.id and status = 'placing';
  return null;
end $$;
create constraint trigger orders_settle_lease after insert on orders deferrable initially deferred
  for each row when (new.status = 'placing') execute function start_settle_lease();

-- What the links that confirm an order are signed with.
insert into shop_secrets values ('order-confirmation', gen_random_uuid()::text || gen_random_uuid()::text);
-- Client addresses are kept only as a hash with this secret: enough to count (DEC-196), not to tell where a shopper was.
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
  gift_cards_sent_at timestamptz,              -- null until its cards have been sent; '-infinity' = not to be sent by the shop
  offer_id text,                               -- as its cart line named it; null of the store's own
  kind text not null default 'product' check (kind in ('product', 'service', 'giftCard')),
  -- Centavos of all its units, warranties included (domain/src/orders/line-amounts.ts): what it cost, its share of every discount but
  -- points, what was charged for it. Points pay: what they paid of it is a share apart.
  gross bigint not null generated always as ((unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity) stored,
  discount bigint not null default 0 check (discount >= 0),
  points_share bigint not null default 0 check (points_share >= 0),
  net bigint not null generated always as ((unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity - discount) stored,
  tax_rate integer not null default 1200 check (tax_rate >= 0),   -- basis points; 0 of a gift card, which is taxed where it pays
  -- Contained in `net`, halves up: `containedTax` of domain/src/money says the same.
  iva bigint not null generated always as ((((unit_price + coalesce((warranty ->> 'amount')::bigint, 0)) * quantity - discount) * tax_rate * 2
    + 10000 + tax_rate) / (2 * (10000 + tax_rate))) stored,
  -- Units that were canceled before they were sent off, and units given back or owed no more, those among them (`refund_lines`).
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

-- Where each unit was taken from, and with which of the order's shipments it goes: every later step (shipping, return, release) uses these rows.
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
-- erase_person: what somebody's order said before it was corrected.
create index order_events_corrected on order_events (order_id) where kind = 'corrected';

-- In the order of a shipment's life; where each leads: domain/src/orders/shipment.ts.
create type shipment_state as enum (
  'waiting',                                   -- for its money, or for the link in its mail
  'ready', 'picking', 'packed', 'sent', 'at_store', 'undelivered', 'delivered', 'canceled');

-- What one seller sends of an order at once, from the moment it has a number: the truth of what moves. How its buyer sees it and the status
-- of the order follow from it. Its id, the sub-order number (DEC-136), is the order's number and `n`. Events of orders are deleted after
-- a time, this stays with the order. No foreign key to the order: they are never deleted, and it would be asked of each.
create table shipments (
  order_id uuid not null,
  n integer not null check (n > 0),
  seller_id integer not null,
  store_code text,                             -- the store where its buyer collects it; null: it is brought
  place text,                                  -- where it is prepared: its store, else where most of it is claimed; null: it has no goods
  promised_on date not null default 'infinity',               -- the day its buyer was promised; infinity: none was
  state shipment_state not null,
  since timestamptz not null default clock_timestamp(),       -- when it came to its state (a trigger writes it)
  due_at timestamptz,                          -- until when it may stay there; null: a job has not said yet (WORK-04)
  version integer not null default 1,          -- counts its changes
  pick_id bigint,                              -- the wave it is prepared in
  courier text check (length(courier) <= 60),
  tracking_number text check (length(tracking_number) <= 60),
  parcels integer not null default 1 check (parcels between 1 and 99),
  attempts integer not null default 0,         -- how often it was brought in vain
  is_back boolean not null default false,      -- a manager took it a step back, which is done once (WORK-01)
  code_tries integer not null default 0,       -- wrong pickup codes (WORK-13)
  reminded_at timestamptz,                     -- when its buyer was told again that it waits at its store
  receiver text check (length(receiver) <= 100),              -- who took it
  proof_key text,                              -- a photo of its handing over, in the file store
  proof_at timestamptz,                        -- when it was made: another takes its place on that day alone (WORK-12)
  cash_due bigint not null default 0 check (cash_due >= 0),   -- centavos to collect at the door; 0: it is paid otherwise
  cash_collected bigint check (cash_collected >= 0),          -- what its buyer truly paid there
  brings_donation boolean not null default false,             -- the donation of a cash order is part of what is collected with it
  decided_by jsonb,                            -- who brought it to its state: {kind, id} as in domain/src/actors
  reason text check (length(reason) <= 300),   -- why it is undelivered or canceled, or another amount was collected
  picked_at timestamptz,                       -- when its preparing began; null: passed over
  left_at timestamptz,                         -- when it was sent, or came to its store
  ended_at timestamptz,                        -- when it was delivered, undelivered or canceled
  received_at timestamptz,                     -- when its goods had come back
  is_scrapped boolean,                         -- whether they were written off then
  sent_again_as integer,                       -- its units left again as this one of its order (WORK-11); null: they did not
  late_since timestamptz,                      -- from when it is late: noticed by a job (WORK-04); null: it is in time, or has ended
  primary key (order_id, n),
  constraint shipments_collected_at_door check (cash_collected is null or state = 'delivered'),
  constraint shipments_ended check ((ended_at is not null) = (state in ('delivered', 'undelivered', 'canceled'))),
  constraint shipments_received_back check (received_at is null or state = 'undelivered'),
  constraint shipments_fate check ((received_at is null) = (is_scrapped is null)),
  constraint shipments_sent_again check (sent_again_as is null or received_at is not null)
);
-- The desk's list, and shipments.take: those of a state by what was promised.
create index shipments_state on shipments (state, promised_on, order_id, n);
-- The same of several states, or of one that most have: by what was promised, and by how long they stand there.
create index shipments_promised on shipments (promised_on);
create index shipments_since on shipments (since);
create index shipments_courier on shipments (courier) where courier is not null;
-- shipments.undated, shipments.mark-late: what is on its way and not late yet.
create index shipments_due on shipments (due_at) where late_since is null and received_at is null and state not in ('delivered', 'canceled');
-- The desk's list: what a courier's sticker names.
create index shipments_tracking on shipments (tracking_number) where tracking_number is not null;
-- shipments.of-pick
create index shipments_pick on shipments (pick_id) where pick_id is not null;

-- Which units of which line go with which shipment: written with the shipments, so that of each line they sum to what was ordered (WORK-10).
create table shipment_lines (
  order_id uuid not null,
  n integer not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  canceled integer not null default 0,         -- units of it that were canceled before it left
  picked integer not null default 0,           -- units that were scanned
  missing integer not null default 0,          -- units that nobody finds anywhere: nothing is claimed for them
  -- Which units of the line they are, counted from 0, so that each has one worth wherever it goes; the first of them were given back, or are owed no more.
  first_unit integer not null default 0 check (first_unit >= 0),
  refunded integer not null default 0,
  primary key (order_id, n, position),
  constraint shipment_lines_refunded check (refunded between 0 and quantity),
  constraint shipment_lines_units check (canceled >= 0 and picked >= 0 and missing >= 0 and canceled + picked + missing <= quantity)
);
create index shipment_lines_line on shipment_lines (order_id, position);

-- What people of the desk write of an order for each other: never in an answer to a customer (WORK-23).
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders (id),
  text text not null check (length(text) between 1 and 2000),
  staff_id uuid references staff_members (id),
  mentions uuid[] not null default '{}',       -- colleagues who were mailed of it
  created_at timestamptz not null,
  removed_at timestamptz                       -- taken back by its author
);
create index order_notes_order on order_notes (order_id);

-- What lists and the search of the desk ask: one narrow row for each order that has a number, written with it and with whatever it says
-- (`write_order_row`, record 0071). `terms` holds labelled words, `s:processing`, `w:ana`; its one index answers every filter of words.
create table order_rows (
  number bigint primary key,
  order_id uuid not null,
  placed_at timestamptz not null,
  status order_status not null,
  total bigint not null,
  stores text[] not null,                      -- that hand it out, or that its stock was taken from: who is limited to stores sees by these
  terms tsvector not null
);
-- orders.desk-bounds: from which number on orders were placed after a moment.
create index order_rows_placed on order_rows (placed_at);
create index order_rows_total on order_rows (total, number);
-- A short list of what is not merged yet, as each search reads all of it.
create index order_rows_terms on order_rows using gin (terms) with (gin_pending_list_limit = 256);

-- Links in mails that show an order to whoever has them, and do nothing else. Kept as a hash: from a copy of this table no
-- order can be opened.
create table order_links (
  token_hash bytea primary key,
  order_id uuid not null references orders (id),
  created_at timestamptz not null
);
create index order_links_order on order_links (order_id);

-- Orders whose buyer is still to be told that they stand, by the mail that confirms them or says how to pay: a row of
-- theirs costs a placement less than a job each, and one job writes the mails of all (record 0030). No foreign key:
-- orders are never deleted, and it would be asked of each.
create table order_mail_outbox (
  order_id uuid primary key,
  since timestamptz not null default now()
);

-- A receipt as it is read off a paper: "R-12", "r 12" and "R–12" are the same. What separates counts, so that 1-23 is not 12-3.
create function receipt_key(receipt text) returns text language sql immutable strict as $$
  select coalesce(nullif(trim(both '-' from regexp_replace(upper(receipt), '[^[:alnum:]]+', '-', 'g')), ''), receipt)
$$;

-- What a till gave for the payment of an order that is paid at the store: its receipt, and who took the money. One receipt pays
-- one order, and an order has one. It is unique at the till that gave it: two stores number theirs alike. That of an order that is
-- canceled pays nothing, and may be typed for the one it was meant for.
create table till_receipts (
  order_id uuid primary key references orders (id),
  receipt text not null check (receipt <> '' and length(receipt) <= 60),
  clerk text check (clerk <> '' and length(clerk) <= 100),
  kept_at timestamptz not null,
  till text references stores (store_code),    -- its store's; null where it is not known
  key text not null generated always as (receipt_key(receipt)) stored,
  freed_at timestamptz                         -- when it ceased to pay its order
);
create unique index till_receipts_one_order on till_receipts (till, key) nulls not distinct where freed_at is null;

-- Orders that an advisor places and their buyer pays at the store (DEC-140).

-- What authorises one: six digits for a cart, as a hash with the shop's own secret, as six digits alone are soon tried out.
-- A new code takes the place of the one before; a used one is deleted.
create table one_time_codes (
  cart_id uuid primary key references carts (id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- For whom the code was made: it counts as an order of that client until it ends (DEC-218).
  client_key text,
  network_key text
);
create index one_time_codes_expires on one_time_codes (expires_at);
create index one_time_codes_client on one_time_codes (client_key) where client_key is not null;
create index one_time_codes_network on one_time_codes (network_key) where network_key is not null;

insert into shop_secrets values ('one-time-codes', gen_random_uuid()::text || gen_random_uuid()::text);
