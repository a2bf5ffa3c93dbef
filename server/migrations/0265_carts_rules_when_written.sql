-- What the columns of a cart may hold is asked where they are written. As checks, these rules were read anew from the catalogue, all
-- of them, by each statement that changes a cart, of which a purchase has ten.
create function refuse_cart() returns trigger language plpgsql as $$
begin
  raise exception 'new row for relation "carts" violates check constraint "%"', tg_name
    using errcode = 'check_violation', constraint = tg_name, table = 'carts';
end $$;

alter table carts
  drop constraint carts_shipping_method_check,
  drop constraint carts_donation_check,
  drop constraint carts_one_slot;

create constraint trigger carts_shipping_method_check after insert or update of shipping_method on carts
  for each row when (new.shipping_method not in ('delivery', 'pickup')) execute function refuse_cart();

create constraint trigger carts_donation_check after insert or update of donation on carts
  for each row when (new.donation not between 100 and 100000) execute function refuse_cart();

create constraint trigger carts_one_slot after insert or update of coupon_code, certificate_code, certificate_amount on carts
  for each row when (
    num_nonnulls(new.coupon_code, new.certificate_code) > 1
    or (new.certificate_code is null) <> (new.certificate_amount is null)
    or new.certificate_amount <= 0)
  execute function refuse_cart();
