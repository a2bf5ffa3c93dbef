-- Every page depends on the policy and the card plans, and every process caches both. '*' makes every process read them again.
create or replace function shop_policy_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('policy');
  return null;
end $$;
