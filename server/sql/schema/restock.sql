-- Who wants to be told when a product can be bought again (RST-01): a customer, or a guest with an e-mail alone, without an account or a
-- name. A row ends with its mail (DEC-143).
create table restock_notices (
  product_id bigint not null references products (id) on delete cascade,
  customer_id uuid references customers (id) on delete cascade,
  created_at timestamptz not null,
  -- When the customer said, by the link of such a mail, that they want these mails no more: the notice waits and is not told,
  -- until they ask for it again or want them all back. It is of the notice, so it ends and is exported with it.
  stopped_at timestamptz,
  id bigint generated always as identity primary key,
  email text,                                  -- whether its reader stopped such mails says restock_stops
  constraint restock_notices_one_reader check (num_nonnulls(customer_id, email) = 1),
  constraint restock_notices_of_customer unique (product_id, customer_id),
  constraint restock_notices_of_email unique (product_id, email)
);
create index restock_notices_customer on restock_notices (customer_id);
create index restock_notices_created on restock_notices (created_at);
create index restock_notices_email on restock_notices (email) where email is not null;

-- A stop by whoever reads the mails of an account that nobody had confirmed is the address's, and outlives the account: who registered
-- it would else close it, register it again and go on. While no account has the address a hash stays, by which it is known again
-- and nobody is found; an account that gets the address gets the stop with it.
insert into shop_secrets values ('restock-stops', gen_random_uuid()::text || gen_random_uuid()::text);

create table restock_stops (
  email_hash bytea primary key,
  stopped_at timestamptz not null
);

-- A stop pressed in a mail whose account was closed, or has another address, by the time the mail is read. Such a link is known by
-- no account any more, so it is noted when a mail goes to an address that nobody has confirmed: the hash of its token and the
-- hash by which stops know the address. It holds as long as the outbox keeps its mails, and tells nothing of anybody.
create table restock_mailed (
  token_hash bytea primary key,
  email_hash bytea not null,
  mailed_at timestamptz not null
);
create index restock_mailed_email_hash_idx on restock_mailed (email_hash);
create index restock_mailed_mailed_at_idx on restock_mailed (mailed_at);
