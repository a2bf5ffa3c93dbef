-- Sessions of accounts (DEC-04), and links in the mails of accounts (DEC-152).

-- Signs session tokens (DEC-04).
insert into shop_secrets values ('sessions', gen_random_uuid()::text || gen_random_uuid()::text);

-- One row for each valid session token. Signing out and resetting the password delete it.
create table sessions (
  id uuid primary key,                         -- the token's jti
  customer_id uuid not null references customers (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_customer on sessions (customer_id);
create index sessions_expires on sessions (expires_at);

-- Wrong passwords of the last minutes, by a hash of the e-mail that was typed, whether or not it has an account. A browser that
-- signed in before has a device ID. Its failures are counted separately, so failures of strangers do not lock it out (record
-- 0020).
create table sign_in_failures (
  email_hash bytea not null,
  device text not null default '',
  failed_at timestamptz not null
);
create index sign_in_failures_email on sign_in_failures (email_hash, device, failed_at);
create index sign_in_failures_age on sign_in_failures (failed_at);

-- Hashes of the tokens in links of mails. Each is used once.
create table account_links (
  token_hash bytea primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset', 'email')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  new_email text,                              -- the customer's new address, to which the link was mailed; the account gets it when the link is used
  constraint account_links_new_email check ((purpose = 'email') = (new_email is not null))
);
create index account_links_customer on account_links (customer_id, purpose);
create index account_links_expires on account_links (expires_at);
