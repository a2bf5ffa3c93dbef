create or replace function flags_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['flags']);
  return null;
end $$;
