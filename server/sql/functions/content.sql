-- Purges the home page, the only page with banners.
create or replace function banner_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('banner');
  return null;
end $$;

-- A new banner without a position becomes the last banner of its place. Changes of the order of a place run one after the other.
create or replace function banner_placed() returns trigger language plpgsql as $$
begin
  perform lock_banners(new.place);
  new.position := coalesce((select max(position) + 1 from banners where place = new.place), 1);
  return new;
end $$;

create or replace function lock_banners(place text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('banners ' || place));
$$;

-- Purges every page, because prices, the menu or a legal text changed.
create or replace function content_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind(case tg_table_name when 'categories' then 'category' when 'legal_versions' then 'legal text' else 'shared price' end);
  return null;
end $$;

-- Purges the product pages and the page of a category, because they show the category's tags and guide.
create or replace function category_info_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('category text', array['category:' || id]) from unnest(array[old.category_id, new.category_id]) id where id is not null;
  return null;
end $$;

-- Purges a content page at its former and its present address. Help pages list each other, and some search results show the title
-- of a page.
create or replace function category_page_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('content page', array[page_tag(slug)]
      || case when slug = 'ayuda' or slug like 'ayuda/%' then array['help'] else '{}' end
      || case when exists (select from search_answers where path = '/' || slug) then array['listing'] else '{}' end)
    from unnest(array[old.slug, new.slug]) slug where slug is not null;
  return null;
end $$;

-- A page at the path of a category belongs to the category.
create or replace function category_page_written() returns trigger language plpgsql as $$
begin
  new.category_id := (select id from categories where path = new.slug);
  return new;
end $$;

-- Redirects the former address of a content page to the new address. Addresses of categories are stored with the category.
create or replace function category_page_moved() returns trigger language plpgsql as $$
begin
  delete from redirects where from_path = redirect_path('/' || new.slug);
  insert into redirects (from_path, to_path, note) values ('/' || old.slug, '/' || new.slug, 'Página movida')
    on conflict (from_path) do update set to_path = excluded.to_path, note = excluded.note;
  return null;
end $$;

-- Returns the first SKU in blocks that does not exist. Null if all SKUs exist.
create or replace function unknown_block_sku(blocks jsonb) returns text language sql stable as $$
  select e.sku from jsonb_path_query(blocks, '$[*] ? (@.kind == "products").products[*].sku') with ordinality found (value, n),
    lateral (select found.value #>> '{}' as sku) e
  where not exists (select from products p where p.sku = e.sku) order by n limit 1;
$$;

-- Returns the first banner link in blocks that leads to no page. Null if all links lead to a page.
create or replace function lost_block_link(blocks jsonb, fixed text[]) returns text language sql stable as $$
  select e.link from jsonb_path_query(blocks, '$[*] ? (@.kind == "banner").link') with ordinality found (value, n),
    lateral (select found.value #>> '{}' as link) e
  where not is_open_address(e.link, fixed) order by n limit 1;
$$;

-- Marks a page that a person has edited, so that it no longer follows the standard texts.
create or replace function own_page_texts() returns trigger language plpgsql as $$
begin
  new.standard := null;
  return new;
end $$;

-- Returns the path of an address without its query, in the form in which redirects compare it.
create or replace function redirect_path(address text) returns text language sql immutable as $$
  select coalesce(nullif(rtrim(lower(regexp_replace(address, '[?#].*$', '')), '/'), ''), '/');
$$;

-- Returns whether a product, a category or a content page has this path now.
create or replace function is_shop_page(path text) returns boolean language sql stable as $$
  select path = '/' or exists (select from products where slug = ltrim(path, '/') and is_published)
    or exists (select from categories c where c.path = ltrim(is_shop_page.path, '/') and c.state <> 'retired')
    or exists (select from category_pages where slug = ltrim(path, '/'));
$$;

-- Returns whether a shopper who opens an address of the shop sees a page, directly or by a redirect (PROD-15). `fixed`: the shop's
-- own pages.
create or replace function is_open_address(address text, fixed text[]) returns boolean language sql stable as $$
  select path = '/' or path = any (fixed)
    or exists (select from products where '/' || slug = path and is_published)
    or exists (select from categories c where '/' || c.path = at.path and is_public_category(c))
    or exists (select from category_pages where '/' || slug = path and category_id is null and is_published)
    or exists (select from stores where '/tiendas/' || slug = path)
    or exists (select from sellers where '/sellers/' || slug = path)
  from (select redirect_path(coalesce(redirect_target(ltrim(given, '/')), current_address(ltrim(given, '/')), given)) as path
    from (select redirect_path(address) as given) asked) at;
$$;

-- Returns whether a redirect would lead back to its own path, through the stored redirects.
create or replace function redirect_loops(from_address text, to_address text) returns boolean language sql stable as $$
  with recursive reached as (
    select redirect_path(to_address) as path
    union
    select redirect_path(r.to_path) from reached join redirects r on r.from_path = reached.path)
  select exists (select from reached where path = redirect_path(from_address));
$$;

-- Returns the target of a path's redirects: the end of their chain, or the present address of a page that has moved since then.
-- Null without a redirect.
create or replace function redirect_target(address text) returns text language sql stable as $$
  with recursive hops as (
    select r.to_path, 1 as n from redirects r where r.from_path = redirect_path('/' || address)
    union all
    select r.to_path, h.n + 1 from hops h join redirects r on r.from_path = redirect_path(h.to_path)
      where h.n < 50 and not is_shop_page(redirect_path(h.to_path)))
  select coalesce(current_address(ltrim(regexp_replace(to_path, '[?#].*$', ''), '/')), to_path) from hops order by n desc limit 1;
$$;

create or replace function redirect_written() returns trigger language plpgsql as $$
begin
  new.from_path := redirect_path(new.from_path);
  perform pg_advisory_xact_lock(hashtext('redirects'));
  return new;
end $$;

-- Refuses a redirect that closes a loop. With the lock of `redirect_written`, of two concurrent redirects each sees the other.
create or replace function redirect_judged() returns trigger language plpgsql as $$
begin
  if redirect_loops(new.from_path, new.to_path) then
    raise exception 'a redirect leads back to itself' using errcode = 'check_violation', constraint = 'redirects_no_loop';
  end if;
  return null;
end $$;

-- A new version must be later than all others of its page.
create or replace function legal_version_numbered() returns trigger language plpgsql as $$
begin
  new.number := 1 + coalesce((select max(number) from legal_versions where page = new.page), 0);
  return new;
end $$;

-- A version in force can be neither changed nor deleted, because buyers have accepted it.
create or replace function legal_version_stays() returns trigger language plpgsql as $$
begin
  if old.holds_from <= clock_timestamp() then
    raise exception 'a legal text that holds stays' using errcode = 'check_violation', constraint = 'legal_versions_stays';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- The buyer accepts the legal texts that are in force when the order is created.
create or replace function accept_legal_versions() returns trigger language plpgsql as $$
begin
  new.accepted_legal := array(
    select distinct on (page) id from legal_versions where holds_from <= new.created_at order by page, number desc);
  return new;
end $$;
