-- Accounts with a password (DEC-10), their sessions (DEC-04) and what their mails open (DEC-152).
alter table customers
  add column password_hash text,               -- Argon2id in its own text form; null: nobody can sign in with one
  add column email_confirmed_at timestamptz;

-- One row for each session token that holds; signing out and a reset delete it.
create table sessions (
  id uuid primary key,                         -- the token's jti
  customer_id uuid not null references customers (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_customer on sessions (customer_id);
create index sessions_expires on sessions (expires_at);

-- Wrong passwords of the last minutes, by a hash of the e-mail they were tried on, whether it has an account or not. A
-- browser that signed in before has a device of its own: its failures are counted apart, and those of strangers do not
-- lock it out (record 0029).
create table sign_in_failures (
  email_hash bytea not null,
  device text not null default '',
  failed_at timestamptz not null
);
create index sign_in_failures_email on sign_in_failures (email_hash, device, failed_at);
create index sign_in_failures_age on sign_in_failures (failed_at);

-- What a link of a mail proves, as a hash; used once.
create table account_links (
  token_hash bytea primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_links_customer on account_links (customer_id, purpose);
create index account_links_expires on account_links (expires_at);
