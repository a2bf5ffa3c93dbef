-- Returns the labelled words by which the desk finds a product: `s` state, `b` brand, `c` category, `m` missing fields, `f` flag,
-- `w` word of its name or codes. `server/src/catalog/product-terms.ts` builds the queries.
create or replace function product_terms(p products) returns tsvector language sql stable as $$
  select array_to_tsvector(array(
    select t from (
      select unnest(array[
        's:' || case when p.is_published then 'published' when p.archived_at is not null then 'archived' else 'draft' end,
        'b:' || p.brand_id, 'c:' || p.category_id,
        case when p.sales_price is null then 'm:price' end,
        case when btrim(p.description) = '' then 'm:description' end,
        case when p.attributes = '[]' then 'm:attributes' end,
        case when not exists (select from product_images i where i.product_id = p.id) then 'm:picture' end,
        case when exists (select from product_plans n where n.product_id = p.id) then 'f:plan' end,
        case when exists (select from stock_totals s where s.product_id = p.id and s.salable > 0) then 'f:stock'
          else 'f:none' end]) as t
      union select 'w:' || left(w, 60) from unnest(regexp_split_to_array(folded(concat_ws(' ', p.title, p.sku,
          (select string_agg(c.code, ' ') from product_codes c where c.product_id = p.id))), '[^[:alnum:]]+')) w where w <> '') terms
    where t is not null));
$$;

-- Rewrites the rows of these products in the desk's list; null rewrites all rows. Cuts titles, because longer titles would not
-- fit into the index. A separate statement locks the rows, so that the next statement sees what another transaction wrote during
-- the wait. Only products in `product_rows_due` have no row yet.
create or replace function refresh_product_rows(of_products bigint[]) returns void language plpgsql as $$
begin
  if of_products is null then of_products := array(select id from products); end if;
  perform from product_rows where product_id = any (of_products) order by product_id for no key update;
  insert into product_rows as r (product_id, sku, title, price, created_at, terms)
    select p.id, p.sku, left(p.title, 500), p.sales_price, p.created_at, product_terms(p) from products p
    where p.id = any (of_products) order by p.id
  on conflict (product_id) do update set sku = excluded.sku, title = excluded.title, price = excluded.price, created_at = excluded.created_at,
      terms = excluded.terms
    where (r.sku, r.title, r.price, r.created_at, r.terms)
      is distinct from (excluded.sku, excluded.title, excluded.price, excluded.created_at, excluded.terms);
end $$;

create or replace function products_row_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_op = 'INSERT' then
    perform refresh_product_rows(array_agg(id)) from new_rows having count(*) > 0;
    return null;
  end if;
  -- Most updates are sales, which change no row.
  perform refresh_product_rows(array_agg(id)) from (
      select id, sku, title, sales_price, brand_id, category_id, is_published, archived_at, btrim(description) = '', attributes = '[]' from new_rows
      except
      select id, sku, title, sales_price, brand_id, category_id, is_published, archived_at, btrim(description) = '', attributes = '[]' from old_rows
    ) changed having count(*) > 0;
  return null;
end $$;

-- Updates the rows after changes of other tables. A bulk load writes all rows at its end.
create or replace function product_part_row_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  -- A code that moves to another product changes the rows of both products.
  if tg_op = 'DELETE' then
    perform refresh_product_rows(array[old.product_id]);
  elsif tg_op = 'INSERT' then
    perform refresh_product_rows(array[new.product_id]);
  else
    perform refresh_product_rows(array[old.product_id, new.product_id]);
  end if;
  return null;
end $$;

-- Clears the archive flag of a published product. Calls, files and commands all publish through this trigger.
create or replace function products_leave_archive() returns trigger language plpgsql as $$
begin
  new.archived_at := null;
  return new;
end $$;

-- Returns a new product code that no other product has.
create or replace function next_product_sku() returns text language plpgsql as $$
declare
  made text;
begin
  loop
    made := 'P-' || nextval('product_codes_made');
    exit when not exists (select from products where sku = made);
  end loop;
  return made;
end $$;

-- Returns the address of a product, derived from its title. The sku makes the address unique. If another product or page has that
-- address, a part of a hash is added.
create or replace function made_slug(title text, sku text) returns text language sql stable as $$
  select base || case when exists (select from products p where p.slug = base and p.sku <> made_slug.sku)
      or exists (select from categories c where c.path = base) then '-' || left(md5(made_slug.sku), 6) else '' end
  from (select btrim(rtrim(left(slug_of(title), greatest(0, 71 - length(slug_of(made_slug.sku)))), '-') || '-' || left(slug_of(made_slug.sku), 70), '-')
    as base) made
$$;

-- Returns the keys of stored pictures that a text names in addresses.
create or replace function pictures_in(text text) returns setof text language sql immutable as $$
  select (regexp_matches(text, '/media/([0-9a-f]{32})/', 'g'))[1]
$$;

-- Returns the given pictures that the shop shows: in products and drafts, categories, gifts, banners and content pages.
create or replace function used_pictures(keys text[]) returns setof text language sql stable as $$
  select media_key from product_images where media_key = any (keys)
  union select picture_key from categories where picture_key = any (keys)
  union select media_key from free_gifts where media_key = any (keys)
  union select found from banners, pictures_in(concat_ws(' ', picture_url, phone_picture_url)) found where found = any (keys)
  union select found from category_pages, pictures_in(concat_ws(' ', blocks, standard)) found where found = any (keys)
$$;

-- Returns the given pictures that lines of orders show. Reads all lines.
create or replace function ordered_pictures(keys text[]) returns setof text language sql stable as $$
  select split_part(picture_url, '/', 3) from order_lines where split_part(picture_url, '/', 3) = any (keys)
  union select found from order_lines, pictures_in(free_gifts::text) found where free_gifts <> '[]' and found = any (keys)
$$;

-- When a picture that the shop already has is uploaded, its 30 days start again, even if the new row is not written.
create or replace function media_uploaded() returns trigger language plpgsql as $$
begin
  update media set unused_since = null where key = new.key and unused_since is not null;
  return new;
end $$;
