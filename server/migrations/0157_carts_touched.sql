-- As before; but most carts whose lines change have neither a donation nor a shipping method yet, and then nothing is looked
-- for that could take them away.
create or replace function touch_cart(cart uuid, moment timestamptz) returns void language sql as $$
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
$$;
