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
  check ((order_id is not null) = (event = 'purchase'))
);
create index analytics_messages_age on analytics_messages (created_at);

-- Orders of sponsored products, as they were told (DEC-144, DEC-175).
create table sponsored_events (
  id uuid primary key,
  event_url text not null,
  created_at timestamptz not null,
  called_at timestamptz,                       -- null: no host is configured, or its turn has not come
  outcome text                                 -- the status it answered with, or why there was none
);
create index sponsored_events_age on sponsored_events (created_at);

-- An order that gets its number was bought: its copy is written by a job, added with the number.
create function orders_purchased() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('record-purchase', json_build_object('orderId', new.id));
  return null;
end $$;
create trigger orders_purchased_insert after insert on orders
  for each row when (new.number is not null) execute function orders_purchased();
create trigger orders_purchased_update after update of number on orders
  for each row when (old.number is null and new.number is not null) execute function orders_purchased();
