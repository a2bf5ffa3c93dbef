-- Returns the customer's list. Creates the list if it does not exist (DEC-157). Concurrent callers get the same list.
create or replace function open_wishlist(customer uuid, new_list uuid, moment timestamptz) returns uuid language plpgsql as $$
declare found_list uuid;
begin
  select id into found_list from wishlists where customer_id = customer;
  if found_list is null then
    insert into wishlists (id, customer_id, created_at) values (new_list, customer, moment) on conflict (customer_id) do nothing;
    select id into found_list from wishlists where customer_id = customer;
  end if;
  return found_list;
end $$;

-- Locks a list until the transaction ends and returns its items. Null if the customer has no such list. A function because of the
-- lock, as with carts: the next statement sees what was committed during the wait.
create or replace function take_wishlist(list uuid, customer uuid) returns jsonb language plpgsql as $$
begin
  perform from wishlists where id = list and customer_id = customer for update;
  if not found then return null; end if;
  return coalesce(
    (select jsonb_agg(jsonb_build_object('id', i.id, 'sku', p.sku, 'quantity', i.quantity) order by i.added_at, i.id)
     from wishlist_items i join products p on p.id = i.product_id where i.wishlist_id = list), '[]');
end $$;

-- Moves items to a cart (WISH-07, DEC-157). Items and units that the cart does not accept stay in the list. If the cart accepts
-- no item, `refusal` has the reason. `lines`: IDs for new lines of the cart. `items`: the content of the list afterwards.
create or replace function move_wishlist_items(
  list uuid, customer uuid, cart uuid, wanted uuid[], lines uuid[], line_limit integer, quantity_limit integer,
  moment timestamptz, out refusal text, out items jsonb)
language plpgsql as $$
declare
  owner uuid;
  item record;
  is_moved boolean := false;
  before integer;
  added integer;
begin
  if take_wishlist(list, customer) is null then refusal := 'WISHLIST_NOT_FOUND'; return; end if;
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  select cart_owner(c) into owner from carts c where c.id = cart;
  if owner is not null and owner <> customer then refusal := 'FORBIDDEN'; return; end if;

  for item in
    select i.id, i.quantity, i.product_id, p.sku, lines[array_position(wanted, i.id)] as line
    from wishlist_items i join products p on p.id = i.product_id
    where i.wishlist_id = list and i.id = any (wanted) order by i.added_at, i.id
  loop
    before := units_in_cart(cart, item.product_id, null);
    perform add_cart_line(cart, item.line, item.sku, item.quantity, null, null, null, null, line_limit, quantity_limit, moment);
    added := units_in_cart(cart, item.product_id, null) - before;
    is_moved := is_moved or added > 0;
    if added >= item.quantity then delete from wishlist_items where id = item.id;
    else update wishlist_items set quantity = item.quantity - added where id = item.id;
    end if;
  end loop;
  if not is_moved then refusal := 'WISHLIST_NOT_MOVED'; return; end if;
  items := take_wishlist(list, customer);
end $$;

-- Locks a cart line that is to be saved for later (CART-23) until the transaction ends. Items of a payment link's cart go to no
-- list, because that cart belongs only to its link (record 0025). The list is locked before the cart, as in moves in the other
-- direction.
create or replace function take_cart_line(cart uuid, line uuid, customer uuid, out refusal text, out sku text, out units integer)
language plpgsql as $$
declare owner uuid;
begin
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  select cart_owner(c) into owner from carts c where c.id = cart;
  if owner is not null and owner <> customer then refusal := 'FORBIDDEN'; return; end if;
  select p.sku, l.quantity into sku, units from cart_lines l join products p on p.id = l.product_id
    where l.id = line and l.cart_id = cart;
  if sku is null then refusal := 'CART_LINE_NOT_FOUND'; end if;
end $$;

-- Leaves in the cart line the units that the list did not accept. 0 removes the line. No stock is checked, because the number of
-- units only decreases.
create or replace function leave_in_cart_line(cart uuid, line uuid, units integer, moment timestamptz) returns void language plpgsql as $$
begin
  if units > 0 then update cart_lines set quantity = units where id = line and cart_id = cart;
  else delete from cart_lines where id = line and cart_id = cart;
  end if;
  perform touch_cart(cart, moment);
end $$;
