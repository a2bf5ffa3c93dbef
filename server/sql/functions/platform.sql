-- What must be dropped from every node's cache. Tags hold no spaces, such as 'product:TV-0001' or 'listing'. A notification holds less than
-- 8,000 bytes: many tags go in several, of 7,000 bytes and a tag, all of them with the commit.
-- Triggers call it for each row, which one without a row that changed does not do; of notifications that are the same a transaction sends one.
create or replace function purge_pages(tags text[]) returns void language sql as $$
  select pg_notify('page_purge', string_agg(tag, ' '))
  from (select tag, sum(octet_length(tag) + 1) over (order by place) / 7000 as portion
        from unnest(tags) with ordinality given (tag, place)) tag
  group by portion;
$$;

-- The words of a text as a part of an address: 'Óptica y Más' is 'optica-y-mas'. Empty where it has none.
create or replace function slug_of(words text) returns text language sql stable as $$
  select trim('-' from regexp_replace(lower(unaccent(words)), '[^a-z0-9]+', '-', 'g'));
$$;
