-- Cheaper changes of a cart: as before in all they answer and write. Each function that another calls has plans of its own to set
-- up; what an addition asks always now stands in it, and each rule still stands once.

create function refusal_of_cart(status cart_status) returns text language sql immutable as $$
  select case
    when status is null then 'CART_NOT_FOUND'
    when status = 'placing' then 'ORDER_IN_PROGRESS'
    when status <> 'open' then 'CART_CLOSED'
  end
$$;

create or replace function lock_cart(cart uuid) returns text language plpgsql as $$
declare found_status cart_status;
begin
  select status into found_status from carts where id = cart for update;
  return refusal_of_cart(found_status);
end $$;

create function refuse_units_of(wanted integer, kind product_kind, is_sold boolean, salable integer) returns text language sql immutable as $$
  select case
    when not is_sold then 'OUT_OF_STOCK'
    when kind = 'goods' and coalesce(salable, 0) = 0 then 'OUT_OF_STOCK'
    when kind = 'goods' and wanted > salable then 'QUANTITY_GREATER_THAN_STOCK'
  end
$$;

create or replace function refuse_units(wanted integer, product bigint) returns text language sql stable as $$
  select refuse_units_of(wanted, p.kind, p.is_published and p.sales_price is not null, s.salable)
  from products p left join stock_totals s on s.product_id = p.id
  where p.id = product;
$$;

-- As in 0207. The cart is locked, the stock asked with the product, and the cart touched by statements of its own.
create or replace function add_cart_line(
  cart uuid, new_line uuid, product_sku text, units integer, offer text, parent text, warranty text, gift jsonb,
  line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out line_id uuid)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  cart_is cart_status;
  item record;
  lines integer;
  -- Units of the line that holds the same already, and of the product's other lines.
  present integer;
  others integer;
  wanted integer;
begin
  select status into cart_is from carts where id = cart for update;
  refusal := refusal_of_cart(cart_is);
  if refusal is not null then return; end if;
  select p.id, p.kind, p.seller_id, p.offer_id, p.sales_price, p.is_motorcycle, p.event_url,
      (select s.salable from stock_totals s where s.product_id = p.id) as salable into item
    from products p where p.sku = product_sku and p.is_published;
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
  -- Published and with a price: what is neither was refused above.
  refusal := refuse_units_of(wanted + others, item.kind, true, item.salable);
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
  -- Most carts that take a product have neither a donation nor a method yet: nothing has to be looked for.
  update carts set updated_at = moment where id = cart and donation is null and shipping_method is null;
  if not found then perform touch_cart(cart, moment); end if;
end $$;

-- As before; the lock answers whether there is an address, which was asked by a statement of its own.
create or replace function set_cart_shipping_method(cart uuid, method text, moment timestamptz) returns text language plpgsql as $$
declare
  cart_is cart_status;
  has_address boolean;
  refusal text;
begin
  select status, shipping_address is not null into cart_is, has_address from carts where id = cart for update;
  refusal := refusal_of_cart(cart_is);
  if refusal is not null then return refusal; end if;
  if not has_address then return 'SHIPPING_ADDRESS_REQUIRED'; end if;
  if not allows_shipping_method(cart, method) then return 'SHIPPING_METHOD_NOT_ALLOWED'; end if;
  update carts set shipping_method = method, updated_at = moment where id = cart;
  return null;
end $$;
