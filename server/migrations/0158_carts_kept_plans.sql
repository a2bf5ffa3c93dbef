-- As before, but in a language whose plans a connection keeps: these were planned anew for each call, which cost more than
-- running them.
create or replace function allows_shipping_method(cart uuid, method text) returns boolean language plpgsql stable as $$
begin
  return (
    select case
      when bool_or(p.is_restricted) then method = 'pickup'
      when bool_or(p.is_dropshipping or p.seller_id <> 1) then method = 'delivery'
      else true
    end
    from cart_lines l join products p on p.id = l.product_id
    where l.cart_id = cart);
end $$;

create or replace function touch_cart(cart uuid, moment timestamptz) returns void language plpgsql as $$
begin
  update carts c set
    updated_at = moment,
    donation = case
      when c.donation is null then null
      when (select bool_and(p.kind <> 'goods') from cart_lines l join products p on p.id = l.product_id where l.cart_id = cart)
        then null
      else c.donation
    end,
    shipping_method = case
      when c.shipping_method is null then null
      when allows_shipping_method(cart, c.shipping_method) then c.shipping_method
    end
  where c.id = cart;
end $$;
