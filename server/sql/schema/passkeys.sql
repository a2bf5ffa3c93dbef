-- Passkeys are a second way to sign in (record 0028). The stored half of the key opens nothing. The other half never leaves its
-- device.
create table passkeys (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  credential_id bytea not null unique,         -- the ID that the device gave it
  public_key bytea not null,                   -- COSE
  counter bigint not null check (counter >= 0),   -- signatures that its device has counted; 0: it does not count
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_customer on passkeys (customer_id, created_at);

-- Hashes of the challenges that a device signs. Each is used once, within minutes. `customer_id`: the customer who adds a
-- passkey. Null if somebody signs in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  customer_id uuid references customers (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_customer on passkey_challenges (customer_id) where customer_id is not null;
create index passkey_challenges_expires on passkey_challenges (expires_at);
