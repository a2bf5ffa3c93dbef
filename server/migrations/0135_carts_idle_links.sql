-- As before; but the cart of a payment link is kept until that is over: the policy may let a link hold longer than a cart lies.
create or replace function delete_idle_carts(before timestamptz, beyond uuid, most integer, out carts integer, out last uuid)
language plpgsql as $$
declare idle uuid[];
begin
  -- A cart's orders are looked up by index, one cart after the other: a join would read all orders for each portion.
  idle := array(
    select c.id from carts c
    where c.status = 'open' and c.customer_id is null and c.id > beyond and c.updated_at < before
      and (c.link_expires_at is null or c.link_expires_at < now())
      and (select coalesce(bool_and(o.status = 'void' and o.created_at < before), true) from orders o where o.cart_id = c.id)
    order by c.id limit most for update skip locked);
  perform forget_shopper(array(select o.id from orders o where o.cart_id = any (idle)));
  update orders set cart_id = null where cart_id = any (idle);
  delete from carts c where c.id = any (idle);
  carts := cardinality(idle);
  last := idle[carts];
end $$;
