-- Removes these tags from every node's cache. Tags contain no spaces: 'product:TV-0001', 'listing'. A notification must be
-- shorter than 8,000 bytes. Many tags are therefore sent in several of about 7,000 bytes, all with the commit. Triggers call this
-- only for changed rows. PostgreSQL sends equal notifications of a transaction once.
create or replace function purge_pages(tags text[]) returns void language sql as $$
  select pg_notify('page_purge', string_agg(tag, ' '))
  from (select tag, sum(octet_length(tag) + 1) over (order by place) / 7000 as portion
        from unnest(tags) with ordinality given (tag, place)) tag
  group by portion;
$$;

-- Purges the pages of a changed entity. Takes `own`, the tags of the entity itself, and the tags that this table lists for its
-- kind (PROD-24). `server/src/platform/pages/purged-pages.api.test.ts` tests each kind on two nodes. A redirect, coupon, courier
-- or bar code is on no cached page. Responses for redirected and missing addresses are never cached.
create or replace function purge_kind(kind text, own text[] default '{}') returns void language plpgsql as $$
declare more text[];
begin
  more := case kind
    -- Its page, its category and the lists with its card: texts, prices, state, pictures, gifts.
    when 'product' then array['listing']
    when 'brand' then array['listing']
    when 'seller' then array['listing']
    -- Only its page.
    when 'warranty' then '{}'
    when 'companion' then '{}'
    when 'low stock' then '{}'
    when 'stock' then array['listing']
    when 'visit' then array['listing']
    -- Filters and results.
    when 'attribute' then array['listing']
    when 'search word' then array['listing']
    -- The menu of categories and flash prices are on every page.
    when 'category' then array['content']
    when 'shared price' then array['content']
    when 'category text' then '{}'
    when 'banner' then array['banners']
    when 'content page' then '{}'
    -- Its page and the pages of its versions, which list each other.
    when 'legal text' then array['content']
    when 'store' then array['stores']
    when 'department' then array['stores']
    when 'help table' then array['help']
    -- Every page, and the data that each process caches for pages.
    when 'flag' then array['*']
    when 'policy' then array['*']
    end;
  if more is null then raise exception 'the table of purged pages has no kind %', kind; end if;
  perform purge_pages(own || more);
end $$;

-- Returns the tag of a content page: its path, without the characters that separate tags.
create or replace function page_tag(slug text) returns text language sql immutable as $$
  select 'page:' || left(regexp_replace(slug, '[^A-Za-z0-9.-]', '_', 'g'), 64);
$$;

-- Turns a text into a part of an address: 'Óptica y Más' becomes 'optica-y-mas'. Empty if it has no letters or digits.
create or replace function slug_of(words text) returns text language sql stable as $$
  select trim('-' from regexp_replace(lower(unaccent(words)), '[^a-z0-9]+', '-', 'g'));
$$;
