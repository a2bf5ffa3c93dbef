-- What orders say of people who bought nothing, and of where an order was placed from, is kept for a time only.

create function forget_shopper(of_orders uuid[]) returns void language plpgsql as $$
begin
  -- In one order and before their lines: two who forget never wait for each other in a circle.
  perform from orders where id = any (of_orders) order by id for update;
  update order_lines set gift_card = null where order_id = any (of_orders) and gift_card is not null;
  update orders set email = '', contact = '{}', shipping_address = null, billing_address = '{}', client_key = null
    where id = any (of_orders);
end $$;

-- Orders that came to nothing and still name somebody, by age: also those whose cart gave an order later.
create index if not exists orders_void_named on orders (created_at) where status = 'void' and email <> '';

-- Only the open carts of guests, in an order that nothing changes: a cart enters it once and leaves it once.
create index if not exists carts_open_guests on carts (id) where status = 'open' and customer_id is null;

-- Deletes open carts of guests that nobody changed or tried to order since `before`, at most so many after the id `beyond`; `last` is where the next
-- portion begins, null = none was left. A function because of its steps: what a cart's orders say goes before the cart.
create function delete_idle_carts(before timestamptz, beyond uuid, most integer, out carts integer, out last uuid)
language plpgsql as $$
declare idle uuid[];
begin
  -- A cart's orders are looked up by index, one cart after the other: a join would read all orders for each portion.
  idle := array(
    select c.id from carts c
    where c.status = 'open' and c.customer_id is null and c.id > beyond and c.updated_at < before
      and (select coalesce(bool_and(o.status = 'void' and o.created_at < before), true) from orders o where o.cart_id = c.id)
    order by c.id limit most for update skip locked);
  perform forget_shopper(array(select o.id from orders o where o.cart_id = any (idle)));
  update orders set cart_id = null where cart_id = any (idle);
  delete from carts c where c.id = any (idle);
  carts := cardinality(idle);
  last := idle[carts];
end $$;

