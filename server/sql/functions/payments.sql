-- Stores the time at which the bank was first asked for a reversal.
create or replace function payments_reversing_since() returns trigger language plpgsql as $$
begin
  new.reversing_since := clock_timestamp();
  return new;
end $$;

-- Marks a card as removed when its account is deleted. A job removes it at the acquirer later.
create or replace function remove_card_of_nobody() returns trigger language plpgsql as $$
begin
  new.removed_at := coalesce(new.removed_at, clock_timestamp());
  new.remove_after := coalesce(new.remove_after, clock_timestamp());
  return new;
end $$;

-- Notifies the job that removes cards at the acquirer. Runs for every removed card.
create or replace function remove_saved_cards_soon() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('remove-saved-cards', '{}', job_key => 'remove-saved-cards');
  return null;
end $$;

-- Records the money that moves when the status of a payment changes. A trigger calls this, so that every status of a payment has
-- its movement. A charge can be approved after its order is void. The capture is then recorded first, and its reversal later.
-- Each of the shop's statements sets the time and the author (`decided_at`, `decided_by`). Without these, the change is
-- attributed to the database user. Cash moves with its shipments (`collect_cash_of_shipment`).
create or replace function move_money_of_payment() returns trigger language plpgsql as $$
declare
  before payment_status := case when tg_op = 'UPDATE' then old.status end;
  movement_in money_movement_kind := case
    when new.kind in ('Card', 'CardInstallments') then case
      when new.status in ('approved', 'reversing') and coalesce(before, 'pending') in ('pending', 'refused') then 'capture' end
    when new.kind = 'StorePayment' then case when new.status = 'approved' then 'till_payment' end end;
  movement_out money_movement_kind := case
    -- If a part of the charge was refunded before, the rest is also a refund (`refunds`), not a reversal.
    when new.kind in ('Card', 'CardInstallments') and new.status = 'reversed' and not exists (
      select from refunds r where r.order_id = new.order_id and r.amount > 0 and not is_owed_less(r.destination)) then 'reversal'
    -- The payment at a till was undone, so the till no longer has the money.
    when new.kind = 'StorePayment' and before in ('approved', 'reversed') and new.status = 'pending' then 'till_refund' end;
  -- The amount that becomes due to the buyer. The movement of the debt comes before the movement of the money.
  owed bigint := case
    when new.status = 'reversing' or movement_out = 'reversal' and before <> 'reversing' then new.amount
    when movement_out = 'till_refund' then new.amount - (
      select coalesce(sum(r.amount), 0) from refunds r where r.order_id = new.order_id and r.destination in ('till', 'transfer', 'giftCard')) end;
begin
  insert into money_movements (order_id, kind, amount, acquirer, reference, actor, reason)
    select new.order_id, moved.kind, moved.amount, new.acquirer,
      coalesce(new.gateway_id, (select concat_ws('/', till, receipt) from till_receipts r where r.order_id = new.order_id)),
      coalesce(case when tg_op = 'INSERT' or new.decided_at is distinct from old.decided_at then new.decided_by end,
        jsonb_build_object('kind', 'command', 'id', session_user)),
      -- A capture gets a reason only if this statement set one. An older reason belongs to an earlier decision.
      case when moved.kind <> 'capture' or tg_op = 'UPDATE' and new.reason is distinct from old.reason then new.reason end
    from (values (1, movement_in, new.amount), (2, 'refund_due'::money_movement_kind, owed), (3, movement_out, new.amount)) as moved (n, kind, amount)
    where moved.kind is not null and moved.amount > 0 order by moved.n;
  return null;
end $$;

-- Records the amount that the buyer really paid at the door. A trigger calls this, so that every collection has its movement.
create or replace function collect_cash_of_shipment() returns trigger language plpgsql as $$
begin
  insert into money_movements (order_id, kind, amount, reference, actor, reason)
    select new.order_id, 'cash_collected', new.cash_collected, number || '-' || new.n,
      coalesce(new.decided_by, jsonb_build_object('kind', 'command', 'id', session_user)), new.reason
    from orders where id = new.order_id;
  return null;
end $$;

-- Records later corrections and write-offs of the cash that was collected at the door (CASH-07).
create or replace function settle_cash_of_shipment() returns trigger language plpgsql as $$
begin
  insert into money_movements (order_id, kind, amount, reference, actor, reason)
    select new.order_id, moved.kind::money_movement_kind, moved.amount, number || '-' || new.n,
      coalesce(new.decided_by, jsonb_build_object('kind', 'command', 'id', session_user)), new.reason
    from orders, (values ('cash_collected', new.cash_collected - old.cash_collected), ('cash_uncollected', old.cash_collected - new.cash_collected),
      ('cash_written_off', new.cash_written_off - old.cash_written_off)) as moved (kind, amount)
    where id = new.order_id and moved.amount > 0;
  return null;
end $$;

-- Synchronizes `plans` and `plan_list`. The desk and the current `ceiba` write `plan_list`. The `ceiba` of the previous release
-- writes `plans`.
create or replace function card_bin_plans() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.plan_list <> '') or (tg_op = 'UPDATE' and new.plan_list <> old.plan_list) then
    new.plans := array(select distinct p::integer from regexp_split_to_table(new.plan_list, '\s*,\s*') p where p <> '' order by 1);
  end if;
  new.plan_list := array_to_string(new.plans, ', ');
  return new;
end $$;
