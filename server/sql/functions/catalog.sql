-- The tag of a product's pages and answers. A sku may hold what parts tags: it becomes `_`, and a long one is cut, so that now and then two
-- products share a tag. As `productTag` in contract/src/page-tags.ts.
create or replace function product_tag(sku text) returns text language sql immutable as $$
  select 'product:' || left(regexp_replace(sku, '[^A-Za-z0-9.-]', '_', 'g'), 64);
$$;

create or replace function catalog_purge_product() returns trigger language plpgsql as $$
declare changed text[];
begin
  select array_agg(product_tag(sku)) || array_agg(distinct 'category:' || category_id) into changed from changed_rows;
  -- The jobs that end discounts and count sales mostly change nothing.
  if changed is null then return null; end if;
  perform purge_pages(changed || array['listing']);
  return null;
end $$;

-- A picture or gift of a product: its page and answer, and the lists that show its card. A bulk load writes products, too, which say so themselves.
create or replace function catalog_purge_part() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  perform purge_pages(array[product_tag(sku), 'listing']) from products where id in (old.product_id, new.product_id);
  return null;
end $$;

-- A warranty of a product, or of a category and all below it, whose products' pages name it.
create or replace function catalog_purge_warranty() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  perform purge_pages(array[product_tag(sku)]) from products where id in (old.product_id, new.product_id);
  perform purge_pages(array['category:' || id]) from categories where id in (old.category_id, new.category_id);
  return null;
end $$;

-- The extended warranties of a product: its own, else those of the nearest category that has any (WAR-01, WAR-02).
create or replace function product_warranties(product bigint) returns setof warranties language sql stable as $$
  select w.* from warranties w
  where w.is_offered and (w.product_id = product
    or w.category_id = (
      select a.id from products p
        join categories c on c.id = p.category_id
        join categories a on a.id = any (c.ancestor_ids)
      where p.id = product
        and exists (select from warranties x where x.category_id = a.id and x.is_offered)
        and not exists (select from warranties x where x.product_id = product and x.is_offered)
      order by a.level desc limit 1));
$$;
