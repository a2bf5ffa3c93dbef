-- Search rows are locked in the order of their products by whoever changes several of them: counting sales and selling
-- out took them in any order, and could wait for each other.

create or replace function products_search_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_op = 'INSERT' then
    perform refresh_product_search((select coalesce(array_agg(id), '{}') from new_rows));
    return null;
  end if;
  -- Sales alone only move a product in its lists.
  perform from product_search s
    where s.product_id in (select n.id from new_rows n join old_rows o using (id) where n.sold_count <> o.sold_count)
    order by s.product_id for no key update;
  update product_search s set sold = n.sold_count, record = overlay(s.record placing int4send(n.sold_count) from 6)
    from new_rows n where n.id = s.product_id and s.sold <> n.sold_count;
  perform refresh_product_search(array_agg(n.id)) from new_rows n join old_rows o using (id)
    where (n.sku, n.title, n.description, n.kind, n.brand_id, n.seller_id, n.category_id, n.regular_price, n.sales_price,
        n.attributes, n.is_published, n.is_listed)
      is distinct from (o.sku, o.title, o.description, o.kind, o.brand_id, o.seller_id, o.category_id, o.regular_price,
        o.sales_price, o.attributes, o.is_published, o.is_listed)
    having count(*) > 0;
  return null;
end $$;

-- Only running out and coming back matter: an order that leaves units pays one look at what it changed.
create function stock_totals_search_changed() returns trigger language plpgsql as $$
begin
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
create trigger stock_totals_search_update after update on stock_totals
  referencing new table as new_rows old table as old_rows
  for each statement execute function stock_totals_search_changed();

-- A notification holds less than 8,000 bytes, and its tags are parted by spaces. What does not fit so drops every page:
-- a change is never refused for the pages that show it.
create or replace function purge_pages(tags text[]) returns void language sql as $$
  select pg_notify('page_purge', case
    when octet_length(array_to_string(tags, ' ')) < 8000 and array_to_string(tags, '') !~ '\s' then array_to_string(tags, ' ')
    else '*' end)
  where cardinality(tags) > 0;
$$;
