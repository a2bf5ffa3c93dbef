-- The order of locks (record 0052): levels in the order of product and place, then totals in the order of products. Several products
-- moved one after the other in a transaction took a level and its total in turn, and could wait for a pickup that waited for them.

-- As in 0180, but a deletion locks its totals in order too, and a place that is new and has nothing leaves the total alone.
create or replace function stock_levels_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_totals (product_id, salable)
      select distinct product_id, 0 from new_rows where quantity = 0 order by product_id
      on conflict (product_id) do nothing;
    insert into stock_totals (product_id, salable)
      select product_id, sum(quantity) from new_rows where quantity > 0 group by product_id order by product_id
      on conflict (product_id) do update set salable = stock_totals.salable + excluded.salable;
  elsif tg_op = 'UPDATE' then
    perform from stock_totals where product_id in (select product_id from new_rows) order by product_id for no key update;
    update stock_totals t set salable = t.salable + d.delta
      from (select product_id, sum(delta) as delta from (
              select product_id, quantity as delta from new_rows union all select product_id, -quantity from old_rows) c
            group by product_id having sum(delta) <> 0) d
      where t.product_id = d.product_id;
  else
    perform from stock_totals where product_id in (select product_id from old_rows) order by product_id for no key update;
    update stock_totals t set salable = t.salable - d.quantity
      from (select product_id, sum(quantity) as quantity from old_rows group by product_id) d
      where t.product_id = d.product_id;
  end if;
  return null;
end $$;

-- Takes from or gives to several places, all at once: the n-th amount at the n-th place of the n-th product. Every transaction that
-- moves more than one level says so in one call. False when a level would fall below zero: nothing has moved then.
create function move_goods(products bigint[], places text[], amounts integer[], why text, of_order uuid default null)
returns boolean language plpgsql as $$
begin
  insert into stock_levels (product_id, store_code, quantity)
    select distinct product, place, 0 from unnest(products, places, amounts) as m (product, place, amount) where amount > 0
    order by product, place
    on conflict (product_id, store_code) do nothing;
  perform from stock_levels where (product_id, store_code) in (select * from unnest(products, places))
    order by product_id, store_code for no key update;
  if exists (
      select from unnest(products, places, amounts) as m (product, place, amount)
        left join stock_levels l on l.product_id = product and l.store_code = place
      group by product, place, l.quantity having coalesce(l.quantity, 0) + sum(amount) < 0) then
    return false;
  end if;
  update stock_levels l set quantity = l.quantity + m.amount
    from (select product, place, sum(amount)::integer as amount
          from unnest(products, places, amounts) as m (product, place, amount) group by product, place) m
    where l.product_id = m.product and l.store_code = m.place and m.amount <> 0;
  insert into stock_movements (product_id, store_code, delta, reason, order_id)
    select product, place, amount, why, of_order from unnest(products, places, amounts) as m (product, place, amount)
    order by product, place;
  return true;
end $$;

-- As in 0005, of one place alone.
create or replace function move_stock(product bigint, store text, amount integer, why text, of_order uuid default null)
returns boolean language sql as $$
  select move_goods(array[product], array[store], array[amount], why, of_order);
$$;
