-- Events that other systems are told of (HOOK, record 0069): what happened, whom it is told to, and what became of that.

-- Where events go: a webhook (https) or a subject of NATS JetStream (nats, tls).
create table webhook_endpoints (
  id uuid primary key,
  slot smallint not null check (slot between 1 and 20),   -- HOOK-03: up to 20
  url text not null check (url ~ '^(https|nats|tls)://' and length(url) <= 500),
  types text[] not null check (cardinality(types) > 0),
  -- What is sent to https is signed (HOOK-04); NATS knows the shop by its account. The secrets are in sealed_secrets, at webhook:{id} and
  -- webhook:{id}:previous: after a rotation the one before signs, too, until then.
  previous_until timestamptz,
  -- It is told what happens from then on, by milliseconds, as moments of events are.
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at timestamptz,                        -- from then on it is told nothing, and what waited for it is dropped
  ended_because text check (ended_because in ('operator', 'gone')),
  constraint webhook_endpoints_previous check (previous_until is null or url like 'https:%'),
  constraint webhook_endpoints_end check ((ended_at is null) = (ended_because is null))
);
create unique index webhook_endpoints_slot on webhook_endpoints (slot) where ended_at is null;

-- What happened and is still to be told: a row for each, written by triggers with its cause, for types that an endpoint wants. One job
-- writes the events of all, as a job for each would cost an order more than its row.
create table event_outbox (
  id bigint generated always as identity primary key,
  type text not null,
  -- Whom it is about: an order's id, a product's, a customer's.
  subject text not null,
  detail jsonb not null default '{}',          -- which shipment, refund or return of it
  occurred_at timestamptz not null default clock_timestamp()
);
create index event_outbox_subject on event_outbox (subject);

create table events (
  id uuid primary key,                         -- a receiver that sees it twice can tell by it
  n bigint generated always as identity unique,   -- the order they were written in, an order's, a product's and a customer's own among it
  type text not null,
  entity text not null,                        -- order:100000001, product:TV-1, customer:…: what keeps its order
  occurred_at timestamptz not null,
  -- As it is sent, byte by byte. Null: whom it named was forgotten, and nothing is sent of it any more.
  data json
);
create index events_age on events (occurred_at);
create index events_entity on events (entity);

-- How many events of an entity an endpoint was given. Locked by whoever adds one or ends one: so that one of them is at its turn, always.
create table event_lanes (
  endpoint_id uuid not null references webhook_endpoints (id),
  entity text not null,
  last_sequence integer not null,
  primary key (endpoint_id, entity)
);

create type delivery_state as enum (
  'waiting', 'delivered',
  'dead',                                      -- its retries are used up
  'dropped');                                  -- its endpoint has ended, or whom it named was forgotten

-- One for each event and endpoint that wants it.
create table event_deliveries (
  endpoint_id uuid not null references webhook_endpoints (id),
  event_id uuid not null references events (id) on delete cascade,
  entity text not null,
  sequence integer not null,                   -- of the endpoint and entity, from 1 without gaps
  state delivery_state not null,
  attempts integer not null default 0,         -- since it was given or replayed
  -- When it is sent: of the first that waits of its entity alone; the others wait for its end.
  due_at timestamptz,
  ended_at timestamptz,
  replayed_by jsonb,                           -- who asked for it once more: {kind, id} as in domain/src/actors
  primary key (endpoint_id, event_id),
  constraint event_deliveries_due_while_waiting check (due_at is null or state = 'waiting'),
  constraint event_deliveries_end check ((ended_at is null) = (state = 'waiting'))
);
create index event_deliveries_event on event_deliveries (event_id);
create index event_deliveries_due on event_deliveries (endpoint_id, due_at) where due_at is not null;
create unique index event_deliveries_sequence on event_deliveries (endpoint_id, entity, sequence);
create index event_deliveries_waiting on event_deliveries (endpoint_id, entity, sequence) where state = 'waiting';
create index event_deliveries_dead on event_deliveries (endpoint_id) where state = 'dead';

-- Every try (HOOK-08), for 30 days.
create table delivery_attempts (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null,
  event_id uuid not null,                      -- of a sample, of none
  type text not null,
  at timestamptz not null,
  status integer,                              -- of HTTP; null: there was no answer, or NATS took it
  error text,                                  -- why it was not taken, as a code
  ms integer not null,
  answer text not null default ''              -- what it was answered, its beginning
);
create index delivery_attempts_at on delivery_attempts (at);
create index delivery_attempts_endpoint on delivery_attempts (endpoint_id, at);
create index delivery_attempts_event on delivery_attempts (event_id);
