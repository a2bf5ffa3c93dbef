-- Requests that the job for the points programs runs now.
create or replace function settle_points_soon() returns void language sql as $$
  select graphile_worker.add_job('settle-points', '{}', job_key => 'settle-points');
$$;

-- Stores since when a request to a program is open.
create or replace function points_unsettled_since() returns trigger language plpgsql as $$
begin
  new.unsettled_since := case when new.settle_after is not null then clock_timestamp() end;
  return new;
end $$;

-- Returns the points when the slot is emptied or the cart removed, except for points that an order has taken.
create or replace function give_back_points_of_cart() returns trigger language plpgsql as $$
begin
  update points_certificates set status = 'giving_back', settle_after = clock_timestamp()
    where code = old.certificate_code::uuid and status = 'held';
  if found then perform settle_points_soon(); end if;
  return null;
end $$;

-- Follows the order's status. Paid: the points are taken (DEC-114); a cash order is paid on delivery. Void: the certificate is
-- back in the slot of its reopened cart. Canceled, or all units refunded: the points are released, or returned if they were
-- taken.
create or replace function follow_points_of_order(now_is orders) returns void language plpgsql as $$
begin
  if now_is.status = 'void' then
    update points_certificates set status = 'held', order_id = null where order_id = now_is.id and status = 'claimed';
    return;
  elsif now_is.status in ('canceled', 'undelivered') then
    update points_certificates set status = 'giving_back', settle_after = clock_timestamp()
      where order_id = now_is.id and (status = 'claimed' or status in ('capturing', 'captured')
        -- The taken points have been returned in parts (`refunds`), or will be.
        and amount > (select coalesce(sum(points_amount), 0) from refunds r where r.order_id = now_is.id));
  elsif now_is.status = 'delivered' or (now_is.payment_type <> 'Cash' and now_is.status in ('processing', 'shipped')) then
    update points_certificates set status = 'capturing', settle_after = clock_timestamp()
      where order_id = now_is.id and status = 'claimed';
  else
    return;
  end if;
  if found then perform settle_points_soon(); end if;
end $$;

-- Claims a new order's certificate, once. If it cannot be claimed, the whole transaction rolls back.
create or replace function claim_points_of_order() returns trigger language plpgsql as $$
begin
  update points_certificates set order_id = new.id, status = 'claimed'
    where code = new.certificate_code::uuid and status = 'held' and cart_id = new.cart_id;
  if not found then raise exception 'the certificate of an order is not held'; end if;
  perform follow_points_of_order(new);
  return null;
end $$;

-- Claims the certificate of an order whose status has changed.
create or replace function follow_points_of_changed_order() returns trigger language plpgsql as $$
begin
  perform follow_points_of_order(new);
  return null;
end $$;

-- Puts a certificate with reserved points into its cart's slot. With a refusal, the points are released. `idle_coupon`: a coupon
-- that takes nothing off now, as the caller has seen, and that may be replaced (record 0018). Null if there is no such coupon.
create or replace function put_cart_certificate(of_code uuid, moment timestamptz, idle_coupon text default null) returns text language plpgsql as $$
declare
  certificate points_certificates;
  refusal text;
begin
  select * into certificate from points_certificates where code = of_code;
  refusal := lock_cart(certificate.cart_id);
  if refusal is null and exists (
    select from carts where id = certificate.cart_id
      and (certificate_code is not null or coupon_code is distinct from idle_coupon and coupon_code is not null)) then
    refusal := 'COUPON_ALREADY_APPLIED';
  end if;
  if refusal is null then
    update points_certificates set status = 'held', settle_after = null where code = of_code and status = 'holding';
    if not found then return 'CERTIFICATE_EXPIRED'; end if;
    update carts set coupon_code = null, certificate_code = of_code::text, certificate_amount = certificate.amount,
        updated_at = moment
      where id = certificate.cart_id;
    return null;
  end if;
  update points_certificates set status = 'giving_back', settle_after = clock_timestamp() where code = of_code and status = 'holding';
  perform settle_points_soon();
  return refusal;
end $$;

-- Records the points that a program took for an order and returned, in the order's money (record 0058). Only taken points are
-- returned. Partly refunded points have their own movements (`refunds`), or were never taken.
create or replace function move_money_of_points() returns trigger language plpgsql as $$
declare
  moved money_movement_kind := case new.status when 'given_back' then 'points_given' else 'points_taken' end;
  moved_amount bigint := case new.status
    when 'given_back' then coalesce((select sum(case kind when 'points_taken' then amount when 'points_given' then -amount end)
      from money_movements m where m.order_id = new.order_id), 0)
    else new.amount - coalesce((select sum(points_amount) from refunds r where r.order_id = new.order_id and not r.points_taken), 0) end;
begin
  if moved_amount <= 0 then return null; end if;
  insert into money_movements (order_id, kind, amount, acquirer, actor)
    values (new.order_id, moved, moved_amount, new.program, '{"kind": "job", "id": "settle-points"}');
  return null;
end $$;

-- Makes an order's points due for the job `credit-points`. Guests earn no points.
create or replace function points_of_order_due(of_order uuid) returns void language plpgsql as $$
begin
  insert into points_due (order_id, due_at)
    select id, clock_timestamp() from orders where id = of_order and customer_id is not null
    on conflict (order_id) do update set due_at = excluded.due_at;
  if found then perform graphile_worker.add_job('credit-points', '{}', job_key => 'credit-points'); end if;
end $$;

create or replace function points_of_shipment_due() returns trigger language plpgsql as $$
begin
  perform points_of_order_due(new.order_id);
  return null;
end $$;
