-- Orders whose buyer is still to be told that they stand, by the mail that confirms them or says how to pay: a row of
-- theirs costs a placement less than a job each, and one job writes the mails of all (record 0044). No foreign key:
-- orders are never deleted, and it would be asked of each.
create table untold_orders (
  order_id uuid primary key,
  since timestamptz not null default now()
);
