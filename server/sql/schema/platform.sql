-- Extensions that every slice may use. All three are "trusted": the owner of a database may create them without superuser rights.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- The progress of loaders, from which they continue (demo/src/grow-catalogue.store.ts).
create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Secrets that all nodes share and that never change. Each is created in an SQL file of the slice that uses it.
create table shop_secrets (name text primary key, value text not null);

-- Answers stored for repeated calls with the same Idempotency-Key (DEC-172: 24 hours).
create table idempotency_keys (
  key text not null,
  scope text not null,
  request_hash text not null,
  status integer,                 -- null while the first call is running
  answer jsonb,
  created_at timestamptz not null default now(),
  locked_until timestamptz not null,
  order_id uuid,                  -- the order that was placed with it
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Recent calls of each address, as the nodes report them to each other (DEC-167, record 0011). The table is unlogged: a crash
-- loses the counts of one window, which does little harm.
create unlogged table call_budgets (
  budget text not null,
  -- Client address. For IPv6, its /64 network.
  caller text not null,
  calls integer not null,
  ends_at timestamptz not null,
  primary key (budget, caller)
);
create index call_budgets_ends_at on call_budgets (ends_at);

-- Secrets of other parties that the shop must read in clear (OPS-12), for example to sign webhooks. Encrypted with a key of
-- SECRETS_KEY (server/src/platform/operations/key-ring.ts). The encryption authenticates the place, so a secret cannot be opened
-- in another row.
create table sealed_secrets (
  place text primary key,                      -- its owner, such as 'webhook:{id}'
  sealed text not null
);

-- For tables whose rows record facts: rows are added, and never changed. A correction is another row.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_append_only';
end $$;
