-- Extensions every slice may use. All three are "trusted": a database owner may create them without being superuser.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- What a loader keeps of what it has made, to go on from there (demo/src/grow-catalogue.store.ts).
create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Secrets that all nodes share and that never change while the shop lives; each is made beside what it is for.
create table shop_secrets (name text primary key, value text not null);

-- Answers kept for repeated calls with the same Idempotency-Key (DEC-172: 24 hours).
create table idempotency_keys (
  key text not null,
  scope text not null,
  request_hash text not null,
  status integer,                 -- null while the first call is running
  answer jsonb,
  created_at timestamptz not null default now(),
  locked_until timestamptz not null,
  order_id uuid,                  -- what was placed under it
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- How often an address has called lately, as its nodes have told each other (DEC-167, record 0011). Unlogged: a crash
-- forgets the counts of one window, which is what they are worth.
create unlogged table call_budgets (
  budget text not null,
  -- Client address, IPv6 by its /64 network.
  caller text not null,
  calls integer not null,
  ends_at timestamptz not null,
  primary key (budget, caller)
);
create index call_budgets_ends_at on call_budgets (ends_at);

-- Secrets of others that the shop has to know in clear (OPS-12): what it signs webhooks with, say. Encrypted with a key of SECRETS_KEY
-- (server/src/platform/operations/key-ring.ts); the place is authenticated with it, so that none opens in another's row.
create table sealed_secrets (
  place text primary key,                      -- whose it is, as 'webhook:{id}'
  sealed text not null
);

-- For tables whose rows say what happened: they are added, never changed. Whoever was wrong writes another.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_append_only';
end $$;
