create table stock_levels (
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  quantity integer not null check (quantity >= 0),
  shelf text check (length(shelf) <= 20),      -- the shelf at this place; units are picked in the order of shelves (WORK-06)
  primary key (product_id, store_code)
) with (fillfactor = 80);

-- The sum of a product's levels, which triggers update. Every page, cart and claim reads it. No row: the stock has no limit
-- (services and virtual gift cards, DEC-81).
create table stock_totals (
  product_id bigint primary key references products (id) on delete cascade,
  salable integer not null check (salable >= 0)
) with (fillfactor = 80);

-- Every change of a level is a movement with a reason. No form overwrites a level.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('initial', 'received', 'counted', 'order', 'order_released', 'returned', 'damaged', 'to_supplier', 'adjusted')),
  order_id uuid,
  reference text,                              -- goods received: their document; an adjustment: the key of the other system
  created_at timestamptz not null default now()
);
create index stock_movements_product on stock_movements (product_id, store_code);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;
-- The goods of a document are received once at a place, however often the document is typed.
create unique index stock_movements_received on stock_movements (product_id, store_code, reason, reference) where reference is not null;
-- count_goods: finds out whether somebody has counted the product since.
create index stock_movements_counted on stock_movements (product_id, store_code, created_at) where reason = 'counted';

-- Time of the last absolute quantity that another system sent for a place (BULK-13), whether or not it moved stock. An older
-- quantity is ignored.
create table stock_feeds (
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  as_of timestamptz not null,
  primary key (product_id, store_code)
);

-- "Solo quedan N disponibles" (CAT-04, CAT-16, CAT-17).
create table stock_offers (
  id integer generated always as identity primary key,
  offer_type text not null check (offer_type in ('By SKU', 'By Category ID')),
  offer_value text not null,
  threshold integer not null check (threshold > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at)
);
create index stock_offers_match on stock_offers (offer_type, offer_value);
