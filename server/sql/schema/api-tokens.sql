-- Tokens with which other systems call the API (HOOK-10). Only a hash is stored, so nobody can call with a copy of this table.
create table api_tokens (
  id uuid primary key,
  token_hash bytea not null unique,
  name text not null check (name <> '' and length(name) <= 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  last_used_at timestamptz,                    -- written at most once a minute
  constraint api_tokens_life check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
