-- Places that hold stock: stores a shopper can pick up from, and the central warehouse ('BODEGA', not a store).
create table stores (
  store_code text primary key,
  name text not null,
  street text not null,
  city text not null,
  region_id integer not null,
  zone text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  type text not null check (type in ('tienda', 'bodega')),   -- shop id 1 and 2 (DEC-98)
  hours jsonb not null default '[]',
  is_pickup boolean not null default true,
  is_warehouse boolean not null default false,               -- the one central warehouse delivery takes from first (DEC-81)
  position integer not null default 0
);
create unique index stores_one_warehouse on stores (is_warehouse) where is_warehouse;

create table stock_levels (
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  quantity integer not null check (quantity >= 0),
  primary key (product_id, store_code)
) with (fillfactor = 80);

-- Sum of a product's levels, kept by trigger: what every page, cart and claim asks for. No row = no stock limit
-- (services and virtual gift cards, DEC-81).
create table stock_totals (
  product_id bigint primary key references products (id) on delete cascade,
  salable integer not null check (salable >= 0)
) with (fillfactor = 80);

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  store_code text not null references stores (store_code),
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('initial', 'received', 'counted', 'order', 'order_released', 'returned')),
  order_id uuid,
  created_at timestamptz not null default now()
);
create index stock_movements_product on stock_movements (product_id, store_code);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;

-- Every change of a level is a movement with a reason; levels are never overwritten by a form.
-- Takes from or gives to one place; false when the level would fall below zero (nothing written then).
create function move_stock(product bigint, store text, amount integer, why text, of_order uuid default null)
returns boolean language plpgsql as $$
begin
  if amount > 0 then
    insert into stock_levels (product_id, store_code, quantity) values (product, store, amount)
      on conflict (product_id, store_code) do update set quantity = stock_levels.quantity + excluded.quantity;
  else
    update stock_levels set quantity = quantity + amount
      where product_id = product and store_code = store and quantity + amount >= 0;
    if not found then return false; end if;
  end if;
  insert into stock_movements (product_id, store_code, delta, reason, order_id) values (product, store, amount, why, of_order);
  return true;
end $$;

create function stock_levels_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_totals (product_id, salable)
      select product_id, sum(quantity) from new_rows group by product_id order by product_id
      on conflict (product_id) do update set salable = stock_totals.salable + excluded.salable;
  elsif tg_op = 'UPDATE' then
    update stock_totals t set salable = t.salable + d.delta
      from (select product_id, sum(delta) as delta from (
              select product_id, quantity as delta from new_rows union all select product_id, -quantity from old_rows) c
            group by product_id having sum(delta) <> 0) d
      where t.product_id = d.product_id;
  else
    update stock_totals t set salable = t.salable - d.quantity
      from (select product_id, sum(quantity) as quantity from old_rows group by product_id) d
      where t.product_id = d.product_id;
  end if;
  return null;
end $$;
create trigger stock_levels_total_insert after insert on stock_levels
  referencing new table as new_rows for each statement execute function stock_levels_total();
create trigger stock_levels_total_update after update on stock_levels
  referencing new table as new_rows old table as old_rows for each statement execute function stock_levels_total();
create trigger stock_levels_total_delete after delete on stock_levels
  referencing old table as old_rows for each statement execute function stock_levels_total();

-- A page only changes when a product's shown stock does: it runs out, comes back, or is low enough for a stock offer.
create function stock_totals_purge() returns trigger language plpgsql as $$
declare product_sku text;
begin
  if (old.salable = 0) <> (new.salable = 0) or least(old.salable, new.salable) <= 20 then
    select sku into product_sku from products where id = new.product_id;
    perform purge_pages(array['product:' || product_sku] || case when (old.salable = 0) <> (new.salable = 0) then array['listing'] else '{}' end);
  end if;
  return null;
end $$;
create trigger stock_totals_purge after update on stock_totals
  for each row when (old.salable is distinct from new.salable) execute function stock_totals_purge();

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
