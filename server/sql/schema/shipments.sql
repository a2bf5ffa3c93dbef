-- A pick is a group of shipments that one person prepares together (WORK-06).
create table picks (
  id bigint generated always as identity primary key,
  store_code text not null references stores (store_code),
  staff_id uuid not null,
  created_at timestamptz not null
);

-- Scanned units, each with the key that its device gave it: a repeated scan is the same unit (OFF-24).
create table shipment_scans (
  scan_id uuid primary key,
  order_id uuid not null,
  n integer not null,
  position integer not null,
  serial text check (length(serial) <= 60),    -- required by some categories
  is_counted boolean not null default true,    -- false: the shipment was put back, and is prepared again
  staff_id uuid,
  scanned_at timestamptz not null
);
create unique index shipment_scans_serial on shipment_scans (order_id, n, position, serial) where is_counted and serial is not null;

-- Makes pickup codes (`pickup_code_of`).
insert into shop_secrets values ('pickup-codes', gen_random_uuid()::text || gen_random_uuid()::text);
