-- As in 0005, but the condition stands where it is read without calling anything: an order from a shelf that stays full called the
-- function for each product, to do nothing.
drop trigger stock_totals_purge on stock_totals;
create trigger stock_totals_purge after update on stock_totals
  for each row when (old.salable is distinct from new.salable
    and ((old.salable = 0) <> (new.salable = 0) or least(old.salable, new.salable) <= 20))
  execute function stock_totals_purge();

create or replace function stock_totals_purge() returns trigger language plpgsql as $$
declare product_sku text;
begin
  select sku into product_sku from products where id = new.product_id;
  perform purge_pages(array['product:' || product_sku] || case when (old.salable = 0) <> (new.salable = 0) then array['listing'] else '{}' end);
  return null;
end $$;
