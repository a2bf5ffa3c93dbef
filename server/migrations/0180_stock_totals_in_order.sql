-- As in 0005, but totals are locked in the order of their products before they change: two pickups of the same products at
-- different stores share no level, and would else take the totals in whatever order their plans read them.
create or replace function stock_levels_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_totals (product_id, salable)
      select product_id, sum(quantity) from new_rows group by product_id order by product_id
      on conflict (product_id) do update set salable = stock_totals.salable + excluded.salable;
  elsif tg_op = 'UPDATE' then
    perform from stock_totals where product_id in (select product_id from new_rows) order by product_id for no key update;
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
