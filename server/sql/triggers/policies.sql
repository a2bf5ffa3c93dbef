create or replace trigger shop_policy_purge after insert or update or delete on shop_policy
  for each row execute function shop_policy_purge();
