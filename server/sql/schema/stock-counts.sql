-- Stock counts (PROD-21, PROD-22), with names such as K-12. Several people count at the same time, and their units add up per
-- product. Another person counts the products again whose count differs from the recorded stock. The approval records the
-- differences as movements.
create table stock_counts (
  number integer generated always as identity primary key,
  store_code text not null references stores (store_code),
  scope text not null check (scope in ('place', 'shelf', 'category', 'list')),
  scope_value text check (length(scope_value) <= 100), -- the shelf, or the category's id
  state text not null default 'counting' check (state in ('counting', 'recounting', 'reviewed', 'approved', 'canceled')),
  created_at timestamptz not null,
  created_by uuid not null,
  ended_at timestamptz,
  ended_by uuid,
  -- The person who ended the first round: the counter of the products that nobody scanned.
  first_ended_by uuid,
  version integer not null default 1,
  constraint stock_counts_ended check ((ended_at is not null) = (state in ('approved', 'canceled')))
);

-- The products to count. A count of a whole place also gets products that are found there without recorded stock.
create table stock_count_lines (
  count_number integer not null references stock_counts (number) on delete cascade,
  product_id bigint not null references products (id),
  -- The first count: units at a given time, and the recorded stock of that time. Null until the first round ends.
  counted integer,
  counted_at timestamptz,
  booked integer,
  -- The second count, which another person makes.
  recounted integer,
  recounted_at timestamptz,
  rebooked integer,
  outcome text check (outcome in ('counted', 'equal', 'superseded')),
  primary key (count_number, product_id)
);

create table stock_count_scans (
  scan_id uuid primary key,                    -- a scan that is sent again counts once (OFF-24)
  count_number integer not null references stock_counts (number) on delete cascade,
  round integer not null check (round in (1, 2)),
  product_id bigint not null references products (id),
  staff_id uuid not null,
  quantity integer not null check (quantity between -9999 and 9999),
  scanned_at timestamptz not null
);
create index stock_count_scans_product on stock_count_scans (count_number, product_id, round);
