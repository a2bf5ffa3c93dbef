-- The version shows the desk's settings page whether another person has saved since it was opened. Changes by commands and files
-- also count.
alter table shop_policy add column version integer not null default 1;
create trigger shop_policy_version before update on shop_policy
  for each row when (old.changes is distinct from new.changes) execute function count_version();
