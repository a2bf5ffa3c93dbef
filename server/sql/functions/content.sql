create or replace function content_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['content']);
  return null;
end $$;
