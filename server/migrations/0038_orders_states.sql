-- How orders go on once they are placed (DEC-137): an operator ships, delivers and cancels them.

-- Sales counted of orders that were canceled later; a job subtracts them. Before the steps that hold up
-- payments: it may take a while.
create index if not exists orders_uncount on orders (id) where is_counted and status = 'canceled';

-- Since when the bank is asked to reverse a charge, which may be much older.
alter table payments add column reversing_since timestamptz;
update payments set reversing_since = coalesce(decided_at, created_at) where status = 'reversing';
create function payments_reversing_since() returns trigger language plpgsql as $$
begin
  new.reversing_since := clock_timestamp();
  return new;
end $$;
create trigger payments_reversing_since before update of status on payments
  for each row when (new.status = 'reversing' and old.status <> 'reversing') execute function payments_reversing_since();

-- Gives back what an order took: stock and coupon are as before it. Called after the order's status was changed by a
-- condition, so that it is done once; after the cart's lock where the cart is changed, too.
create function release_order(of_order uuid, moment timestamptz) returns void language plpgsql as $$
begin
  -- Every place of these products, in the one order in which a placement locks them: two of them never wait for each other.
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
end $$;

-- What follows a cancellation: everything is given back, a charge of the bank is due to be reversed, the buyer is told.
create function end_canceled_order(of_order uuid, moment timestamptz, reason text) returns void language plpgsql as $$
begin
  perform release_order(of_order, moment);
  update payments set status = 'refused', refusal_code = upper(reason), decided_at = moment
    where order_id = of_order and status = 'pending';
  update payments set status = 'reversing', reverse_after = clock_timestamp()
    where order_id = of_order and status = 'approved' and amount > 0;
  if found then
    perform graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders');
  end if;
  update payments set status = 'reversed' where order_id = of_order and status = 'approved';
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'canceled', jsonb_build_object('reason', reason), moment);
  perform graphile_worker.add_job('order-canceled', json_build_object('orderId', of_order, 'reason', reason));
end $$;

-- Ends a placed order; false, and nothing written, when its status is none of those. Its cart stays ordered.
create function cancel_order(order_number bigint, from_statuses order_status[], moment timestamptz)
returns boolean language plpgsql as $$
declare canceled uuid;
begin
  update orders set status = 'canceled', confirmation_due = null, updated_at = moment
    where number = order_number and status = any (from_statuses) returning id into canceled;
  if canceled is null then return false; end if;
  perform end_canceled_order(canceled, moment, 'operator');
  return true;
end $$;

-- As before, by the steps above; the buyer is told.
create or replace function cancel_unconfirmed_order(of_order uuid, moment timestamptz) returns boolean language plpgsql as $$
begin
  update orders set status = 'canceled', confirmation_due = null, updated_at = moment
    where id = of_order and confirmation_due <= moment;
  if not found then return false; end if;
  perform end_canceled_order(of_order, moment, 'not_confirmed');
  return true;
end $$;

-- As before; a key that was taken over meanwhile by another call keeps that call's answer.
alter table idempotency_keys add column order_id uuid;   -- what was placed under it; null before that was kept
create or replace function void_order(of_order uuid, moment timestamptz, refusal text, answer_status integer, answer_body jsonb)
returns boolean language plpgsql as $$
declare voided orders;
begin
  update orders set status = 'void', settle_after = null, updated_at = moment
    where id = of_order and status in ('placing', 'voiding') returning * into voided;
  if voided.id is null then return false; end if;
  -- Before the stock, as a placement locks them: two of them never wait in a circle.
  perform from carts where id = voided.cart_id for update;
  perform release_order(of_order, moment);
  update payments set status = 'refused', refusal_code = refusal, decided_at = moment
    where order_id = of_order and status = 'pending';
  update carts set status = 'open' where id = voided.cart_id;
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'voided', jsonb_build_object('code', refusal), moment);

  if answer_body is null then
    delete from idempotency_keys k
      where scope = 'placeOrder' and key = voided.idempotency_key and coalesce(k.order_id, of_order) = of_order;
  else
    update idempotency_keys k set status = answer_status, answer = answer_body
      where scope = 'placeOrder' and key = voided.idempotency_key and coalesce(k.order_id, of_order) = of_order;
  end if;
  return true;
end $$;
