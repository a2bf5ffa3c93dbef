-- The version counts changes of a coupon's terms, not its uses.
alter table coupons add column version integer not null default 1;
create trigger coupons_version before update on coupons
  for each row when ((old.label, old.ends_at, old.total_limit, old.customer_limit)
    is distinct from (new.label, new.ends_at, new.total_limit, new.customer_limit)) execute function count_version();
