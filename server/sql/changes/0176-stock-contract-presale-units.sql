-- Units of a presale that may be sold at a place before they come (WORK-32). The level of the place contains them.
create table presale_units (
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  quantity integer not null check (quantity >= 0),     -- units that have not come yet: the sum of the movements `presale`
  arrived integer not null default 0 check (arrived >= 0), -- units that have come
  arrived_at timestamptz,                      -- the last arrival
  primary key (product_id, store_code)
);

-- `presale`: units that are sold before they come, and the same units again, taken off when they come. Stays without validation, because
-- all earlier reasons are allowed as before.
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check check (reason in ('initial', 'received', 'counted', 'order',
  'order_released', 'returned', 'damaged', 'to_supplier', 'adjusted', 'transfer_out', 'transfer_in', 'presale')) not valid;

-- The shipment for which a transfer brings claimed units (WORK-31). Never changes. Null: a transfer of free units.
alter table transfers add column order_id uuid, add column shipment_number integer;
