-- Shipments that one person prepares together (WORK-06).
create table picks (
  id bigint generated always as identity primary key,
  store_code text not null references stores (store_code),
  staff_id uuid not null,
  created_at timestamptz not null
);

-- Units that were scanned, each under the key its device gave it: sent again it is the same unit (OFF-24).
create table shipment_scans (
  scan_id uuid primary key,
  order_id uuid not null,
  n integer not null,
  position integer not null,
  serial text check (length(serial) <= 60),    -- where its category wants one
  is_counted boolean not null default true,    -- false: the shipment was put back, and is prepared anew
  staff_id uuid,
  scanned_at timestamptz not null
);
create unique index shipment_scans_serial on shipment_scans (order_id, n, position, serial) where is_counted and serial is not null;

-- What pickup codes are made with (`pickup_code_of`).
insert into shop_secrets values ('pickup-codes', gen_random_uuid()::text || gen_random_uuid()::text);
