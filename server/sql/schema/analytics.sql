-- Messages for the messaging service (ANA-02, DEC-71). The table is also their outbox. A browser reports a payment. The shop
-- writes its own copy of each purchase, so that both can be reconciled. No message names a person.
create table analytics_messages (
  id uuid primary key,                         -- a receiver recognises a repeated message by it
  event text not null check (event in ('checkout_payment', 'purchase')),
  data jsonb not null,
  order_id uuid unique references orders (id), -- purchases only: one message for each order
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  -- A browser can report a payment only for a cart that exists, and only once. Otherwise anybody could write endless messages.
  -- The cart may be deleted before the message is.
  cart_id uuid,
  check ((order_id is not null) = (event = 'purchase'))
);
create index analytics_messages_age on analytics_messages (created_at);
-- Messages that are not sent yet.
create index analytics_messages_unsent on analytics_messages (created_at) where sent_at is null;
create unique index analytics_messages_cart on analytics_messages (event, cart_id) where cart_id is not null;

-- Orders whose purchase message is not written yet (ANA-02, record 0026). A row here costs a placement less than a job for each
-- order. One job a minute writes all due messages. An order that is paid at a store becomes a purchase when it is paid. Every
-- other order becomes a purchase when it gets its number.
create table purchase_message_outbox (
  order_id uuid primary key references orders (id) on delete cascade,
  since timestamptz not null default now()
);
create index purchase_message_outbox_since on purchase_message_outbox (since);

-- Orders of sponsored products, as reported by browsers (DEC-144, DEC-175).
create table sponsored_events (
  id uuid primary key,
  event_url text not null,
  created_at timestamptz not null,
  called_at timestamptz,                       -- null: not called yet, or no host is configured
  outcome text                                 -- the status of the host's answer, or why there was none
);
create index sponsored_events_age on sponsored_events (created_at);
