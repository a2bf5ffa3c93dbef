-- Changes of a cart that depend on its lines. Each function returns null if it wrote, or the code of the refusal if it wrote
-- nothing. They are functions because of the lock: a single statement that waits for a row lock sees other tables as they were
-- before the wait, but each statement of a function sees the current data. So every change first locks the cart's row, and then
-- decides. Only shared rules are separate functions, because every nested function costs the setup of its plans.

-- Returns why a cart with this status may not change. Null if it may.
create or replace function refusal_of_cart(status cart_status) returns text language sql immutable as $$
  select case
    when status is null then 'CART_NOT_FOUND'
    when status = 'placing' then 'ORDER_IN_PROGRESS'
    when status <> 'open' then 'CART_CLOSED'
  end
$$;

-- Locks the cart, and returns why it may not change. Null if it may.
create or replace function lock_cart(cart uuid) returns text language plpgsql as $$
declare found_status cart_status;
begin
  select status into found_status from carts where id = cart for update;
  return refusal_of_cart(found_status);
end $$;

-- Returns the ID of the owner, who may see the personal data of a cart (DEC-05). The owner is the cart's customer. The cart of a
-- payment link belongs to no account. Its own ID identifies everybody who has the link's token.
create or replace function cart_owner(cart carts) returns uuid language sql immutable as $$
  select case when cart.link_expires_at is null then cart.customer_id else cart.id end;
$$;

-- Counts the units of one product in all lines of a cart except one.
create or replace function units_in_cart(cart uuid, product bigint, except_line uuid) returns integer language sql stable as $$
  select coalesce(sum(quantity), 0)::integer from cart_lines
  where cart_id = cart and product_id = product and id is distinct from except_line;
$$;

-- Returns a refusal if all lines of a cart together have more units of a product than are salable (DEC-81). `checkReadiness` of
-- domain/src/carts applies the same rule.
create or replace function refuse_units_of(wanted integer, kind product_kind, is_sold boolean, salable integer) returns text language sql immutable as $$
  select case
    when not is_sold then 'OUT_OF_STOCK'
    when kind = 'goods' and coalesce(salable, 0) = 0 then 'OUT_OF_STOCK'
    when kind = 'goods' and wanted > salable then 'QUANTITY_GREATER_THAN_STOCK'
  end
$$;

-- Like `refuse_units_of`, for a product that the caller has not read yet.
create or replace function refuse_units(wanted integer, product bigint) returns text language sql stable as $$
  select refuse_units_of(wanted, p.kind, p.is_published and p.sales_price is not null, s.salable)
  from products p left join stock_totals s on s.product_id = p.id
  where p.id = product;
$$;

-- Returns whether a warranty is for a product. A separate function, so that a line without warranty does not plan this query.
create or replace function suits_product(warranty integer, product bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from product_warranties(product) w where w.id = warranty);
end $$;

-- Returns whether the items of a cart allow a shipping method. Restricted items are for pickup only (DEC-89). Other third-party
-- and dropshipping items are for delivery only (DEC-97). `allowsDeliveryType` of domain/src/delivery applies the same rule. The
-- function is in plpgsql with one generic plan, which a connection caches. Planning each call would take ten times as long as the
-- lookup.
create or replace function allows_shipping_method(cart uuid, method text) returns boolean language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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

-- Runs after the cart's lines have changed. Removes a donation if only digital items are left (DEC-82; `isDigitalOnly` of
-- domain/src/carts). Removes a shipping method that the items no longer allow. Most carts have neither yet, and skip the
-- statement that checks both.
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

-- Adds units of a product. If a line has the same offer, warranty and gift-card data, the units join that line, up to
-- `quantity_limit` units (DEC-73). The cart's lines are read once. Rare properties are read only for products that have them.
-- Uses one generic plan for all calls, because planning each call would cost more than it saves.
create or replace function add_cart_line(
  cart uuid, new_line uuid, product_sku text, units integer, offer text, parent text, warranty text, gift jsonb,
  line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out line_id uuid)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  cart_is cart_status;
  item record;
  lines integer;
  -- `present`: units in the line with the same item. `others`: units of the product in other lines.
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
  -- At most one line has the same item (`cart_lines_once`).
  select count(*), (array_agg(id) filter (where is_same))[1], max(quantity) filter (where is_same),
      coalesce(sum(quantity) filter (where product_id = item.id and not is_same), 0)
    into lines, line_id, present, others
    from (select l.id, l.product_id, l.quantity,
            product_id = item.id and seller_id = item.seller_id and offer_id is not distinct from offer and warranty_sku is not distinct from warranty
              and gift_card is not distinct from gift as is_same
          from cart_lines l where l.cart_id = cart) l;
  wanted := least(quantity_limit, coalesce(present, 0) + units);
  -- The product is published and has a price, because all other products were refused above.
  refusal := refuse_units_of(wanted + others, item.kind, true, item.salable);
  if refusal is null and line_id is null and lines >= line_limit then
    refusal := 'CART_LINE_LIMIT';
  end if;
  if refusal is null and item.kind = 'service' then refusal := refuse_visit(cart, item.id, wanted + others); end if;
  if refusal is not null then
    line_id := null;
    return;
  end if;

  if line_id is null then
    line_id := new_line;
    insert into cart_lines (id, cart_id, product_id, seller_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at)
      values (new_line, cart, item.id, item.seller_id, offer, parent, wanted, warranty, gift, item.event_url, moment);
  else
    update cart_lines set quantity = wanted where id = line_id;
  end if;
  -- Most carts have neither a donation nor a shipping method yet. They skip the check.
  update carts set updated_at = moment where id = cart and donation is null and shipping_method is null;
  if not found then perform touch_cart(cart, moment); end if;
end $$;

-- Sets a line's quantity and, if given, its warranty. A quantity of 0 removes the line, or with a warranty only the warranty
-- (DEC-74). A line that becomes equal to another line takes over its units, up to `quantity_limit`.
create or replace function change_cart_line(
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
    -- Removing a warranty that is already gone succeeds. A call that names another warranty than the line's is refused.
    if current.warranty_sku <> warranty then return 'WARRANTY_NOT_AVAILABLE'; end if;
  else
    next_warranty := coalesce(warranty, current.warranty_sku);
    if next_warranty is distinct from current.warranty_sku
      and not exists (select from product_warranties(current.product_id) where sku = next_warranty) then
      return 'WARRANTY_NOT_AVAILABLE';
    end if;
  end if;
  select * into twin from cart_lines
    where cart_id = cart and id <> line and product_id = current.product_id and seller_id = current.seller_id
      and offer_id is not distinct from current.offer_id and warranty_sku is not distinct from next_warranty
      and gift_card is not distinct from current.gift_card;
  wanted := least(quantity_limit, case when units = 0 then current.quantity else units end + coalesce(twin.quantity, 0));
  -- Removing a warranty needs no stock.
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

-- Records that the buyer has seen the price of a line (PRICE-09). A price that differs from the present price is ignored, because
-- it has changed again.
create or replace function mark_price_seen(cart uuid, line uuid, price bigint) returns text language plpgsql as $$
declare refusal text := lock_cart(cart);
begin
  if refusal is not null then return refusal; end if;
  update cart_lines set seen_price = case when price_at(product_id, now()) = price then price else seen_price end
    where id = line and cart_id = cart;
  return case when not found then 'CART_LINE_NOT_FOUND' end;
end $$;

-- Sets the cart's donation, in centavos. Refused for an empty or digital-only cart (DEC-82).
create or replace function set_cart_donation(cart uuid, amount bigint, moment timestamptz) returns text language plpgsql as $$
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

-- Sets the shipping method (DEL-18). The method must suit the items (DEC-89, DEC-97), and the cart must have a destination.
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

-- Returns the customer's open cart, or a new one with the given ID. Two concurrent calls get the same cart.
create or replace function open_customer_cart(customer uuid, new_cart uuid, moment timestamptz) returns uuid language plpgsql as $$
declare found uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  select id into found from carts where customer_id = customer and status = 'open' order by updated_at desc limit 1;
  if found is null then
    insert into carts (id, customer_id, created_at, updated_at) values (new_cart, customer, moment, moment);
    found := new_cart;
  end if;
  return found;
end $$;

-- Merges a guest's cart into a customer's (CART-29, DEC-54). Returns the customer's cart, or why nothing was written.
-- * If the customer has no open cart, the guest's cart becomes the customer's.
-- * Otherwise the guest's lines are added to the open cart, and the guest's cart is closed. Quantities are summed by product, offer,
--   warranty and gift card, up to `quantity_limit`. The guest's latest entries replace those of the customer's cart.
-- * The customer's coupon stays in the slot (record 0018), unless it has ended and the guest has one.
-- * A certificate belongs to its cart. So the guest's certificate leaves the slot, and its points are given back.
-- * If both carts together exceed `line_limit` lines, both stay. The customer uses the guest's cart first, and the
--   other cart after that order.
-- * The cart of a payment link is never merged (DEC-147).
create or replace function sync_cart(
  guest uuid, customer uuid, line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out cart uuid)
language plpgsql as $$
declare
  own carts;
  given carts;
begin
  -- Two tabs that sign in at the same time wait for each other. Otherwise each would create a cart.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  select * into given from carts where id = guest for update;
  if given.id is null then refusal := 'CART_NOT_FOUND'; return; end if;
  -- The cart of a payment link stays with its link, and the payer's own cart does not change (DEC-147).
  if given.link_expires_at is not null then refusal := 'FORBIDDEN'; return; end if;
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
        select product_id, seller_id, offer_id, warranty_sku, gift_card from cart_lines where cart_id = own.id
        union select product_id, seller_id, offer_id, warranty_sku, gift_card from cart_lines where cart_id = guest) both_carts) > line_limit then
    update carts set customer_id = customer, updated_at = moment where id = guest;
    cart := guest;
    return;
  end if;
  update cart_lines o set quantity = least(quantity_limit, o.quantity + g.quantity)
    from cart_lines g
    where o.cart_id = own.id and g.cart_id = guest and g.product_id = o.product_id
      and g.seller_id = o.seller_id and g.offer_id is not distinct from o.offer_id and g.warranty_sku is not distinct from o.warranty_sku
      and g.gift_card is not distinct from o.gift_card;
  delete from cart_lines g using cart_lines o
    where o.cart_id = own.id and g.cart_id = guest and g.product_id = o.product_id
      and g.seller_id = o.seller_id and g.offer_id is not distinct from o.offer_id and g.warranty_sku is not distinct from o.warranty_sku
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

-- Deletes guests' open carts, and closed carts, that nobody has changed or tried to order since `before`: at most `most` carts
-- after the ID `beyond`. `last`: the ID after which the next call continues, null if no cart is left. A payment link stays until
-- it expires, because the policy may let it live longer than an idle cart. Copies of the link are deleted after a day (DEC-213).
-- The function has two steps: it deletes the cart's data in orders before the cart.
create or replace function delete_idle_carts(before timestamptz, beyond uuid, most integer, out carts integer, out last uuid)
language plpgsql as $$
declare idle uuid[];
begin
  -- Reads two lists by separate indexes, each of at most `most` carts, because one condition for both would read every cart. A
  -- cart's orders are looked up by index, cart by cart, because a join would read all orders.
  with guests as materialized (
    select c.id from carts c
    where c.status = 'open' and c.customer_id is null and c.id > beyond
      and c.updated_at < case when c.link_id is null then before else now() - interval '1 day' end
      and (select coalesce(bool_and(o.status = 'void'
          and o.created_at < case when c.link_id is null then before else now() - interval '1 day' end), true)
        from orders o where o.cart_id = c.id)
    order by c.id limit most for update skip locked),
  closed as materialized (
    select c.id from carts c
    where c.status = 'closed' and c.id > beyond and c.updated_at < before
      and (c.link_expires_at is null or c.link_id is not null or c.link_expires_at < now())
      and (select coalesce(bool_and(o.status = 'void' and o.created_at < before), true) from orders o where o.cart_id = c.id)
    order by c.id limit most for update skip locked)
  select array(select id from (select id from guests union all select id from closed) due order by id limit most) into idle;
  perform forget_shopper(array(select o.id from orders o where o.cart_id = any (idle)));
  update orders set cart_id = null where cart_id = any (idle);
  delete from carts c where c.id = any (idle);
  carts := cardinality(idle);
  last := idle[carts];
end $$;
