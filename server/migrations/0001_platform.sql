-- Extensions every slice may use. All three are "trusted": a database owner may create them without being superuser.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Pages that must be dropped from every node's page cache. Tags are free texts such as 'product:TV-0001' or 'home'.
create function purge_pages(tags text[]) returns void language sql as $$
  select pg_notify('page_purge', array_to_string(tags, ' '))
  where cardinality(tags) > 0;
$$;

-- Settings an operator changes without a release (fees, limits, texts). Absent key = the documented default.
create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Answers kept for repeated calls with the same Idempotency-Key (DEC-172: 24 hours).
create table idempotency_keys (
  key text not null,
  scope text not null,
  request_hash text not null,
  status integer,                 -- null while the first call is running
  answer jsonb,
  created_at timestamptz not null default now(),
  locked_until timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
