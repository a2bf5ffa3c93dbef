-- Returns the cache tag of a product's pages and responses. Characters of a SKU that would split a tag become `_`, and long SKUs
-- are cut, so that two products may rarely share a tag. Same as `productTag` in contract/src/page-tags.ts.
create or replace function product_tag(sku text) returns text language sql immutable as $$
  select 'product:' || left(regexp_replace(sku, '[^A-Za-z0-9.-]', '_', 'g'), 64);
$$;

create or replace function catalog_purge_product() returns trigger language plpgsql as $$
declare changed text[];
begin
  select array_agg(product_tag(sku)) || array_agg(distinct 'category:' || category_id) into changed from changed_rows;
  -- Skips updates without a change. The jobs that end discounts and count sales mostly change nothing.
  if changed is null then return null; end if;
  perform purge_kind('product', changed);
  return null;
end $$;

-- Purges everything that shows a picture or gift of a product: its page, its response, and the lists with its card. A bulk load
-- also writes products, and their triggers purge.
create or replace function catalog_purge_part() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  perform purge_kind('product', array[product_tag(sku)]) from products where id in (old.product_id, new.product_id);
  return null;
end $$;

-- Purges the pages that show a warranty: of its product, or of all products below its category.
create or replace function catalog_purge_warranty() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  perform purge_kind('warranty', array[product_tag(sku)]) from products where id in (old.product_id, new.product_id);
  perform purge_kind('warranty', array['category:' || id]) from categories where id in (old.category_id, new.category_id);
  return null;
end $$;

-- Purges the page that offers the companion.
create or replace function catalog_purge_companion() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  perform purge_kind('companion', array[product_tag(sku)]) from products where id in (old.product_id, new.product_id);
  return null;
end $$;

-- Purges the pages and lists of the products of a brand or a seller, because they show its name.
create or replace function catalog_purge_name() returns trigger language plpgsql as $$
begin
  perform purge_kind(tg_argv[0], coalesce((select array_agg(product_tag(sku)) from products
    where case tg_argv[0] when 'brand' then brand_id = new.id else seller_id = new.id end and is_published), '{}'));
  return null;
end $$;

-- Returns the extended warranties of a product: its own warranties, otherwise the warranties of the nearest category that has any
-- (WAR-01, WAR-02).
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

-- Stores the former address of a product, a category or a brand.
create or replace function remember_address() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'products' then
    insert into former_addresses (kind, address, product_id) values ('product', old.slug, new.id)
      on conflict (kind, address) do update set product_id = excluded.product_id, since = now();
  elsif tg_table_name = 'categories' then
    insert into former_addresses (kind, address, category_id) values ('category', old.path, new.id)
      on conflict (kind, address) do update set category_id = excluded.category_id, since = now();
  else
    insert into former_addresses (kind, address, brand_id) values ('brand', old.title, new.id)
      on conflict (kind, address) do update set brand_id = excluded.brand_id, since = now();
  end if;
  return null;
end $$;

-- Returns whether shoppers see a category: neither the category nor a parent is hidden or retired, and it has a product that can
-- be found.
create or replace function is_public_category(category categories) returns boolean language sql stable as $$
  select not exists (select from categories a where a.id = any (category.ancestor_ids) and a.state <> 'visible')
    and exists (select from facet_values v join facet_counts n on n.scope = 0 and n.value_id = v.id and n.products > 0
      where v.facet = 'category' and v.value = category.id::text);
$$;

-- Gives a category and its subcategories another path, because it has a new name, a new parent, or both. The new parent path
-- exists.
create or replace function set_category_path(moved integer, new_path text) returns void language plpgsql as $$
declare
  was categories;
  parent categories;
begin
  select * into was from categories where id = moved;
  if was.path = new_path then return; end if;
  select * into parent from categories where path = nullif(regexp_replace(new_path, '/?[^/]+$', ''), '');
  update category_pages p set slug = new_path || substr(p.slug, length(was.path) + 1)
    from categories c where c.ancestor_ids @> array[moved] and p.slug = c.path;
  update categories c set
      path = new_path || substr(c.path, length(was.path) + 1),
      slug = case when c.id = moved then regexp_replace(new_path, '^.*/', '') else c.slug end,
      parent_id = case when c.id = moved then parent.id else c.parent_id end,
      level = coalesce(parent.level, 0) + 1 + c.level - was.level,
      ancestor_ids = coalesce(parent.ancestor_ids, '{}') || c.ancestor_ids[was.level:]
    where c.ancestor_ids @> array[moved];
end $$;

-- Returns the present target of a former address: `/slug` of a product, `/path` of a visible category. Null if there is no
-- target. A retired category redirects to its replacement, otherwise to the nearest visible parent.
create or replace function current_address(address text) returns text language sql stable as $$
  with recursive found as (
    select c.* from categories c where c.path = address
    union all
    select c.* from former_addresses f join categories c on c.id = f.category_id
      where f.kind = 'category' and f.address = current_address.address and not exists (select from categories p where p.path = current_address.address)),
  hop as (
    select f.id, 0 as n from found f
    union all
    select coalesce(c.replaced_by, c.parent_id), h.n + 1 from hop h join categories c on c.id = h.id
      where c.state = 'retired' and coalesce(c.replaced_by, c.parent_id) is not null and h.n < 10)
  select coalesce(
    (select '/' || p.slug from former_addresses f join products p on p.id = f.product_id
      where f.kind = 'product' and f.address = current_address.address and p.is_published),
    (select '/' || c.path from hop h join categories c on c.id = h.id
      where c.path <> current_address.address and is_public_category(c) order by h.n limit 1));
$$;

-- Fills in the product of a code from its sku, or the sku from the product. People enter the sku. Imports and older nodes write
-- the product.
create or replace function product_code_written() returns trigger language plpgsql as $$
begin
  if new.sku is null or tg_op = 'UPDATE' and new.sku is not distinct from old.sku and new.product_id <> old.product_id then
    new.sku := (select sku from products where id = new.product_id);
  elsif tg_op = 'INSERT' or new.sku is distinct from old.sku then
    select id, sku into new.product_id, new.sku from products where sku in (new.sku, upper(new.sku)) order by sku = new.sku desc limit 1;
    if new.product_id is null then
      raise exception 'no product has this sku' using errcode = 'check_violation', constraint = 'product_codes_sku';
    end if;
  end if;
  return new;
end $$;

-- Removes a code from the unknown codes once a product has it.
create or replace function product_code_known() returns trigger language plpgsql as $$
begin
  delete from unknown_codes where code = new.code;
  return null;
end $$;

-- Takes the lock that prevents a SKU and a code from identifying two products, even if both are written at the same time. A code
-- waits for products that get such a SKU, and these products wait for the code. Products do not wait for each other. There are
-- only 256 locks, so a file of any size needs no more locks.
create or replace function name_lock(name text) returns integer language sql immutable as $$
  select hashtext(upper(name)) & 255
$$;

create or replace function product_sku_is_no_code() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return new; end if;
  perform pg_advisory_xact_lock_shared(4232005, name_lock(new.sku));
  if exists (select from product_codes c where c.code in (new.sku, upper(new.sku), lower(new.sku)) and c.product_id <> new.id) then
    raise exception 'a product has this code' using errcode = 'unique_violation', constraint = 'products_sku_no_code';
  end if;
  return new;
end $$;

create or replace function product_code_is_no_sku() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return new; end if;
  perform pg_advisory_xact_lock(4232005, name_lock(new.code));
  if exists (select from products p where p.sku in (new.code, upper(new.code)) and p.id <> new.product_id) then
    raise exception 'a product has this sku' using errcode = 'unique_violation', constraint = 'product_codes_pkey';
  end if;
  return new;
end $$;

-- Returns the attribute in which a product differs from the other variants of its model: its colour. Null if they differ by
-- title.
create or replace function variant_attribute(attributes jsonb) returns jsonb language sql immutable as $$
  select e from jsonb_array_elements(attributes) e where e ->> 'code' like 'color%' limit 1
$$;

-- Returns the name of a product among the variants of its model.
create or replace function variant_label(attributes jsonb, title text) returns text language sql immutable as $$
  select coalesce(variant_attribute(attributes) ->> 'value', title)
$$;

-- Returns the name of a variant in the form for comparison.
create or replace function folded_variant_label(attributes jsonb, title text) returns text language sql immutable as $$
  select search_fold(btrim(variant_label(attributes, title)))
$$;

-- Refuses two variants with the same name in a model, from the desk, a file or a command. Locks the oldest variant first, so that
-- two writers see each other's changes.
create or replace function variant_judged() returns trigger language plpgsql as $$
begin
  perform from products where parent_sku = new.parent_sku order by id + 0 limit 1 for no key update;
  if exists (select from products p where p.parent_sku = new.parent_sku and p.id <> new.id
      and folded_variant_label(p.attributes, p.title) = folded_variant_label(new.attributes, new.title)) then
    raise exception 'the model % already has this variant', new.parent_sku using errcode = 'unique_violation', constraint = 'products_variant_twins';
  end if;
  return null;
end $$;

-- Returns whether the last digit of an EAN or UPC is wrong. Digits from the right are weighted 3 and 1 in turn, and their sum is
-- a multiple of ten.
create or replace function is_misread_ean(code text) returns boolean language sql immutable as $$
  select code ~ '^([0-9]{8}|[0-9]{12,13})$'
    and (select sum(coalesce(nullif(substr(lpad(code, 14, '0'), n, 1), ''), '0')::integer * case n % 2 when 1 then 3 else 1 end) % 10
      from generate_series(1, 14) n) <> 0
$$;

-- Stores the periods of written flash sales, so that the constraint `flash_sale_periods_overlap` compares them (PROD-11). Writes
-- in the order of products, so that two writers of the same products cannot deadlock.
create or replace function keep_flash_sale_periods() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into flash_sale_periods (sale_id, product_id, period)
      select id, product_id, tstzrange(starts_at, ends_at) from new_rows order by product_id, id;
    return null;
  end if;
  insert into flash_sale_periods (sale_id, product_id, period)
    select id, product_id, tstzrange(starts_at, ends_at) from (
      select id, product_id, starts_at, ends_at from new_rows except select id, product_id, starts_at, ends_at from old_rows) moved
    order by product_id, id
    on conflict (sale_id) do update set product_id = excluded.product_id, period = excluded.period;
  return null;
end $$;

-- Refuses to end the presale of a product while units that may be sold have not come (WORK-32).
create or replace function presale_is_over() returns trigger language plpgsql as $$
begin
  if exists (select from presale_units u where u.product_id = new.id and u.quantity > 0) then
    raise exception 'units of the presale have not come' using errcode = 'check_violation', constraint = 'products_presale_units';
  end if;
  return new;
end $$;

-- Notes a presale date that the desk, a file or a command changed, for the job that moves promises (PROD-12).
create or replace function note_presale_change() returns trigger language plpgsql as $$
begin
  insert into presale_changes as c (product_id, former_dates, changed_at)
    values (new.id, array_remove(array[old.presale_date], null), clock_timestamp())
    on conflict (product_id) do update set changed_at = excluded.changed_at, former_dates = c.former_dates || excluded.former_dates;
  return null;
end $$;
