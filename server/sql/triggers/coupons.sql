-- A change of what may change of a coupon counts, whoever makes it; its uses do not.
create or replace trigger coupons_version before update on coupons
  for each row when ((old.label, old.ends_at, old.total_limit, old.customer_limit)
    is distinct from (new.label, new.ends_at, new.total_limit, new.customer_limit)) execute function count_version();
