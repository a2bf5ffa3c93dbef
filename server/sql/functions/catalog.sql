create or replace function catalog_purge_product() returns trigger language plpgsql as $$
declare changed text[];
begin
  -- Bulk loads (more rows than a page purge is worth) send one 'catalog' tag, which drops every page.
  if (select count(*) from (select 1 from changed_rows limit 101) c) > 100 then
    perform purge_pages(array['catalog']);
  else
    select array_agg('product:' || sku) || array_agg(distinct 'category:' || category_id) into changed from changed_rows;
    perform purge_pages(changed || array['listing']);
  end if;
  return null;
end $$;

-- The extended warranties of a product: its own, else those of the nearest category that has any (WAR-01, WAR-02).
create or replace function product_warranties(product bigint) returns setof warranties language sql stable as $$
  select w.* from warranties w
  where w.product_id = product
    or w.category_id = (
      select a.id from products p
        join categories c on c.id = p.category_id
        join categories a on a.id = any (c.ancestor_ids)
      where p.id = product
        and exists (select from warranties x where x.category_id = a.id)
        and not exists (select from warranties x where x.product_id = product)
      order by a.level desc limit 1);
$$;
