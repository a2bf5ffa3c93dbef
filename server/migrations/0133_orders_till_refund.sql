-- A canceled order that was paid at the store: no bank knows of its money, which is given back where it was taken.

-- As before; but only charges of cards are reversed at the bank. What a till has taken is due there, which an event says.
create or replace function end_canceled_order(of_order uuid, moment timestamptz, reason text) returns void language plpgsql as $$
begin
  perform release_order(of_order, moment);
  update payments set status = 'refused', refusal_code = upper(reason), decided_at = moment
    where order_id = of_order and status = 'pending';
  update payments set status = 'reversing', reverse_after = clock_timestamp()
    where order_id = of_order and status = 'approved' and amount > 0 and kind in ('Card', 'CardInstallments');
  if found then
    perform graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders');
  end if;
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'canceled', jsonb_build_object('reason', reason), moment);
  insert into order_events (order_id, kind, detail, created_at)
    select of_order, 'refund_due', jsonb_build_object('amount', amount), moment from payments
    where order_id = of_order and status = 'approved' and amount > 0 and kind = 'StorePayment';
  update payments set status = 'reversed' where order_id = of_order and status = 'approved';
  perform graphile_worker.add_job('order-canceled', json_build_object('orderId', of_order, 'reason', reason));
end $$;

-- What was given to the bank to reverse, or said to be, before.
with theirs as (
  update payments set status = 'reversed' where kind = 'StorePayment' and status in ('reversing', 'reversed')
  returning order_id, amount),
untrue as (
  delete from order_events e using theirs where e.order_id = theirs.order_id and e.kind = 'charge_reversed')
insert into order_events (order_id, kind, detail, created_at)
  select order_id, 'refund_due', jsonb_build_object('amount', amount), now() from theirs where amount > 0;

-- As before; but an order of which a part is on its way or handed over is not canceled whole: its stock and its money would
-- be counted as back. Its row is locked first, as whoever advances a shipment does, so that what is asked of it stays true.
create or replace function cancel_order(order_number bigint, from_statuses order_status[], moment timestamptz)
returns boolean language plpgsql as $$
declare canceled uuid;
begin
  perform from orders where number = order_number for update;
  update orders o set status = 'canceled', confirmation_due = null, updated_at = moment
    where number = order_number and status = any (from_statuses)
      and not exists (select from shipment_stages g where g.order_id = o.id and g.stage in ('onTheWay', 'delivered'))
    returning id into canceled;
  if canceled is null then return false; end if;
  perform end_canceled_order(canceled, moment, 'operator');
  return true;
end $$;
