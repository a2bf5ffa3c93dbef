-- One slot of a cart for what a shopper enters: a promotional coupon or a points certificate, never both (DIF-33). Neither
-- constraint reads the rows that are there: until now there were no certificates.
alter table carts add column certificate_code text, add column certificate_amount bigint;   -- centavos
alter table carts add constraint carts_one_slot check (
  num_nonnulls(coupon_code, certificate_code) <= 1
  and (certificate_code is null) = (certificate_amount is null) and coalesce(certificate_amount > 0, true)) not valid;
alter table orders add column certificate_code text;
alter table orders add constraint orders_one_slot check (num_nonnulls(coupon_code, certificate_code) <= 1) not valid;

-- What the rules ask of a coupon: its row, and how often it was used, in all and by whoever has this e-mail (DEC-78).
create function coupon_facts(of_code text, of_email text) returns jsonb language sql stable as $$
  select jsonb_build_object('code', code, 'label', label, 'percentBasisPoints', percent_bp, 'amount', amount, 'cap', cap,
    'minimumSubtotal', minimum_subtotal, 'startsAt', starts_at, 'endsAt', ends_at, 'totalLimit', total_limit,
    'customerLimit', customer_limit, 'uses', used_count,
    'customerUses', (select count(*) from coupon_uses u
      where customer_limit is not null and u.code = of_code and u.email = lower(of_email)))
  from coupons where code = of_code;
$$;

-- Puts a coupon into a cart's slot, for the caller to judge by the cart as it is then, and to undo; `held` is what stood
-- there before. With a refusal nothing is written; a certificate gives its place to nobody (DIF-33).
create function put_cart_coupon(cart uuid, wanted text, moment timestamptz, out refusal text, out offered jsonb, out held jsonb)
language plpgsql as $$
declare slot record;
begin
  refusal := case when exists (select from flags where name = 'coupons' and not enabled) then 'FEATURE_DISABLED'
    else lock_cart(cart) end;
  if refusal is not null then return; end if;
  select coupon_code, certificate_code, email into slot from carts where id = cart;
  offered := coupon_facts(wanted, slot.email);
  held := coupon_facts(slot.coupon_code, slot.email);
  refusal := case when offered is null then 'COUPON_NOT_FOUND'
    when slot.certificate_code is not null then 'COUPON_ALREADY_APPLIED' end;
  if refusal is null then
    update carts set coupon_code = wanted, updated_at = moment where id = cart;
  end if;
end $$;

-- Empties a cart's slot, whatever holds it (API-37, API-65); null = done.
create function empty_cart_slot(cart uuid, moment timestamptz) returns text language plpgsql as $$
declare refusal text := lock_cart(cart);
begin
  if refusal is null then
    update carts set coupon_code = null, certificate_code = null, certificate_amount = null, updated_at = moment
      where id = cart and num_nonnulls(coupon_code, certificate_code) > 0;
  end if;
  return refusal;
end $$;

-- Counts the use of a coupon for an order (CUP-11); false, and nothing written, when its time or its limits no longer allow
-- one (DEC-78). A function because of its steps: the coupon's row is locked before its uses are counted.
create function claim_coupon(of_order uuid, of_code text, of_email text, moment timestamptz) returns boolean
language plpgsql as $$
declare coupon coupons;
begin
  select * into coupon from coupons where code = of_code for no key update;
  if coupon.code is null or coupon.used_count >= coupon.total_limit
    or moment < coupon.starts_at or moment > coupon.ends_at
    or (select count(*) from coupon_uses where code = of_code and email = lower(of_email)) >= coupon.customer_limit then
    return false;
  end if;
  update coupons set used_count = used_count + 1 where code = of_code;
  insert into coupon_uses (order_id, code, email, used_at) values (of_order, of_code, lower(of_email), moment);
  return true;
end $$;
