-- What follows a total that reaches or leaves zero is asked for once, and not by each of its followers: an order from shelves that
-- stay full called two functions to do nothing. What they do is as in 0026 and 0047, in the order in which they did it.
create function stock_totals_crossed() returns trigger language plpgsql as $$
declare
  product bigint;
begin
  if not exists (select from new_rows n join old_rows o using (product_id) where (n.salable > 0) <> (o.salable > 0)) then
    return null;
  end if;
  for product in
    select n.product_id from new_rows n join old_rows o using (product_id)
    where o.salable = 0 and n.salable > 0 and exists (select from restock_notices r where r.product_id = n.product_id)
    order by n.product_id
  loop
    perform graphile_worker.add_job('tell-restock', json_build_object('productId', product::text),
      job_key => 'tell-restock:' || product);
  end loop;
  if is_bulk_load() then return null; end if;
  perform from product_search s
    where s.product_id in (
      select n.product_id from new_rows n join old_rows o using (product_id) where (n.salable > 0) <> (o.salable > 0))
    order by s.product_id for no key update;
  if found then
    update product_search s set record = set_byte(s.record, 0, case when n.salable > 0 then 1 else 0 end)
      from new_rows n join old_rows o using (product_id) join products p on p.id = n.product_id
      where (n.salable > 0) <> (o.salable > 0) and p.kind = 'goods' and s.product_id = n.product_id;
  end if;
  return null;
end $$;

drop trigger stock_totals_search_update on stock_totals;
drop trigger stock_totals_restock_update on stock_totals;
drop function stock_totals_search_changed();
drop function stock_totals_restock_changed();
create trigger stock_totals_crossed after update on stock_totals
  referencing old table as old_rows new table as new_rows
  for each statement execute function stock_totals_crossed();
