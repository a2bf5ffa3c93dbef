-- Advisors (ADV): sales staff who act for a customer on the shop's own pages. `hash` opens an advisor's session. Carts store the
-- hash of the advisor who helped with them. So an advisor's row is ended and never deleted.
create table advisors (
  hash text primary key check (length(hash) between 1 and 64),
  store_code text not null references stores (store_code),
  first_name text not null,
  added_at timestamptz not null,
  ended_at timestamptz
);
