-- How placements end (record 0009): an order leaves `placing` before its charge is voided, and leases are told by the
-- database's own clock.

alter table orders drop constraint orders_check, drop constraint orders_check1;
alter table orders
  add constraint orders_number_when_confirmed check ((number is null) = (status in ('placing', 'voiding', 'void'))),
  add constraint orders_settle_while_open check ((settle_after is not null) = (status in ('placing', 'voiding')));
drop index orders_placing;
create index orders_unsettled on orders (settle_after) where status in ('placing', 'voiding');

-- From when the reversal of an approved charge without an order may be tried again; moved on as its lease.
alter table payments
  add column reverse_after timestamptz,
  add constraint payments_reverse_while_due check ((reverse_after is not null) = (status = 'reversing'));
create index payments_reversing on payments (reverse_after) where status = 'reversing';

-- A claim waits for locks, and nobody else sees it before its commit: its lease counts from there. Written as the begin
-- of the transaction and the length of the lease, it is moved to the commit by as much as the transaction took.
create function start_settle_lease() returns trigger language plpgsql as $$
begin
  update orders set settle_after = new.settle_after + (clock_timestamp() - now()) where id = new.id and status = 'placing';
  return null;
end $$;
create constraint trigger orders_settle_lease after insert on orders deferrable initially deferred
  for each row when (new.status = 'placing') execute function start_settle_lease();

create or replace function void_order(of_order uuid, moment timestamptz, refusal text, answer_status integer, answer_body jsonb)
returns boolean language plpgsql as $$
declare voided orders;
begin
  update orders set status = 'void', settle_after = null, updated_at = moment
    where id = of_order and status in ('placing', 'voiding') returning * into voided;
  if voided.id is null then return false; end if;

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
  update payments set status = 'refused', refusal_code = refusal, decided_at = moment
    where order_id = of_order and status = 'pending';
  update carts set status = 'open' where id = voided.cart_id;
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'voided', jsonb_build_object('code', refusal), moment);

  if answer_body is null then
    delete from idempotency_keys where scope = 'placeOrder' and key = voided.idempotency_key;
  else
    update idempotency_keys set status = answer_status, answer = answer_body
      where scope = 'placeOrder' and key = voided.idempotency_key;
  end if;
  return true;
end $$;
