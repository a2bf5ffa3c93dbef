-- People of the desk (OFF-02, DEC-205). They are neither customers nor employees with a discount.
create table staff_roles (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  label text not null,
  permissions text[] not null,
  created_at timestamptz not null default now()
);

create table staff_members (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null check (length(name) between 1 and 100),
  role text not null,                          -- built-in (domain/src/staff/permissions.ts), or a row of staff_roles
  stores text[],                               -- codes of the stores that they are limited to; null: all stores
  password_hash text,                          -- null until the person has accepted the invitation
  -- The secret of the second factor is in `sealed_secrets`. `last_step`: the step of the last accepted code, so each code is
  -- accepted once (OFF-03).
  enrolled_at timestamptz,
  last_step bigint not null default 0,
  disabled_at timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- Hashes of the tokens in links of invitations. A person has one, which is used once (OFF-09).
create table staff_invitations (
  staff_id uuid primary key references staff_members (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- The part of a sign-in between password and code (OFF-03): five minutes, five tries.
create table staff_challenges (
  token_hash bytea primary key,
  staff_id uuid not null references staff_members (id) on delete cascade,
  tries integer not null default 0,
  enrolling boolean not null default false,    -- the secret is new: the code proves that the person has stored it
  expires_at timestamptz not null
);
create index staff_challenges_expires on staff_challenges (expires_at);

create table staff_recovery_codes (
  staff_id uuid not null references staff_members (id) on delete cascade,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

-- One row for each valid session (OFF-05), with a hash of the cookie's token.
create table staff_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  staff_id uuid not null references staff_members (id) on delete cascade,
  device text not null default '',             -- as the browser names itself
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,             -- 12 hours after its start
  confirmed_at timestamptz not null            -- when a code was last entered (OFF-07)
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_expires on staff_sessions (expires_at);
