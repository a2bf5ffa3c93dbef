-- Returns the cause of a refund from the stored word. Nodes of the previous release write 'goodwill' for all refunds of the desk.
create or replace function refund_cause(stored text) returns text language sql immutable as $$
  select case stored when 'goodwill' then 'desk' else stored end;
$$;

-- True if a refund pays nothing out, but reduces an unpaid debt. Nodes of the previous release write 'bill'.
create or replace function is_owed_less(destination text) returns boolean language sql immutable as $$
  select destination in ('owed_less', 'bill');
$$;

-- Returns the destination of a refund's money from the stored word.
create or replace function refund_destination(stored text) returns text language sql immutable as $$
  select case when is_owed_less(stored) then 'owed_less' else stored end;
$$;

-- Prevents a second refund of a unit. The line and its shipment count refunded units, and refuse more units than they have, even
-- for concurrent refunds.
create or replace function count_refunded_units() returns trigger language plpgsql as $$
begin
  update shipment_lines set refunded = refunded + new.quantity, courtesy = courtesy + case when new.is_courtesy then new.quantity else 0 end
    where order_id = new.order_id and n = new.n and position = new.position;
  update order_lines set refunded = refunded + new.quantity where order_id = new.order_id and position = new.position;
  return null;
end $$;

-- Records the money of a refund: as owed after the decision, and as returned after the bank, the till or the program has paid it.
create or replace function move_money_of_refund() returns trigger language plpgsql as $$
declare
  asked_of text := (select acquirer from payments where id = new.payment_id);
  certificate points_status;
begin
  if tg_op = 'INSERT' then
    if new.amount > 0 and not is_owed_less(new.destination) then
      -- The movement has the number of the refund's shipment (DEC-206).
      insert into money_movements (order_id, kind, amount, acquirer, reference, actor, reason)
        select new.order_id, 'refund_due', new.amount, case new.destination when 'origin' then asked_of end,
          case new.cause when 'shipment' then o.number || '-' || split_part(new.cause_key, ' ', 2) end, new.actor, new.reason
        from orders o where o.id = new.order_id;
    end if;
  elsif new.state = 'done' and old.state <> 'done' and not is_owed_less(new.destination) then
    insert into money_movements (order_id, kind, amount, acquirer, reference, actor, reason)
      values (new.order_id, case new.destination when 'origin' then 'refund' else 'till_refund' end::money_movement_kind, new.amount,
        case new.destination when 'origin' then asked_of end, new.reference, coalesce(new.done_by, new.actor), new.reason);
  end if;
  -- Also records an amount below one point, because the next part of the certificate makes up for it.
  if new.points_given_at is not null and new.points_taken and (tg_op = 'INSERT' or old.points_given_at is null) then
    -- If the whole certificate was returned in the meantime, that movement has recorded everything. The lock makes the second of
    -- two concurrent changes see the first.
    select status into certificate from points_certificates where order_id = new.order_id for update;
    if certificate is distinct from 'given_back' then
      insert into money_movements (order_id, kind, amount, reference, actor, reason)
        values (new.order_id, 'points_given', new.points_amount, new.id::text, new.actor, new.reason);
    end if;
  end if;
  return null;
end $$;

-- Refunds the rest of a paid order that is canceled. A card gets a refund only if a part was refunded before. Otherwise the whole
-- charge is reversed. A till always returns the rest. Points are returned with the order's certificate.
create or replace function refund_rest_of_order(of_order uuid, why text, by_actor jsonb) returns void language plpgsql as $$
declare paid payments; given bigint; rest bigint; tax bigint;
begin
  select * into paid from payments
    where order_id = of_order and status = 'approved' and amount > 0 and kind in ('Card', 'CardInstallments', 'StorePayment');
  if not found then return; end if;
  given := (select coalesce(sum(amount), 0) from refunds where order_id = of_order and not is_owed_less(destination));
  rest := paid.amount - given;
  if rest = 0 or given = 0 and paid.kind <> 'StorePayment' then return; end if;
  -- `tax`: the IVA that no earlier refund has taken off. Null if an earlier refund has no stored IVA.
  select case when coalesce(bool_and(r.iva is not null), true) then order_iva(o) - coalesce(sum(r.iva), 0) end into tax
    from orders o left join refunds r on r.order_id = o.id where o.id = of_order group by o.id;
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, iva, destination, state, actor, reason, send_after)
    values (gen_random_uuid(), of_order, 'cancellation', 'order', paid.id, rest, tax,
      case paid.kind when 'StorePayment' then 'till' else 'origin' end, 'due', by_actor, why,
      case when paid.kind <> 'StorePayment' then clock_timestamp() end);
  if paid.kind <> 'StorePayment' then
    perform graphile_worker.add_job('send-refunds', '{}', job_key => 'send-refunds');
  end if;
end $$;

-- Cancels units of a line in a shipment, and returns their stock to the places where it was claimed. Missing units are canceled
-- first, because nothing is claimed for them. The caller has locked the order.
create or replace function cancel_units(of_order uuid, of_n integer, of_position integer, units integer, moment timestamptz) returns void
language plpgsql as $$
declare
  line order_lines;
  left_over integer;
  claim record;
  freed integer;
begin
  -- Locks the order's gift cards before its stock, because the order may become canceled now (record 0034).
  perform lock_gift_cards_of(of_order);
  update order_lines set canceled = canceled + units where order_id = of_order and position = of_position returning * into line;
  select units - least(units, missing) into left_over from shipment_lines where order_id = of_order and n = of_n and position = of_position;
  update shipment_lines set canceled = canceled + units, missing = missing - least(units, missing), picked = least(picked, quantity - canceled - units)
    where order_id = of_order and n = of_n and position = of_position;
  -- Marks a gift card line whose units are all canceled. None of its codes is then sent.
  update order_lines set gift_cards_sent_at = '-infinity'
    where order_id = of_order and position = of_position and gift_card is not null and canceled = quantity;
  -- Locks levels in the same order as placing an order does.
  perform from stock_levels where product_id = line.product_id order by store_code for no key update;
  for claim in select store_code, quantity from stock_claims
      where order_id = of_order and n = of_n and product_id = line.product_id and released_at is null order by store_code desc loop
    exit when left_over = 0;
    freed := least(left_over, claim.quantity);
    left_over := left_over - freed;
    update stock_claims set quantity = case when quantity > freed then quantity - freed else quantity end,
        released_at = case when quantity = freed then moment end
      where order_id = of_order and n = of_n and product_id = line.product_id and store_code = claim.store_code;
    update stock_levels set quantity = quantity + freed where product_id = line.product_id and store_code = claim.store_code;
    insert into stock_movements (product_id, store_code, delta, reason, order_id)
      values (line.product_id, claim.store_code, freed, 'order_released', of_order);
  end loop;
end $$;

-- Sums the refunds that a desk user has made alone since a given time, in centavos of money, points and gift cards (WORK-19).
-- These are refunds that the user decided without another person's approval, and returns that the user both approved and decided.
-- Locks the user, so that the second of two concurrent refunds counts the first.
create or replace function lock_given_alone(staff uuid, since timestamptz) returns bigint language plpgsql as $$
begin
  perform from staff_members where id = staff for no key update;
  return (
    select coalesce(sum(r.amount + r.points_amount + r.gift_card_amount), 0) from refunds r
    where r.created_at >= since and not is_owed_less(r.destination)
      and (refund_cause(r.cause) = 'desk' or r.cause = 'return' and exists (select from returns t where t.order_id = r.order_id
        and r.cause_key like 'return D-' || t.number || ': %' and t.answered_by ->> 'id' = staff::text))
      and r.actor ->> 'kind' = 'staff' and r.actor ->> 'id' = staff::text
      and not exists (select from refund_requests q where q.id = r.id));
end $$;
