-- Every page shows something of it, and every process keeps it in memory: '*' makes them read it again.
create or replace function shop_policy_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['*']);
  return null;
end $$;
