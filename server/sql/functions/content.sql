create or replace function content_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['content']);
  return null;
end $$;

-- Marks a page that somebody has edited, so that it no longer follows the standard texts.
create or replace function own_page_texts() returns trigger language plpgsql as $$
begin
  new.standard := null;
  return new;
end $$;

-- The path of an address without its query, as redirects compare it.
create or replace function redirect_path(address text) returns text language sql immutable as $$
  select coalesce(nullif(rtrim(lower(regexp_replace(address, '[?#].*$', '')), '/'), ''), '/');
$$;

-- Returns whether a product, a category or a content page has this path now.
create or replace function is_shop_page(path text) returns boolean language sql stable as $$
  select path = '/' or exists (select from products where slug = ltrim(path, '/') and is_published)
    or exists (select from categories c where c.path = ltrim(is_shop_page.path, '/') and c.state <> 'retired')
    or exists (select from category_pages where slug = ltrim(path, '/'));
$$;

-- Returns whether a redirect would lead back to its own path, by way of the stored ones.
create or replace function redirect_loops(from_address text, to_address text) returns boolean language sql stable as $$
  with recursive reached as (
    select redirect_path(to_address) as path
    union
    select redirect_path(r.to_path) from reached join redirects r on r.from_path = reached.path)
  select exists (select from reached where path = redirect_path(from_address));
$$;

-- The target of a path's redirects: the end of their chain, or the present address of a page that has moved since. Null = no redirect.
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

-- Two redirects that are written at once may make a loop that neither statement sees.
create or replace function redirect_judged() returns trigger language plpgsql as $$
begin
  if redirect_loops(new.from_path, new.to_path) then
    raise exception 'a redirect leads back to itself' using errcode = 'check_violation', constraint = 'redirects_no_loop';
  end if;
  return null;
end $$;

-- A new version follows all others of its page.
create or replace function legal_version_numbered() returns trigger language plpgsql as $$
begin
  new.number := 1 + coalesce((select max(number) from legal_versions where page = new.page), 0);
  return new;
end $$;

-- A version that holds was accepted by buyers: it can be neither changed nor deleted.
create or replace function legal_version_stays() returns trigger language plpgsql as $$
begin
  if old.holds_from <= clock_timestamp() then
    raise exception 'a legal text that holds stays' using errcode = 'check_violation', constraint = 'legal_versions_stays';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- The buyer accepts the legal texts that hold at this moment.
create or replace function accept_legal_versions() returns trigger language plpgsql as $$
begin
  new.accepted_legal := array(
    select distinct on (page) id from legal_versions where holds_from <= new.created_at order by page, number desc);
  return new;
end $$;
