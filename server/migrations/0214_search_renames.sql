-- A new name of a brand or category reaches its products at once where they are few. Where they are many a job goes through
-- them in portions (search/search-renames.ts), as a million rows in one transaction would hold up whoever changes one of
-- them. What is shown and chosen (facets) has the new name at once in either case: rows name values by their numbers.

-- The search rows of these products, of which there are at most 1,001; a job for more than 1,000.
create function refresh_renamed_products(product_ids bigint[], kind text, renamed integer) returns void language plpgsql as $$
begin
  if cardinality(product_ids) <= 1000 then
    perform refresh_product_search(product_ids);
  else
    perform graphile_worker.add_job('refresh-renamed-products', json_build_object('kind', kind, 'renamed', renamed),
      job_key => 'refresh-renamed-products:' || kind || ':' || renamed, queue_name => 'refresh-renamed-products');
  end if;
end $$;

create or replace function names_search_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_table_name = 'brands' then
    update facet_values set value = new.title, label = new.title, typing = btrim(search_text(new.title)) where facet = 'brand' and value = old.title;
    perform refresh_renamed_products(array(select id from products where brand_id = new.id limit 1001), 'brand', new.id);
  elsif tg_table_name = 'categories' then
    update facet_values set label = new.title, typing = btrim(search_text(new.title)) where facet = 'category' and value = new.id::text;
    perform refresh_renamed_products(array(select p.id from products p join categories c on c.id = p.category_id
      where new.id = any (c.ancestor_ids) or c.id = new.id limit 1001), 'category', new.id);
  else
    update facet_values set value = new.slug, label = new.title where facet = 'seller' and value = old.slug;
  end if;
  return null;
end $$;
