-- Cheaper changes of carts: as before in all they answer and write.

-- Whether a warranty is one of a product's. A function of its own, so that reading a line without warranty does not set up what
-- looks for one.
create function suits_product(warranty integer, product bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from product_warranties(product) w where w.id = warranty);
end $$;

-- Most carts whose lines change have neither a donation nor a shipping method yet: the statement that looks for what could take
-- them away is not even begun.
create or replace function touch_cart(cart uuid, moment timestamptz) returns void language plpgsql as $$
begin
  update carts set updated_at = moment where id = cart and donation is null and shipping_method is null;
  if found then return; end if;
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

-- The cart's lines are looked at once, and what only some products have is asked of those alone. One plan for all calls: each
-- seemed dear enough to be planned anew, which cost more than it saved.
create or replace function add_cart_line(
  cart uuid, new_line uuid, product_sku text, units integer, offer text, parent text, warranty text, gift jsonb,
  line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out line_id uuid)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  item record;
  lines integer;
  -- Units of the line that holds the same already, and of the product's other lines.
  present integer;
  others integer;
  wanted integer;
begin
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  select id, kind, seller_id, offer_id, sales_price, is_motorcycle, event_url into item
    from products where sku = product_sku and is_published;
  if item.id is null then refusal := 'PRODUCT_NOT_FOUND'; return; end if;
  if item.is_motorcycle then
    if not exists (select from flags where name = 'motorcycleAddToCart' and enabled) then refusal := 'FEATURE_DISABLED'; return; end if;
  end if;
  if item.sales_price is null then refusal := 'PRODUCT_WITHOUT_PRICE'; return; end if;
  if item.seller_id <> 1 and (offer is null or offer is distinct from item.offer_id) then
    refusal := 'SELLER_OFFER_REQUIRED'; return;
  end if;
  if item.kind = 'gift_card' and gift is null then refusal := 'GIFT_CARD_DATA_REQUIRED'; return; end if;
  if warranty is not null then
    if not exists (select from product_warranties(item.id) where sku = warranty) then
      refusal := 'WARRANTY_NOT_AVAILABLE'; return;
    end if;
  end if;

  offer := case when item.seller_id <> 1 then offer end;
  gift := case when item.kind = 'gift_card' then gift end;
  -- At most one line is the same (`cart_lines_once`).
  select count(*), (array_agg(id) filter (where is_same))[1], max(quantity) filter (where is_same),
      coalesce(sum(quantity) filter (where product_id = item.id and not is_same), 0)
    into lines, line_id, present, others
    from (select l.id, l.product_id, l.quantity,
            product_id = item.id and offer_id is not distinct from offer and warranty_sku is not distinct from warranty
              and gift_card is not distinct from gift as is_same
          from cart_lines l where l.cart_id = cart) l;
  wanted := least(quantity_limit, coalesce(present, 0) + units);
  refusal := refuse_units(wanted + others, item.id);
  if refusal is null and line_id is null and lines >= line_limit then
    refusal := 'CART_LINE_LIMIT';
  end if;
  if refusal is not null then
    line_id := null;
    return;
  end if;

  if line_id is null then
    line_id := new_line;
    insert into cart_lines (id, cart_id, product_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at)
      values (new_line, cart, item.id, offer, parent, wanted, warranty, gift, item.event_url, moment);
  else
    update cart_lines set quantity = wanted where id = line_id;
  end if;
  perform touch_cart(cart, moment);
end $$;
