-- Messages for the messaging service (ANA-02, DEC-71), which are also their outbox: what the browser tells of a payment, and
-- the shop's own copy of each purchase, with which the browser's can be reconciled. Nothing in them names a person.
create table analytics_messages (
  id uuid primary key,                         -- a receiver that sees it twice can tell by it
  event text not null check (event in ('checkout_payment', 'purchase')),
  data jsonb not null,
  order_id uuid unique references orders (id), -- of a purchase: one for each order
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  -- A payment that a browser tells of belongs to a cart of the shop, and is told once: what names none would be written by anybody,
  -- without end. The cart may be deleted before the message is.
  cart_id uuid,
  check ((order_id is not null) = (event = 'purchase'))
);
create index analytics_messages_age on analytics_messages (created_at);
-- Messages that are still to be handed on.
create index analytics_messages_unsent on analytics_messages (created_at) where sent_at is null;
create unique index analytics_messages_cart on analytics_messages (event, cart_id) where cart_id is not null;

-- Orders whose copy for the books (ANA-02, record 0026) is still to be written: a row of theirs costs a placement less than
-- a job each, and one job a minute writes the copies of all. An order that is paid at a store is a purchase once it is
-- paid; every other one once it has its number.
create table purchase_message_outbox (
  order_id uuid primary key references orders (id) on delete cascade,
  since timestamptz not null default now()
);
create index purchase_message_outbox_since on purchase_message_outbox (since);

-- Orders of sponsored products, as they were told (DEC-144, DEC-175).
create table sponsored_events (
  id uuid primary key,
  event_url text not null,
  created_at timestamptz not null,
  called_at timestamptz,                       -- null: no host is configured, or its turn has not come
  outcome text                                 -- the status it answered with, or why there was none
);
create index sponsored_events_age on sponsored_events (created_at);
