-- Who closes an account and registers anew has used their coupons all the same: of a use by nobody's e-mail any more a hash
-- stays, by which that address is known again and nobody is found.
insert into shop_secrets values ('coupon-users', gen_random_uuid()::text || gen_random_uuid()::text);

-- What is kept of an e-mail in the use of a coupon once its buyer was forgotten; no e-mail looks like it.
create function forgotten_coupon_user(of_email text) returns text language sql stable as $$
  select 'hash:' || encode(sha256(convert_to(value || ':' || lower(of_email), 'UTF8')), 'hex')
  from shop_secrets where name = 'coupon-users';
$$;

-- How often an e-mail has used a coupon, before its account was closed, too (DEC-78).
create function coupon_uses_by(of_code text, of_email text) returns bigint language sql stable as $$
  select count(*) from coupon_uses u where u.code = of_code and u.email in (lower(of_email), forgotten_coupon_user(of_email));
$$;

-- As in 0074.
create or replace function coupon_facts(of_code text, of_email text) returns jsonb language sql stable as $$
  select jsonb_build_object('code', code, 'label', label, 'percentBasisPoints', percent_bp, 'amount', amount, 'cap', cap,
    'minimumSubtotal', minimum_subtotal, 'startsAt', starts_at, 'endsAt', ends_at, 'totalLimit', total_limit,
    'customerLimit', customer_limit, 'uses', used_count,
    'customerUses', case when customer_limit is null then 0 else coupon_uses_by(of_code, of_email) end)
  from coupons where code = of_code;
$$;

-- As in 0107.
create or replace function is_coupon_over(of_code text, of_email text, moment timestamptz) returns boolean language sql stable as $$
  select not exists (select from coupons c where c.code = of_code
    and coalesce(c.used_count < c.total_limit, true)
    and coalesce(moment >= c.starts_at, true) and coalesce(moment <= c.ends_at, true)
    and coalesce(coupon_uses_by(of_code, of_email) < c.customer_limit, true));
$$;

-- As in 0074.
create or replace function claim_coupon(of_order uuid, of_code text, of_email text, moment timestamptz) returns boolean
language plpgsql as $$
declare coupon coupons;
begin
  select * into coupon from coupons where code = of_code for no key update;
  if coupon.code is null or coupon.used_count >= coupon.total_limit
    or moment < coupon.starts_at or moment > coupon.ends_at
    or coupon_uses_by(of_code, of_email) >= coupon.customer_limit then
    return false;
  end if;
  update coupons set used_count = used_count + 1 where code = of_code;
  insert into coupon_uses (order_id, code, email, used_at) values (of_order, of_code, lower(of_email), moment);
  return true;
end $$;
