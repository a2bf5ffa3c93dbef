-- Every process caches the texts with the policy.
create or replace trigger mail_texts_purge after insert or update or delete on mail_texts
  for each row execute function shop_policy_purge();
