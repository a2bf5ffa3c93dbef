-- Requests for a mail when a product can be bought again (RST-01). A customer makes one, or a guest, who gives only an e-mail: no
-- account and no name. A request ends with its mail (DEC-143).
create table restock_notices (
  product_id bigint not null references products (id) on delete cascade,
  customer_id uuid references customers (id) on delete cascade,
  created_at timestamptz not null,
  -- Time at which the customer stopped these mails by the link in one of them. The request then waits, and its mail is not sent,
  -- until the customer requests it again or resumes all such mails. The column belongs to the request, so it is deleted and
  -- exported with the request.
  stopped_at timestamptz,
  id bigint generated always as identity primary key,
  email text,                                  -- guests only; a stop by the guest is in restock_stops
  constraint restock_notices_one_reader check (num_nonnulls(customer_id, email) = 1),
  constraint restock_notices_of_customer unique (product_id, customer_id),
  constraint restock_notices_of_email unique (product_id, email)
);
create index restock_notices_customer on restock_notices (customer_id);
create index restock_notices_created on restock_notices (created_at);
create index restock_notices_email on restock_notices (email) where email is not null;

-- Stops that belong to an address. The reader of an account's mails may stop them before anybody has confirmed the address. This
-- stop outlives the account. Otherwise the person who registered the address could close the account and register again. While no
-- account has the address, only a hash is stored, which identifies the address and reveals nobody. An account that gets the
-- address gets the stop.
insert into shop_secrets values ('restock-stops', gen_random_uuid()::text || gen_random_uuid()::text);

create table restock_stops (
  email_hash bytea primary key,
  stopped_at timestamptz not null
);

-- Links in mails to addresses that nobody has confirmed. When such a mail is read, its account may be closed or have another
-- address, and no account knows the link. A row has the hash of the link's token, and the hash by which stops identify the
-- address. It stays as long as the outbox stores the address's mails, and reveals nobody.
create table restock_mailed (
  token_hash bytea primary key,
  email_hash bytea not null,
  mailed_at timestamptz not null
);
create index restock_mailed_email_hash_idx on restock_mailed (email_hash);
create index restock_mailed_mailed_at_idx on restock_mailed (mailed_at);
