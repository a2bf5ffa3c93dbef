-- Changes of a cart that depend on its lines. They are functions because of the lock: one statement that waits for a
-- row lock still sees the other tables as they were before it waited, whereas each statement of a function sees what was
-- committed meanwhile. So every change first locks the cart's row and then decides on what is really there.
-- Each answers null when it wrote, or the code of the refusal when it wrote nothing.

-- Locks the cart; null while it may change.
create function lock_cart(cart uuid) returns text language plpgsql as $$
declare found_status cart_status;
begin
  select status into found_status from carts where id = cart for update;
  return case
    when found_status is null then 'CART_NOT_FOUND'
    when found_status = 'placing' then 'ORDER_IN_PROGRESS'
    when found_status <> 'open' then 'CART_CLOSED'
  end;
end $$;

-- The extended warranties of a product: its own, else those of the nearest category that has any (WAR-01, WAR-02).
create function product_warranties(product bigint) returns setof warranties language sql stable as $$
  select w.* from warranties w
  where w.product_id = product
    or w.category_id = (
      select a.id from products p
        join categories c on c.id = p.category_id
        join categories a on a.id = any (c.ancestor_ids)
      where p.id = product
        and exists (select from warranties x where x.category_id = a.id)
        and not exists (select from warranties x where x.product_id = product)
      order by a.level desc limit 1);
$$;

-- Units of one product over all lines of a cart, one line left out.
create function units_in_cart(cart uuid, product bigint, except_line uuid) returns integer language sql stable as $$
  select coalesce(sum(quantity), 0)::integer from cart_lines
  where cart_id = cart and product_id = product and id is distinct from except_line;
$$;

-- DEC-81: no more of a product in all lines together than there is.
create function refuse_units(wanted integer, product bigint) returns text language sql stable as $$
  select case
    when not p.is_published or p.sales_price is null then 'OUT_OF_STOCK'
    when p.kind = 'goods' and coalesce(s.salable, 0) = 0 then 'OUT_OF_STOCK'
    when p.kind = 'goods' and wanted > s.salable then 'QUANTITY_GREATER_THAN_STOCK'
  end
  from products p left join stock_totals s on s.product_id = p.id
  where p.id = product;
$$;

-- Restricted items are for pickup only (DEC-89); otherwise third-party and dropshipping items are for delivery only (DEC-97).
create function allows_shipping_method(cart uuid, method text) returns boolean language sql stable as $$
  select case
    when bool_or(p.is_restricted) then method = 'pickup'
    when bool_or(p.is_dropshipping or p.seller_id <> 1) then method = 'delivery'
    else true
  end
  from cart_lines l join products p on p.id = l.product_id
  where l.cart_id = cart;
$$;

-- After its lines changed: a donation goes when only digital items remain (DEC-82), and so does a shipping method that
-- the items no longer allow.
create function touch_cart(cart uuid, moment timestamptz) returns void language sql as $$
  update carts c set
    updated_at = moment,
    donation = case
      when (select bool_and(p.kind <> 'goods') from cart_lines l join products p on p.id = l.product_id where l.cart_id = cart)
        then null
      else c.donation
    end,
    shipping_method = case when allows_shipping_method(cart, c.shipping_method) then c.shipping_method end
  where c.id = cart;
$$;

-- Adds units of a product; to the line of the same offer, warranty and gift-card data where there is one, which then
-- holds at most `quantity_limit` (DEC-73).
create function add_cart_line(
  cart uuid, new_line uuid, product_sku text, units integer, offer text, parent text, warranty text, gift jsonb,
  line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out line_id uuid)
language plpgsql as $$
declare
  item record;
  present integer;
  wanted integer;
begin
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  select id, kind, seller_id, offer_id, sales_price, is_motorcycle, event_url into item
    from products where sku = product_sku and is_published;
  refusal := case
    when item.id is null then 'PRODUCT_NOT_FOUND'
    when item.is_motorcycle and not exists (select from flags where name = 'motorcycleAddToCart' and enabled) then 'FEATURE_DISABLED'
    when item.sales_price is null then 'PRODUCT_WITHOUT_PRICE'
    when item.seller_id <> 1 and (offer is null or offer is distinct from item.offer_id) then 'SELLER_OFFER_REQUIRED'
    when item.kind = 'gift_card' and gift is null then 'GIFT_CARD_DATA_REQUIRED'
    when warranty is not null and not exists (select from product_warranties(item.id) where sku = warranty) then 'WARRANTY_NOT_AVAILABLE'
  end;
  if refusal is not null then return; end if;

  offer := case when item.seller_id <> 1 then offer end;
  gift := case when item.kind = 'gift_card' then gift end;
  select id, quantity into line_id, present from cart_lines
    where cart_id = cart and product_id = item.id and offer_id is not distinct from offer
      and warranty_sku is not distinct from warranty and gift_card is not distinct from gift;
  wanted := least(quantity_limit, coalesce(present, 0) + units);
  refusal := refuse_units(wanted + units_in_cart(cart, item.id, line_id), item.id);
  if refusal is null and line_id is null and (select count(*) from cart_lines where cart_id = cart) >= line_limit then
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

-- Sets a line's quantity and, where given, its warranty; 0 removes the line, 0 with a warranty only the warranty (DEC-74).
-- A line that becomes equal to another one takes its units over, up to `quantity_limit`.
create function change_cart_line(
  cart uuid, line uuid, units integer, warranty text, quantity_limit integer, moment timestamptz)
returns text language plpgsql as $$
declare
  refusal text := lock_cart(cart);
  current cart_lines;
  twin cart_lines;
  next_warranty text;
  wanted integer;
begin
  if refusal is not null then return refusal; end if;
  select * into current from cart_lines where id = line and cart_id = cart;
  if current.id is null then return 'CART_LINE_NOT_FOUND'; end if;

  if units = 0 and warranty is null then
    delete from cart_lines where id = line;
    perform touch_cart(cart, moment);
    return null;
  end if;

  if units = 0 then
    -- Taking away what is already gone is done, not refused; another warranty than the line's is a mistake.
    if current.warranty_sku <> warranty then return 'WARRANTY_NOT_AVAILABLE'; end if;
  else
    next_warranty := coalesce(warranty, current.warranty_sku);
    if next_warranty is distinct from current.warranty_sku
      and not exists (select from product_warranties(current.product_id) where sku = next_warranty) then
      return 'WARRANTY_NOT_AVAILABLE';
    end if;
  end if;
  select * into twin from cart_lines
    where cart_id = cart and id <> line and product_id = current.product_id
      and offer_id is not distinct from current.offer_id and warranty_sku is not distinct from next_warranty
      and gift_card is not distinct from current.gift_card;
  wanted := least(quantity_limit, case when units = 0 then current.quantity else units end + coalesce(twin.quantity, 0));
  -- Taking a warranty away needs no stock.
  if units > 0 then
    refusal := refuse_units(
      wanted + units_in_cart(cart, current.product_id, line) - coalesce(twin.quantity, 0), current.product_id);
  end if;
  if refusal is not null then return refusal; end if;

  delete from cart_lines where id = twin.id;
  update cart_lines set quantity = wanted, warranty_sku = next_warranty, added_at = least(current.added_at, twin.added_at)
    where id = line;
  perform touch_cart(cart, moment);
  return null;
end $$;

-- DEC-82: replaces the donation before it; not for an empty or digital-only cart. Centavos.
create function set_cart_donation(cart uuid, amount bigint, moment timestamptz) returns text language plpgsql as $$
declare refusal text := lock_cart(cart);
begin
  if refusal is not null then return refusal; end if;
  if not exists (select from cart_lines l join products p on p.id = l.product_id
                 where l.cart_id = cart and p.kind = 'goods') then
    return 'DONATION_NOT_ALLOWED';
  end if;
  update carts set donation = amount, updated_at = moment where id = cart;
  return null;
end $$;

-- DEL-18; the method must suit the items (DEC-89, DEC-97) and there must be somewhere to go.
create function set_cart_shipping_method(cart uuid, method text, moment timestamptz) returns text language plpgsql as $$
declare refusal text := lock_cart(cart);
begin
  if refusal is not null then return refusal; end if;
  if (select shipping_address from carts where id = cart) is null then return 'SHIPPING_ADDRESS_REQUIRED'; end if;
  if not allows_shipping_method(cart, method) then return 'SHIPPING_METHOD_NOT_ALLOWED'; end if;
  update carts set shipping_method = method, updated_at = moment where id = cart;
  return null;
end $$;
