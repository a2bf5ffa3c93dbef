-- Events for other systems (HOOK, record 0069): what happened, which endpoints get it, and the outcome of each delivery.

-- An endpoint receives events: a webhook (https) or a subject of NATS JetStream (nats, tls).
create table webhook_endpoints (
  id uuid primary key,
  slot smallint not null check (slot between 1 and 20),   -- HOOK-03: up to 20
  url text not null check (url ~ '^(https|nats|tls)://' and length(url) <= 500),
  types text[] not null check (cardinality(types) > 0),
  -- Requests to https are signed (HOOK-04). NATS identifies the shop by its account. The secrets are in sealed_secrets, at
  -- webhook:{id} and webhook:{id}:previous. After a rotation, the previous secret also signs until this time.
  previous_until timestamptz,
  -- The endpoint gets events from this time. In milliseconds, like the times of events.
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at timestamptz,                        -- from then on it gets no events, and its waiting deliveries are dropped
  ended_because text check (ended_because in ('operator', 'gone')),
  constraint webhook_endpoints_previous check (previous_until is null or url like 'https:%'),
  constraint webhook_endpoints_end check ((ended_at is null) = (ended_because is null))
);
create unique index webhook_endpoints_slot on webhook_endpoints (slot) where ended_at is null;

-- Events that are not published yet. Triggers write a row in the transaction that caused the event, if an endpoint wants its
-- type. One job publishes the events of all rows, because a job for each event would cost an order more than a row.
create table event_outbox (
  id bigint generated always as identity primary key,
  type text not null,
  -- The ID of the event's subject: an order, a product or a customer.
  subject text not null,
  detail jsonb not null default '{}',          -- the shipment, refund or return of the subject
  occurred_at timestamptz not null default clock_timestamp()
);
create index event_outbox_subject on event_outbox (subject);

create table events (
  id uuid primary key,                         -- a receiver recognises a repeated event by it
  n bigint generated always as identity unique,   -- the order of writing; within one order, product or customer it is the order of the events
  type text not null,
  entity text not null,                        -- order:100000001, product:TV-1, customer:…; events of one entity are sent in order
  occurred_at timestamptz not null,
  -- The body exactly as sent, byte by byte. Null if the data of the person that the body named were deleted: the event is then no
  -- longer sent.
  data json
);
create index events_age on events (occurred_at);
create index events_entity on events (entity);

-- The number of events of an entity that an endpoint was given. Adding or ending a delivery locks the row, so exactly one waiting
-- delivery is due.
create table event_lanes (
  endpoint_id uuid not null references webhook_endpoints (id),
  entity text not null,
  last_sequence integer not null,
  primary key (endpoint_id, entity)
);

create type delivery_state as enum (
  'waiting', 'delivered',
  'dead',                                      -- all its retries failed
  'dropped');                                  -- its endpoint has ended, or the person it named was forgotten

-- One delivery for each event and each endpoint that wants it.
create table event_deliveries (
  endpoint_id uuid not null references webhook_endpoints (id),
  event_id uuid not null references events (id) on delete cascade,
  entity text not null,
  sequence integer not null,                   -- number within the endpoint and entity, from 1 without gaps
  state delivery_state not null,
  attempts integer not null default 0,         -- since it was added or replayed
  -- Time at which the delivery is sent. Only the first waiting delivery of an entity has a time. The others wait until the first
  -- delivery has ended.
  due_at timestamptz,
  ended_at timestamptz,
  replayed_by jsonb,                           -- who asked to send it again: {kind, id} as in domain/src/actors
  primary key (endpoint_id, event_id),
  constraint event_deliveries_due_while_waiting check (due_at is null or state = 'waiting'),
  constraint event_deliveries_end check ((ended_at is null) = (state = 'waiting'))
);
create index event_deliveries_event on event_deliveries (event_id);
create index event_deliveries_due on event_deliveries (endpoint_id, due_at) where due_at is not null;
create unique index event_deliveries_sequence on event_deliveries (endpoint_id, entity, sequence);
create index event_deliveries_waiting on event_deliveries (endpoint_id, entity, sequence) where state = 'waiting';
create index event_deliveries_dead on event_deliveries (endpoint_id) where state = 'dead';

-- Each attempt to deliver (HOOK-08), stored for 30 days.
create table delivery_attempts (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null,
  event_id uuid not null,                      -- the ID of a sample is in no event
  type text not null,
  at timestamptz not null,
  status integer,                              -- the HTTP status; null: no answer, or NATS accepted it
  error text,                                  -- why it was not accepted, as a code
  ms integer not null,
  answer text not null default ''              -- the beginning of the answer
);
create index delivery_attempts_at on delivery_attempts (at);
create index delivery_attempts_endpoint on delivery_attempts (endpoint_id, at);
create index delivery_attempts_event on delivery_attempts (event_id);
