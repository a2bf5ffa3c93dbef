-- Passkeys of desk users (OFF-26). They are separate from customers' passkeys, because staff are not customers (DEC-205).
create table staff_passkeys (
  id uuid primary key,
  staff_id uuid not null references staff_members (id) on delete cascade,
  credential_id bytea not null unique,         -- the ID that its device gave it
  public_key bytea not null,                   -- COSE; the other half never leaves its device
  counter bigint not null check (counter >= 0),   -- signatures that its device has counted; 0: it does not count
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_staff on staff_passkeys (staff_id, created_at);

-- Hashes of challenges. Each is used once, within minutes, and for its purpose only.
create table staff_passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('signIn', 'add', 'confirm')),
  staff_id uuid references staff_members (id) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'signIn') = (staff_id is null))
);
create index staff_passkey_challenges_staff on staff_passkey_challenges (staff_id) where staff_id is not null;
create index staff_passkey_challenges_expires on staff_passkey_challenges (expires_at);
