-- Carts of more than fifty lines together were refused at every login, so that the customer shopped in a guest's cart.

-- Brings a guest's cart to a customer (CART-29, DEC-54). Without an open cart of theirs it becomes that; else its lines
-- are added there, those of one product, offer, warranty and gift card summed up to `quantity_limit`, and it is closed.
-- What the shopper told the guest's cart last goes before what the other held; in the slot (record 0026) the
-- customer's stays, but a coupon that is over gives its place to the guest's. A certificate is its cart's own: the guest's leaves
-- the slot, and its points are given back. Two that hold more than `line_limit` lines together stay two: the guest's becomes the
-- one in use, the other waits until that is ordered. Answers the cart that is now the customer's, or why nothing was written.
create or replace function sync_cart(
  guest uuid, customer uuid, line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out cart uuid)
language plpgsql as $$
declare
  own carts;
  given carts;
begin
  -- Two tabs sign in at once: one after the other, or each would make a cart of its own.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  select * into given from carts where id = guest for update;
  if given.id is null then refusal := 'CART_NOT_FOUND'; return; end if;
  if given.customer_id is not null and given.customer_id <> customer then refusal := 'FORBIDDEN'; return; end if;
  if given.status = 'closed' and given.merged_into is not null then
    select id into cart from carts where id = given.merged_into and customer_id = customer and status in ('open', 'placing');
    if cart is null then refusal := 'CART_CLOSED'; end if;
    return;
  end if;
  if given.status = 'placing' then refusal := 'ORDER_IN_PROGRESS'; return; end if;
  if given.status <> 'open' then refusal := 'CART_CLOSED'; return; end if;
  if given.customer_id = customer then cart := guest; return; end if;

  select * into own from carts
    where customer_id = customer and status = 'open' order by updated_at desc limit 1 for update;
  if own.id is null then
    update carts set customer_id = customer, updated_at = moment where id = guest;
    cart := guest;
    return;
  end if;
  if (select count(*) from (
        select product_id, offer_id, warranty_sku, gift_card from cart_lines where cart_id = own.id
        union select product_id, offer_id, warranty_sku, gift_card from cart_lines where cart_id = guest) both_carts) > line_limit then
    update carts set customer_id = customer, updated_at = moment where id = guest;
    cart := guest;
    return;
  end if;
  update cart_lines o set quantity = least(quantity_limit, o.quantity + g.quantity)
    from cart_lines g
    where o.cart_id = own.id and g.cart_id = guest and g.product_id = o.product_id
      and g.offer_id is not distinct from o.offer_id and g.warranty_sku is not distinct from o.warranty_sku
      and g.gift_card is not distinct from o.gift_card;
  delete from cart_lines g using cart_lines o
    where o.cart_id = own.id and g.cart_id = guest and g.product_id = o.product_id
      and g.offer_id is not distinct from o.offer_id and g.warranty_sku is not distinct from o.warranty_sku
      and g.gift_card is not distinct from o.gift_card;
  update cart_lines set cart_id = own.id where cart_id = guest;
  update carts set
      email = coalesce(given.email, own.email),
      shipping_address = coalesce(given.shipping_address, own.shipping_address),
      shipping_method = case when given.shipping_address is null then own.shipping_method else given.shipping_method end,
      billing_address = coalesce(given.billing_address, own.billing_address),
      payment_method = coalesce(given.payment_method, own.payment_method),
      coupon_code = case
        when own.certificate_code is not null then null
        when given.coupon_code is not null and (own.coupon_code is null
          or is_coupon_over(own.coupon_code, coalesce(given.email, own.email), moment)
            and not is_coupon_over(given.coupon_code, coalesce(given.email, own.email), moment)) then given.coupon_code
        else own.coupon_code end,
      donation = coalesce(given.donation, own.donation)
    where id = own.id;
  update carts set status = 'closed', merged_into = own.id, email = null, shipping_address = null,
      billing_address = null, coupon_code = null, certificate_code = null, certificate_amount = null, updated_at = moment
    where id = guest;
  perform touch_cart(own.id, moment);
  cart := own.id;
end $$;
