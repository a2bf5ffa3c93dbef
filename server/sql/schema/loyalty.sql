-- What a customer's registration in the loyalty program stands at (PTS-20, DEC-116): one for each customer. Written before
-- the program is asked, so that one whose answer was lost is asked again with the same key and the same words.
create table loyalty_members (
  customer_id uuid primary key references customers (id) on delete cascade,
  key uuid not null,                           -- the program opens one account for it, however often it is asked
  document_type text not null check (document_type in ('DPI', 'NIT', 'Pasaporte')),
  document_id text not null,
  asked jsonb,                                 -- what the program was sent; null once it has answered
  asked_at timestamptz not null,
  registered_at timestamptz,
  check ((asked is null) = (registered_at is not null))
);
