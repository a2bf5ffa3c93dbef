-- The state of a customer's registration in the loyalty program (PTS-20, DEC-116): one row for each customer. The row is written
-- before the program is called. If the answer is lost, the call is repeated with the same key and the same data.
create table loyalty_members (
  customer_id uuid primary key references customers (id) on delete cascade,
  key uuid not null,                           -- the program opens one account for this key, even if it is called several times
  document_type text not null check (document_type in ('DPI', 'NIT', 'Pasaporte')),
  document_id text not null,
  asked jsonb,                                 -- the data that were sent; null once the program has answered
  asked_at timestamptz not null,
  registered_at timestamptz,
  check ((asked is null) = (registered_at is not null))
);
