-- As before, and the order itself, its cart and its key are counted as they are written. The function of before stays for the
-- processes of the release before.
create function check_placed(orders bigint, carts bigint, keys bigint, planned_keys integer, levels bigint, claims integer,
  is_coupon_claimed boolean) returns boolean language plpgsql as $$
begin
  if orders <> 1 or carts <> 1 or keys <> planned_keys then
    raise exception 'an order was not written with its cart and its key' using errcode = 'check_violation', constraint = 'orders_written_whole';
  end if;
  return check_placed(levels, claims, is_coupon_claimed);
end $$;
