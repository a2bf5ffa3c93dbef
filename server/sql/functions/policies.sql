-- Every page shows something of the policy and of the plans of cards. Every process keeps both in memory: '*' makes it read them again.
create or replace function shop_policy_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['*']);
  return null;
end $$;
