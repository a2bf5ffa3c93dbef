-- Pages that must be dropped from every node's page cache. Tags are free texts such as 'product:TV-0001' or 'home'. A notification
-- holds less than 8,000 bytes, and its tags are parted by spaces: what does not fit so drops every page, as a change is never
-- refused for the pages that show it.
create or replace function purge_pages(tags text[]) returns void language sql as $$
  select pg_notify('page_purge', case
    when octet_length(array_to_string(tags, ' ')) < 8000 and array_to_string(tags, '') !~ '\s' then array_to_string(tags, ' ')
    else '*' end)
  where cardinality(tags) > 0;
$$;
