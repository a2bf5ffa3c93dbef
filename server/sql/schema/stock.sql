create table stock_levels (
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  quantity integer not null check (quantity >= 0),
  shelf text check (length(shelf) <= 20),      -- where it lies at this place: the order in which it is picked (WORK-06)
  primary key (product_id, store_code)
) with (fillfactor = 80);

-- Sum of a product's levels, kept by trigger: what every page, cart and claim asks for. No row = no stock limit
-- (services and virtual gift cards, DEC-81).
create table stock_totals (
  product_id bigint primary key references products (id) on delete cascade,
  salable integer not null check (salable >= 0)
) with (fillfactor = 80);

-- Every change of a level is a movement with a reason; levels are never overwritten by a form.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('initial', 'received', 'counted', 'order', 'order_released', 'returned', 'damaged', 'to_supplier', 'adjusted')),
  order_id uuid,
  reference text,                              -- of goods received the document they came with, of an adjustment its other system's key
  created_at timestamptz not null default now()
);
create index stock_movements_product on stock_movements (product_id, store_code);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;
-- What a document brings to a place is received once, however often it is typed.
create unique index stock_movements_received on stock_movements (product_id, store_code, reason, reference) where reference is not null;
-- count_goods: whether somebody has counted since.
create index stock_movements_counted on stock_movements (product_id, store_code, created_at) where reason = 'counted';

-- The moment of the last absolute quantity that another system told of a place (BULK-13), whether it moved anything or not: an older one is ignored.
create table stock_feeds (
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  as_of timestamptz not null,
  primary key (product_id, store_code)
);

-- CAT-04, CAT-16, CAT-17: "Solo quedan N disponibles".
create table stock_offers (
  id integer generated always as identity primary key,
  offer_type text not null check (offer_type in ('By SKU', 'By Category ID')),
  offer_value text not null,
  threshold integer not null check (threshold > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at)
);
create index stock_offers_match on stock_offers (offer_type, offer_value);
