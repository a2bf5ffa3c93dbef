-- Refuses an order whose claims came out otherwise than they were planned, so that its writing can be sent with the commit: what is
-- not as planned is undone by the database itself, and nobody has to look first.
create function check_placed(levels bigint, claims integer, is_coupon_claimed boolean) returns boolean language plpgsql as $$
begin
  if not is_coupon_claimed then
    raise exception 'the coupon of the order allows no use' using errcode = 'check_violation', constraint = 'orders_coupon_claimed';
  end if;
  if levels <> claims then
    raise exception 'stock that was locked is not there' using errcode = 'check_violation', constraint = 'orders_stock_claimed';
  end if;
  return true;
end $$;
