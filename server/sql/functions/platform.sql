-- Drops these tags from every node's cache. Tags hold no spaces: 'product:TV-0001', 'listing'. A notification must be shorter than
-- 8,000 bytes, so many tags go in several of about 7,000 bytes, all sent with the commit. Triggers call this for each changed row
-- only; PostgreSQL sends equal notifications of a transaction once.
create or replace function purge_pages(tags text[]) returns void language sql as $$
  select pg_notify('page_purge', string_agg(tag, ' '))
  from (select tag, sum(octet_length(tag) + 1) over (order by place) / 7000 as portion
        from unnest(tags) with ordinality given (tag, place)) tag
  group by portion;
$$;

-- Turns a text into a part of an address: 'Óptica y Más' becomes 'optica-y-mas'. Empty if it has no letters or digits.
create or replace function slug_of(words text) returns text language sql stable as $$
  select trim('-' from regexp_replace(lower(unaccent(words)), '[^a-z0-9]+', '-', 'g'));
$$;
