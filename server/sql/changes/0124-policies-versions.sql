-- The version shows the desk's page of settings whether somebody else has saved meanwhile. Commands and files count, too.
alter table shop_policy add column version integer not null default 1;
create trigger shop_policy_version before update on shop_policy
  for each row when (old.changes is distinct from new.changes) execute function count_version();
