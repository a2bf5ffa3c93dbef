-- Advisors: sales staff who act for a customer in the store's own page (ADV). `hash` opens their session and is made by
-- `ceiba advisor add`; carts they helped with keep it, so a row is ended and never deleted.
create table advisors (
  hash text primary key check (length(hash) between 1 and 64),
  store_code text not null references stores (store_code),
  first_name text not null,
  added_at timestamptz not null,
  ended_at timestamptz
);
