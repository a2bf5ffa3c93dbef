-- Pages and answers name what the flags allow, and every process keeps the flags in memory: '*' makes it read them again.
create or replace function flags_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['*']);
  return null;
end $$;
