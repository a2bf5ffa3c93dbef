create or replace function content_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['content']);
  return null;
end $$;

-- A page that somebody has changed has texts of its own.
create or replace function own_page_texts() returns trigger language plpgsql as $$
begin
  new.standard := null;
  return new;
end $$;
