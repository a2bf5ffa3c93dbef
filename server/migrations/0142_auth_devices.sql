-- What the cookies that name a browser a device of an account are signed with, besides the shop's secret: whoever had a device
-- has none once this has changed, by a reset or an operator (record 0029).
alter table customers add column device_epoch integer not null default 0 check (device_epoch >= 0);

-- Whoever registered an address that is not theirs leaves nothing to whoever resets its password by mail: no cart that they know
-- the id of, no place that orders would be sent to, no number that invoices and points would go to.
create function forget_former_owner(customer uuid, moment timestamptz) returns void language plpgsql as $$
begin
  -- As closing an account does: no cart is brought to it meanwhile, and carts come before their customer.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  perform from carts where customer_id = customer and status = 'open' order by id for update;
  -- A certificate that leaves its cart gives its points back.
  delete from cart_lines l using carts c where l.cart_id = c.id and c.customer_id = customer and c.status = 'open';
  update carts set status = 'closed', customer_id = null, email = null, shipping_address = null, billing_address = null,
      payment_method = null, coupon_code = null, certificate_code = null, certificate_amount = null, donation = null,
      updated_at = moment
    where customer_id = customer and status = 'open';
  delete from addresses where customer_id = customer;
  update customers set phone = null, dpi = null, date_of_birth = null, gender = null, nit = null, billing_name = null,
      billing_address = null
    where id = customer;
end $$;
