-- The coupon that the cart has already is answered again and changes nothing (DEC-202). As in 0074 otherwise.
create or replace function put_cart_coupon(cart uuid, wanted text, moment timestamptz, out refusal text, out offered jsonb, out held jsonb)
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
    update carts set coupon_code = wanted, updated_at = moment where id = cart and coupon_code is distinct from wanted;
  end if;
end $$;
