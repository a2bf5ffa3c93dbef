-- A cash order that waits for the link in its mail (policy `cashConfirmation`): until when. Null: it waits for nothing.
alter table orders
  add column confirmation_due timestamptz,
  -- What waits is not sent off: it may still come to nothing.
  add constraint orders_confirmed_before_shipping check (confirmation_due is null or status = 'processing');
create index orders_unconfirmed on orders (confirmation_due) where confirmation_due is not null;

-- What the links are signed with: one for all nodes.
insert into shop_secrets values ('order-confirmation', gen_random_uuid()::text || gen_random_uuid()::text);

-- Ends an order that nobody confirmed in time: stock and coupon are as before it, its cart stays ordered. False, and nothing
-- written, when it waits no longer or its time is not over. A function because of the locks, as void_order.
create function cancel_unconfirmed_order(of_order uuid, moment timestamptz) returns boolean language plpgsql as $$
begin
  update orders set status = 'canceled', confirmation_due = null, updated_at = moment
    where id = of_order and confirmation_due <= moment;
  if not found then return false; end if;

  -- Every place of these products, in the one order in which a placement locks them.
  perform from stock_levels
    where product_id in (select product_id from stock_claims where order_id = of_order)
    order by product_id, store_code for no key update;
  update stock_levels l set quantity = l.quantity + c.quantity from stock_claims c
    where c.order_id = of_order and c.released_at is null and l.product_id = c.product_id and l.store_code = c.store_code;
  insert into stock_movements (product_id, store_code, delta, reason, order_id)
    select product_id, store_code, quantity, 'order_released', order_id from stock_claims
    where order_id = of_order and released_at is null order by product_id, store_code;
  update stock_claims set released_at = moment where order_id = of_order and released_at is null;

  with unused as (delete from coupon_uses where order_id = of_order returning code)
    update coupons set used_count = used_count - 1 where code in (select code from unused);
  update payments set status = 'refused', refusal_code = 'NOT_CONFIRMED', decided_at = moment
    where order_id = of_order and status = 'pending';
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'canceled', '{"reason": "not_confirmed"}', moment);
  return true;
end $$;
